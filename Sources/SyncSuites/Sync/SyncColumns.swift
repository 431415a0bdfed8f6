import BenchmarkModel

extension SyncSuite {
  /// The workloads in which the shares of threads can differ.
  private static let sharedOut = [
    "shared", "shared-unpinned", "waits", "target-chain", "many-queues",
  ]

  /// The workloads whose Swift forms are held against their C twins.
  private static let twinned = ["alone", "shared", "target-chain", "many-queues"]

  /// The metrics: waits first, because a ranking takes the first column of a workload.
  static let columns: [MetricColumn] =
    .percentiles("wait", [99, 50, 90, 99.9, 100], in: ["waits"]) + [
      .observed("stamp_ns", in: "waits"),
      .observed("overtaking_percent", in: "waits").besideTheRanking(),
      .observed("overtaken_by_most", in: "waits"),
    ] + .costs() + .shares(in: sharedOut) + [
      MetricColumn("c_ns_per_op", .neutral, .referenceCost, workloads: twinned),
      MetricColumn("overlay_ns_per_op", .lowerIsBetter, .costBeyondReference, workloads: twinned),
      MetricColumn("overlay_ratio", .lowerIsBetter, .costOverReference, workloads: twinned),
      MetricColumn(
        "pinned_ns_per_op", .neutral, .referenceCost, workloads: ["shared-unpinned"]),
      MetricColumn(
        "unpinned_ratio", .neutral, .costOverReference, workloads: ["shared-unpinned"]),
    ]
}

import BenchmarkModel

extension SyncSuite {
  /// The metrics: waits first, for a ranking takes the first column that a workload has.
  static let columns: [MetricColumn] =
    waitColumns + costColumns + counterpartColumns

  private static let waitColumns: [MetricColumn] = [
    wait("p99", 99), wait("p50", 50), wait("p90", 90), wait("p999", 99.9), wait("max", 100),
    observation("stamp_ns"), observation("overtaking_percent").besideTheRanking(),
    observation("overtaken_by_most"),
  ]

  private static func wait(_ name: String, _ percentile: Double) -> MetricColumn {
    MetricColumn(
      "wait_\(name)_ns", .lowerIsBetter, .latency(percentile: percentile), workloads: ["waits"])
  }

  private static func observation(_ name: String) -> MetricColumn {
    MetricColumn(name, .neutral, .observation(name), workloads: ["waits"])
  }

  /// The workloads of which a thread's part can be larger or smaller.
  private static let sharedOut = [
    "shared", "shared-unpinned", "waits", "target-chain", "many-queues",
  ]

  private static let costColumns: [MetricColumn] = [
    MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation),
    MetricColumn("ops_per_s", .higherIsBetter, .operationsPerSecond),
    MetricColumn("cpu_ns_per_op", .lowerIsBetter, .processorTimePerOperation),
    MetricColumn("switches_per_op", .lowerIsBetter, .switchesPerOperation),
    MetricColumn("fairness", .higherIsBetter, .fairness, workloads: sharedOut),
    MetricColumn("smallest_share", .higherIsBetter, .smallestShare, workloads: sharedOut),
  ]

  /// The workloads whose Swift forms are held against their C twins.
  private static let twinned = ["alone", "shared", "target-chain", "many-queues"]

  private static let counterpartColumns: [MetricColumn] = [
    MetricColumn("c_ns_per_op", .neutral, .referenceCost, workloads: twinned),
    MetricColumn("overlay_ns_per_op", .lowerIsBetter, .costBeyondReference, workloads: twinned),
    MetricColumn("overlay_ratio", .lowerIsBetter, .costOverReference, workloads: twinned),
    MetricColumn("pinned_ns_per_op", .neutral, .referenceCost, workloads: ["shared-unpinned"]),
    MetricColumn("unpinned_ratio", .neutral, .costOverReference, workloads: ["shared-unpinned"]),
  ]
}

import BenchmarkModel

extension BarrierSuite {
  private static let timed = ["writer-waits", "reader-waits"]
  private static let mixed = ["read-mix", "one-writer"] + timed

  /// The metrics: metrics of the workloads that time single operations stand first, because a ranking takes the
  /// first metric of a workload.
  static let columns: [MetricColumn] =
    .percentiles("wait", [99, 50, 90, 99.9, 100], in: timed) + [
      MetricColumn(
        "starved_share", .lowerIsBetter, .observation("starved-share"), workloads: timed
      ).besideTheRanking(),
      MetricColumn("stamp_ns", .neutral, .observation("stamp_ns"), workloads: timed),
    ] + costs.prefix(2) + [
      MetricColumn(
        "reads_per_s", .higherIsBetter, .observationPerSecond("reads"), workloads: mixed),
      MetricColumn(
        "writes_per_s", .higherIsBetter, .observationPerSecond("writes"), workloads: mixed),
      MetricColumn("write_share", .neutral, .observation("write-share"), workloads: ["one-writer"]),
    ] + costs.dropFirst(2) + [
      MetricColumn("fairness", .higherIsBetter, .fairness, workloads: ["read-mix"])
    ]

  private static let costs = [MetricColumn].costs()
}

import BenchmarkModel

extension BarrierSuite {
  private static let timed = ["writer-waits", "reader-waits"]
  private static let percentiles: [(String, Double)] = [
    ("p99", 99), ("p50", 50), ("p90", 90), ("p999", 99.9), ("max", 100),
  ]
  private static let mixed = ["read-mix", "one-writer"] + timed

  /// The metrics of the workloads that time single operations; before the others, for the first that a
  /// workload has is ranked.
  static let waitColumns: [MetricColumn] =
    percentiles.map { name, percentile in
      MetricColumn(
        "wait_\(name)_ns", .lowerIsBetter, .latency(percentile: percentile), workloads: timed)
    } + [
      MetricColumn(
        "starved_share", .lowerIsBetter, .observation("starved-share"), workloads: timed
      ).besideTheRanking(),
      MetricColumn("stamp_ns", .neutral, .observation("stamp_ns"), workloads: timed),
    ]

  /// The metrics of what gets done.
  static let throughputColumns: [MetricColumn] = [
    MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation),
    MetricColumn("ops_per_s", .higherIsBetter, .operationsPerSecond),
    MetricColumn(
      "reads_per_s", .higherIsBetter, .observationPerSecond("reads"), workloads: mixed),
    MetricColumn(
      "writes_per_s", .higherIsBetter, .observationPerSecond("writes"), workloads: mixed),
    MetricColumn("write_share", .neutral, .observation("write-share"), workloads: ["one-writer"]),
    MetricColumn("cpu_ns_per_op", .lowerIsBetter, .processorTimePerOperation),
    MetricColumn("switches_per_op", .lowerIsBetter, .switchesPerOperation),
    MetricColumn("fairness", .higherIsBetter, .fairness, workloads: ["read-mix"]),
  ]
}

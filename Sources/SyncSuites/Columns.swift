import BenchmarkModel

extension MetricColumn {
  /// A value that a trial observes, in the column of its name: neither more nor less of it is better.
  static func observed(_ name: String, in workloads: String...) -> MetricColumn {
    MetricColumn(name, .neutral, .observation(name), workloads: workloads)
  }

  /// The same of a value of which less is better.
  static func observedCost(_ name: String, in workloads: String...) -> MetricColumn {
    MetricColumn(name, .lowerIsBetter, .observation(name), workloads: workloads)
  }
}

extension [MetricColumn] {
  /// Percentiles of recorded times in ns, 100 for the longest: the first one is ranked.
  static func percentiles(
    _ what: String, _ percentiles: [Double], in workloads: [String]
  ) -> [MetricColumn] {
    percentiles.map { percentile in
      let digits = percentile == 99.9 ? "p999" : percentile == 100 ? "max" : "p\(Int(percentile))"
      return MetricColumn(
        "\(what)_\(digits)_ns", .lowerIsBetter, .latency(percentile: percentile),
        workloads: workloads)
    }
  }

  /// What an operation takes of time, of the CPUs' time and of context switches.
  static func costs(in workloads: [String] = []) -> [MetricColumn] {
    [
      MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation, workloads: workloads),
      MetricColumn("ops_per_s", .higherIsBetter, .operationsPerSecond, workloads: workloads),
      MetricColumn(
        "cpu_ns_per_op", .lowerIsBetter, .processorTimePerOperation, workloads: workloads),
      MetricColumn("switches_per_op", .lowerIsBetter, .switchesPerOperation, workloads: workloads),
    ]
  }

  /// How evenly operations are shared out, of workloads of which a thread's part can be larger or smaller.
  static func shares(in workloads: [String]) -> [MetricColumn] {
    [
      MetricColumn("fairness", .higherIsBetter, .fairness, workloads: workloads),
      MetricColumn("smallest_share", .higherIsBetter, .smallestShare, workloads: workloads),
    ]
  }
}

extension MetricColumn {
  /// The column of an observed value without a better direction.
  package static func observed(_ name: String, in workloads: String...) -> MetricColumn {
    MetricColumn(name, .neutral, .observation(name), workloads: workloads)
  }

  /// The column of an observed value of which less is better.
  package static func observedCost(_ name: String, in workloads: String...) -> MetricColumn {
    MetricColumn(name, .lowerIsBetter, .observation(name), workloads: workloads)
  }
}

extension [MetricColumn] {
  /// The columns of percentiles of recorded times, in ns.
  ///
  /// The percentile 100 is the longest time. A ranking uses the first column.
  package static func percentiles(
    _ what: String, _ percentiles: [Double] = [50, 90, 99, 100], in workloads: [String]
  ) -> [MetricColumn] {
    percentiles.map { percentile in
      let digits = percentile == 99.9 ? "p999" : percentile == 100 ? "max" : "p\(Int(percentile))"
      return MetricColumn(
        "\(what)_\(digits)_ns", .lowerIsBetter, .latency(percentile: percentile),
        workloads: workloads)
    }
  }

  /// The costs of an operation (wall time, CPU time and context switches) and the operations a
  /// second.
  package static func costs(in workloads: [String] = []) -> [MetricColumn] {
    [
      MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation, workloads: workloads),
      MetricColumn("ops_per_s", .higherIsBetter, .operationsPerSecond, workloads: workloads),
      MetricColumn(
        "cpu_ns_per_op", .lowerIsBetter, .processorTimePerOperation, workloads: workloads),
      MetricColumn("switches_per_op", .lowerIsBetter, .switchesPerOperation, workloads: workloads),
    ]
  }

  /// The evenness of the threads' shares of the operations, for workloads in which the shares can
  /// differ.
  package static func shares(in workloads: [String]) -> [MetricColumn] {
    [
      MetricColumn("fairness", .higherIsBetter, .fairness, workloads: workloads),
      MetricColumn("smallest_share", .higherIsBetter, .smallestShare, workloads: workloads),
    ]
  }
}

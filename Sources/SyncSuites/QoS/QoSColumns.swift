import BenchmarkModel
import SyncWorkloads

extension QoSSuite {
  /// The columns of the suite's table.
  static let columns: [MetricColumn] =
    looks + latencies + shares + inversions + [
      // Last, for what stands before it is to be read with it.
      MetricColumn("can_raise_priority", .neutral, .observation("can_raise_priority"))
    ]

  private static let looks: [MetricColumn] = [
    neutral("nice", "nice"), neutral("policy", "nice"),
    neutral("nice_seen", "overrides", "contamination"),
    neutral("nice_by_guides", "overrides"), neutral("follows_guides", "overrides"),
    neutral("nice_later", "contamination"), neutral("nice_alone", "contamination"),
  ]

  private static let latencies: [MetricColumn] = [
    ("latency_p50_ns", 50.0), ("latency_p90_ns", 90.0), ("latency_p99_ns", 99.0),
    ("latency_max_ns", 100.0),
  ].map { name, percentile in
    MetricColumn(
      name, .lowerIsBetter, .latency(percentile: percentile), workloads: ["latency", "wake-up"])
  }

  private static let shares: [MetricColumn] =
    ServiceClass.competing.flatMap { serviceClass in
      ["share", "predicted_share", "nice"].map { quantity in
        neutral("\(quantity)_\(serviceClass.columnName)", "share")
      }
    }
    + [
      "worst_error", "lost_share", "other_cpu_share", "steal_share", "run_wait_share",
      "weight_imbalance",
    ].map { neutral($0, "share") }

  private static let inversions: [MetricColumn] = [
    ("inversion_p50_ns", 50.0), ("inversion_max_ns", 100.0),
  ].map { name, percentile in
    MetricColumn(
      name, .lowerIsBetter, .latency(percentile: percentile), workloads: ["inversion"])
  }

  private static func neutral(_ name: String, _ workloads: String...) -> MetricColumn {
    MetricColumn(name, .neutral, .observation(name), workloads: workloads)
  }
}

import BenchmarkModel

extension QoSSuite {
  /// The columns of the suite's table.
  static let columns: [MetricColumn] =
    looks + .percentiles("latency", in: ["latency", "wake-up"]) + shares
    + .percentiles("inversion", [50, 100], in: ["inversion"])
    // Last, because the other columns are read with it.
    + [.observed("can_raise_priority")]

  private static let looks: [MetricColumn] = [
    .observed("nice", in: "nice"), .observed("policy", in: "nice"),
    .observed("nice_seen", in: "overrides", "contamination"),
    .observed("nice_by_guides", in: "overrides"), .observed("follows_guides", in: "overrides"),
    .observed("nice_later", in: "contamination"), .observed("nice_alone", in: "contamination"),
  ]

  private static let shares: [MetricColumn] =
    ServiceClass.competing.flatMap { serviceClass in
      ["share", "predicted_share", "nice"].map { quantity in
        .observed("\(quantity)_\(serviceClass.columnName)", in: "share")
      }
    }
    + [
      "worst_error", "lost_share", "other_cpu_share", "steal_share", "run_wait_share",
      "weight_imbalance",
    ].map { .observed($0, in: "share") }
}

import BenchmarkModel
package import BenchmarkRunner

/// The suite of Foundation's operations: their cost compared with closures, and whether their
/// queue keeps its order and its limits.
package enum OperationsSuite {
  package static func suite() -> Suite {
    Suite(
      name: "operations", summary: "what Foundation's operations cost beside closures on a queue",
      columns: columns,
      workloads: [
        batch, serial, chain, diamond, wait, waitControl, completion, completionControl, cancel,
        priority, retry, pipeline,
      ])
  }

  private static let columns =
    [MetricColumn].percentiles("lateness", in: ["retry"])
    + [.observedCost("cancel_ns_per_op", in: "cancel")]
    + .costs(in: [
      "batch", "serial", "chain", "diamond", "wait", "completion", "cancel", "priority",
      "pipeline",
    ])
    + [
      .observed("in_order_share", in: "priority").besideTheRanking(),
      .observed("added_order_share", in: "priority"),
      .observed("downloads_most", in: "pipeline"), .observed("filters_most", in: "pipeline"),
    ]

  /// The number of items in a round.
  static let items = Axis(
    "items", .count, headline: [64], standard: [1, 8, 64, 512], thorough: [1, 8, 64, 512, 4096])
}

import BenchmarkAnalysis

extension Claim {
  static let executionBlocksConcurrent = Claim(
    id: "execution-blocks-concurrent", topic: .operations,
    statement: "The execution blocks of one BlockOperation run concurrently.",
    guide: "introductions to operation queues",
    rule: .all([
      ClaimCondition(
        "two blocks that wait for each other", .held("operations/execution-blocks-meet"), .always)
    ]),
    requirements: [
      .cpus(2),
      .condition(
        ClaimCondition("two operations", .held("operations/operations-meet"), .atLeast(0.5)),
        otherwise: "two operations on a queue without a limit did not meet, either"),
    ],
    meaning: ClaimMeaning(
      supported: "Execution blocks share the CPUs: what they touch together needs a lock.",
      refuted:
        "Execution blocks run one after the other: a block that waits for another one waits for "
        + "ever. Add an operation for each instead, and do not count on the order elsewhere.",
      depends:
        "Execution blocks may run together or one after the other: protect what they share, and "
        + "never let one wait for another.")
  )
}

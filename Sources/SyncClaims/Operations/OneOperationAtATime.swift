import BenchmarkAnalysis

extension Claim {
  static let oneOperationAtATime = Claim(
    id: "one-operation-at-a-time", topic: .operations,
    statement:
      "A queue whose maxConcurrentOperationCount is 1 runs one operation at a time, in the "
      + "order in which they were added.",
    guide: "introductions to operation queues",
    rule: .all([
      ClaimCondition(
        "4 operations that stay for another to come", .held("operations/one-at-a-time"), .always)
    ]),
    requirements: [
      .cpus(2),
      .condition(
        ClaimCondition(
          "two on a queue without a limit", .held("operations/operations-meet"), .atLeast(0.5)),
        otherwise: "operations did not meet on a queue without a limit, either"),
    ],
    meaning: ClaimMeaning(
      supported:
        "Such a queue replaces a lock for what only its operations touch; count on the order "
        + "among operations of one priority that depend on nothing.",
      refuted: "Such a queue does not protect data: use a serial queue or a lock.",
      depends:
        "Such a queue mostly keeps the order, which does not protect data: use a serial queue "
        + "or a lock.")
  )
}

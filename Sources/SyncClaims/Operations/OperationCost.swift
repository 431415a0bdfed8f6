import BenchmarkAnalysis

extension Claim {
  static let operationCost = Claim(
    id: "operation-cost", topic: .operations,
    statement: "A batch of operations takes longer than a batch of closures on a queue.",
    guide: "comparisons of operations and queues",
    rule: .each(
      of: "the kind of operation",
      [
        ClaimCondition("a BlockOperation", time(of: "block-operation"), .atLeast(1)),
        ClaimCondition(
          "a closure given to an operation queue", time(of: "queue-closure"), .atLeast(1)),
        ClaimCondition("a subclass with a main", time(of: "operation-subclass"), .atLeast(1)),
      ]),
    meaning: ClaimMeaning(
      supported:
        "Of short items, the operations around them may be most of the cost: use a queue, or "
        + "fewer and longer operations.",
      refuted: "Operations cost no more time than closures: choose by what they can do.",
      depends:
        "Some kinds of operation take longer and others do not: measure the kind in question "
        + "with items of the real length.")
  )
}

/// What an operation of that kind takes, over what a closure on a queue does.
private func time(of kind: String) -> ClaimFigure {
  .costRatio("operations/batch/\(kind)/items=64", over: "operations/batch/group-async/items=64")
}

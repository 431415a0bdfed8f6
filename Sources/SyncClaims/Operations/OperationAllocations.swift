import BenchmarkAnalysis

extension Claim {
  static let operationAllocations = Claim(
    id: "operation-allocations", topic: .operations,
    statement: "An operation takes at least twice the allocations of a closure on a queue.",
    guide: "comparisons of operations and queues",
    rule: .each(
      of: "the kind of operation",
      [
        ClaimCondition("a BlockOperation", allocations(of: "block-operation"), .atLeast(2)),
        ClaimCondition(
          "a closure given to an operation queue", allocations(of: "queue-closure"), .atLeast(2)),
        ClaimCondition(
          "a subclass with a main", allocations(of: "operation-subclass"), .atLeast(2)),
      ]),
    meaning: ClaimMeaning(
      supported:
        "Keep operations for work that needs their dependencies, limits or cancelling; give "
        + "small items to a queue.",
      refuted: "Operations are as light as closures: choose by what they can do.",
      depends:
        "Some kinds of operation are as light as closures: choose the kind by its allocations "
        + "where items are small.")
  )
}

/// What an operation of that kind allocates, over what a closure on a queue does.
private func allocations(of kind: String) -> ClaimFigure {
  .ratio(
    "operations/batch/\(kind)/items=64", over: "operations/batch/group-async/items=64",
    "allocations_per_op")
}

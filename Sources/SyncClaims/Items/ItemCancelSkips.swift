import BenchmarkAnalysis

extension Claim {
  static let itemCancelSkips = Claim(
    id: "item-cancel-skips", topic: .items,
    statement: "A work item that is cancelled before its turn is left out.",
    guide: "introductions to queues and work items",
    rule: .all([
      ClaimCondition(
        "cancelled while its queue was suspended", .held("items/cancelled-before-start"), .always)
    ]),
    meaning: ClaimMeaning(
      supported:
        "Cancelling what has not begun spares its work; whoever waits for the result has to be "
        + "told by other means.",
      refuted: "A cancelled item may still run: have it look at isCancelled first.",
      depends: "Some cancelled items run and some do not: have each look at isCancelled first.")
  )
}

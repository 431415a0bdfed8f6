import BenchmarkAnalysis

extension Claim {
  static let itemNotifyOrders = Claim(
    id: "item-notify-orders", topic: .items,
    statement: "Of two work items, the one that the other one notifies begins after its end.",
    guide: "introductions to queues and work items",
    rule: .all([
      ClaimCondition(
        "the first one held back, while the second one's queue ran another",
        .held("items/ordered-by-notify"), .always)
    ]),
    meaning: ClaimMeaning(
      supported:
        "A notification is enough to have two items follow each other; it needs no queue of its "
        + "own.",
      refuted: "Submit the second item from the end of the first, or use a serial queue.",
      depends:
        "The order mostly holds, which is no order: submit the second item from the end of the "
        + "first.")
  )
}

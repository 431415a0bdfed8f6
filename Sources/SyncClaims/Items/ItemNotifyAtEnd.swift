import BenchmarkAnalysis

extension Claim {
  static let itemNotifyAtEnd = Claim(
    id: "item-notify-at-end", topic: .items,
    statement: "The notification of a work item comes after the item has ended.",
    guide: "introductions to queues and work items",
    rule: .all([
      ClaimCondition(
        "an item that was held back before its end", .held("items/notified-at-end"), .always)
    ]),
    meaning: ClaimMeaning(
      supported: "What follows an item can rely on all that the item has written.",
      refuted:
        "A notification says nothing of the item's end: have the item's last instruction signal "
        + "it.",
      depends:
        "Most notifications follow the item's end, and not all: have the item's last "
        + "instruction signal it.")
  )
}

import BenchmarkAnalysis

extension Claim {
  static let itemNotifyOnCancel = Claim(
    id: "item-notify-on-cancel", topic: .items,
    statement: "Cancelling a work item that waits sets off its notification.",
    guide: "references of the work item's calls",
    rule: .each(
      of: "what follows the cancelling",
      [
        ClaimCondition(
          "the item's turn on its queue", .held("items/notified-at-cancelled-turn"), .always),
        ClaimCondition(
          "its release, no queue having got it", .held("items/notified-by-release"), .always),
        ClaimCondition(
          "nothing more, for its queue is suspended", .held("items/notified-by-cancel"), .always),
      ]),
    meaning: ClaimMeaning(
      supported:
        "A notification is a prompt answer to a cancellation, even where the queue stands still.",
      refuted: "No notification follows a cancellation: tell those who wait by other means.",
      depends:
        "Cancelling alone need not be enough: where the notification waits for the item's turn, "
        + "a busy or suspended queue holds it back. Tell whoever must hear of a cancellation at "
        + "once by other means.")
  )
}

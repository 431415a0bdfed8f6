import BenchmarkAnalysis

extension Claim {
  static let itemCancelDoesNotStop = Claim(
    id: "item-cancel-does-not-stop", topic: .items,
    statement: "Cancelling a work item that runs does not stop it.",
    guide: "introductions to queues and work items",
    rule: .all([
      ClaimCondition(
        "an item that was let go on after it was cancelled", .held("items/cancelled-while-running"),
        .always)
    ]),
    meaning: ClaimMeaning(
      supported: "Long items must look at isCancelled themselves, again and again, and return.",
      refuted:
        "A running item can be ended from outside: it must leave its data whole at every step.",
      depends:
        "Whether a running item goes on is not certain: look at isCancelled, and keep data "
        + "whole at every step.")
  )
}

import BenchmarkAnalysis

extension Claim {
  static let otherQueuesPromiseNoThread = Claim(
    id: "other-queues-promise-no-thread", topic: .queues,
    statement: "A queue other than the main one promises no thread: two items of one serial queue "
      + "may run on different threads.",
    guide: "introductions to queues",
    rule: .all([
      ClaimCondition(
        "a serial queue whose thread is busy", .held("queues/serial-queue-changes-threads"), .always
      )
    ]),
    meaning: ClaimMeaning(
      supported: "Keep nothing in thread-locals between items of a queue, and take no lock in one "
        + "item to release it in another.",
      refuted: "The queue kept its thread here. Nothing promises that: still keep nothing in "
        + "thread-locals between items.",
      depends: "The queue changes its thread now and then: keep nothing in thread-locals between "
        + "items.")
  )
}

import BenchmarkAnalysis

extension Claim {
  static let mainQueueThread = Claim(
    id: "main-queue-thread", topic: .queues,
    statement: "The items of the main queue run on the process's first thread.",
    guide: "introductions to queues",
    rule: .each(
      of: "who serves the main queue",
      [
        ClaimCondition(
          "a run loop on the first thread", .held("queues/main-queue-in-run-loop"), .always),
        ClaimCondition(
          "after dispatchMain(), an item that ends its process where it is on another thread",
          .ended("main-queue-under-dispatch-main", .crashed), .never),
      ]),
    meaning: ClaimMeaning(
      supported: "Code that must have the first thread may go to the main queue.",
      refuted: "The main queue is only a serial queue here: what must have the first thread has "
        + "to be handed to it in another way.",
      depends: "Where the first thread sits in a run loop it runs the items. `dispatchMain()` "
        + "retires it on Linux, and an asynchronous `main` calls that: the pool's threads then "
        + "run the main queue, one at a time, so never assert the first thread there.")
  )
}

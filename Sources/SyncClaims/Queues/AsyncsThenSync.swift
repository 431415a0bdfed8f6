import BenchmarkAnalysis

extension Claim {
  static let asyncsThenSync = Claim(
    id: "asyncs-then-sync-order", topic: .queues,
    statement: "Two asyncs and then a sync, by one thread on one serial queue, run in this order.",
    guide: "introductions to queues",
    rule: .all([
      ClaimCondition("async, async, sync", .held("queues/sync-behind-asyncs-order"), .always)
    ]),
    meaning: ClaimMeaning(
      supported: "When a `sync` returns, everything that this thread submitted to the queue "
        + "before it is done: an empty `sync` waits for a serial queue.",
      refuted: "A `sync` may overtake: wait for earlier items by a group instead.",
      depends: "Mostly in order is not in order: wait for earlier items by a group.")
  )
}

import BenchmarkAnalysis

extension Claim {
  static let syncOnCallersThread = Claim(
    id: "sync-on-callers-thread", topic: .queues,
    statement: "On any queue but the main one, `sync` runs its block on the thread that called "
      + "it, whether it had to wait or not.",
    guide: "introductions to queues",
    rule: .all([
      ClaimCondition("a free serial queue", .held("queues/sync-on-free-serial-queue"), .always),
      ClaimCondition(
        "a serial queue that is busy", .held("queues/sync-on-busy-serial-queue"), .always),
      ClaimCondition(
        "a concurrent queue behind a barrier", .held("queues/sync-behind-barrier"), .always),
      ClaimCondition("a global queue", .held("queues/sync-on-global-queue"), .always),
    ]),
    meaning: ClaimMeaning(
      supported: "A `sync` costs no thread of its own, and what belongs to a thread, such as its "
        + "locals and its nice value, is the caller's inside the block.",
      refuted: "Do not rely on the caller's thread inside the block: pass in what the block needs.",
      depends: "Now and then the block ran elsewhere: pass in what it needs, and look at which "
        + "queue it was.")
  )
}

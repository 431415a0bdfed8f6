import BenchmarkAnalysis

extension Claim {
  static let threadExplosion = Claim(
    id: "thread-explosion", topic: .pools,
    statement: "A thousand items that block bring nearly a thousand threads, within a second.",
    guide: "warnings of thread explosion",
    rule: .each(
      of: "where the items are submitted",
      [
        ClaimCondition(
          "a global queue, for a second",
          .metric("pool/first-second/global-queue/items=1000", "threads_max"), .atLeast(900)),
        ClaimCondition(
          "an operation queue without a limit",
          .metric("pool/explosion/operation-queue/items=1000", "threads_max"), .atLeast(900)),
        ClaimCondition(
          "a thousand serial queues",
          .metric("pool/explosion/serial-queues/items=1000", "threads_max"), .atLeast(900)),
      ]),
    meaning: ClaimMeaning(
      supported: "Never let many items block at once: limit them, or make them asynchronous.",
      refuted:
        "Items that block do not explode into threads, they stand still: a pool whose threads all wait gets one more a second, so a thousand items that wait for each other take minutes or forever. Limit or avoid blocking for that reason.",
      depends: "Some queues explode and others stand still: see which of them yours are."
    ))
}

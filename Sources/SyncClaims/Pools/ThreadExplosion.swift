import BenchmarkAnalysis

extension Claim {
  static let threadExplosion = Claim(
    id: "thread-explosion", topic: .pools,
    statement: "A thousand items that block bring nearly a thousand threads within a second.",
    guide: "warnings of thread explosion",
    rule: .each(
      of: "where the items are submitted",
      [
        ClaimCondition(
          "a global queue",
          .metric("pool/first-second/global-queue/items=1000", "threads_max"), .atLeast(900)),
        ClaimCondition(
          "an operation queue without a limit",
          .metric("pool/first-second/operation-queue/items=1000", "threads_max"), .atLeast(900)),
        ClaimCondition(
          "a thousand serial queues",
          .metric("pool/first-second/serial-queues/items=1000", "threads_max"), .atLeast(900)),
      ]),
    meaning: ClaimMeaning(
      supported: "Never let many items block at once: limit them, or make them asynchronous.",
      refuted:
        "Nothing here gets a thousand threads. A global or an operation queue stands still with about as many as there are CPUs, and gets one more a second; many serial queues get a few hundred. Items that wait for items behind them wait for long, or for ever.",
      depends: "Some queues explode and others stand still: see which of them yours are."
    ))
}

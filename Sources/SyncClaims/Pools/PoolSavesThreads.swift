import BenchmarkAnalysis

extension Claim {
  static let poolSavesThreads = Claim(
    id: "pool-saves-threads", topic: .pools,
    statement:
      "A thread is costly to make, and a pool saves that: an item given to a pool costs at most half of what making and joining a thread does.",
    guide: "introductions to thread pools",
    rule: .each(
      of: "what is waited for",
      [
        ClaimCondition(
          "an item of 64 in flight, over a thread made and joined alone",
          .costRatio(
            "dispatch/fan-out/group-async/items=64", over: "threads/create/pthread-join"),
          .atMost(0.5)),
        ClaimCondition(
          "an item that is waited for alone, over such a thread",
          .costRatio(
            "sync/alone/concurrent-queue-async-wait/inside=0",
            over: "threads/create-anywhere/pthread-join"), .atMost(0.5)),
      ]),
    meaning: ClaimMeaning(
      supported: "Give work to a pool; a thread of its own is for what lives long.",
      refuted:
        "Making a thread costs about as much as waking one of a pool: choose by what is simpler.",
      depends:
        "Where many items are in flight, a pool saves most of the cost. Where each is waited for, waking an idle thread of the pool on another CPU costs about as much as making one: the wait is dear, not the thread."
    ))
}

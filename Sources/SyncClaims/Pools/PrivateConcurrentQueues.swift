import BenchmarkAnalysis

extension Claim {
  static let privateConcurrentQueues = Claim(
    id: "private-concurrent-queues", topic: .pools,
    statement:
      "Many private concurrent queues mean many threads: 64 of them with a blocking item each take at least twice as many in their first 30 ms as one with 64.",
    guide: "advice to use few queues",
    rule: .all([
      ClaimCondition(
        "threads of 64 queues, over those of one",
        .ratio(
          "pool/explosion/concurrent-queues/items=64",
          over: "pool/explosion/concurrent-queue/items=64", "threads_max"), .atLeast(2))
    ]),
    meaning: ClaimMeaning(
      supported: "Use the global queues, or few of your own, for concurrent work.",
      refuted:
        "Private concurrent queues share one pool: make as many as the design is clearer with. It is serial queues that can take a thread each.",
      depends: "Private concurrent queues take somewhat more threads: count them in your program."
    ))
}

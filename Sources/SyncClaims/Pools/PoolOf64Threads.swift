import BenchmarkAnalysis

extension Claim {
  static let poolOf64Threads = Claim(
    id: "pool-of-64-threads", topic: .pools,
    statement: "Dispatch runs at most 64 items of a process at once, each on a thread.",
    guide: "write-ups of Dispatch's limits, measured on Apple's systems",
    rule: .each(
      of: "where the items are submitted",
      [
        ClaimCondition(
          "1000 on a global queue",
          .metric("pool/first-second/global-queue/items=1000", "started"), .atMost(64)),
        ClaimCondition(
          "1000 on an operation queue",
          .metric("pool/explosion/operation-queue/items=1000", "started"), .atMost(64)),
        ClaimCondition(
          "80 on as many serial queues", .held("pools/serial-queues-pass-64"), .never),
      ]),
    meaning: ClaimMeaning(
      supported:
        "No program gets more than 64 threads from Dispatch: with as many blocked, it stands still.",
      refuted:
        "The number 64 is another system's: expect neither its room nor its protection here.",
      depends:
        "There is no one limit. Global and concurrent queues get about as many threads as CPUs; each serial queue can have one of its own, to a limit far above 64."
    ))
}

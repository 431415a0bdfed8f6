import BenchmarkAnalysis

extension Claim {
  static let poolOf64Threads = Claim(
    id: "pool-of-64-threads", topic: .pools,
    statement: "Dispatch never has more than 64 items of a process running, each on its thread.",
    guide: "write-ups of Dispatch's limits, measured on Apple's systems",
    rule: .all([
      ClaimCondition(
        "attempts in which 80 serial queues had more than 64 items running",
        .held("pools/serial-queues-pass-64"), .never)
    ]),
    meaning: ClaimMeaning(
      supported:
        "No program gets more than 64 threads from Dispatch: with as many blocked, it stands still.",
      refuted:
        "The number 64 is another system's. Each serial queue can have a thread, to a limit far above 64; a global queue starts with about as many as CPUs and gets one more a second for as long as its items stay blocked.",
      depends:
        "Now and then 64 is passed: design for fewer, and do not count on the limit."
    ))
}

import BenchmarkAnalysis

extension Claim {
  static let blockedThreadsReplaced = Claim(
    id: "blocked-threads-replaced", topic: .pools,
    statement:
      "When items on a global queue block their threads, Dispatch adds a thread at least every two seconds.",
    guide: "guides to the thread pools behind queues",
    rule: .all([
      ClaimCondition(
        "threads a second, after the first tenth of one",
        .metric("pool/first-second/global-queue/items=1000", "threads_per_s"), .atLeast(0.5))
    ]),
    meaning: ClaimMeaning(
      supported:
        "Items that block a few threads for a while do not stop the pool for good, but each thread that replaces one may take a second to come.",
      refuted:
        "Nothing replaces a blocked thread: as many blocking items as CPUs stop the whole pool.",
      depends:
        "Whether a thread comes within a second is chance: do not let items block and wait for rescue."
    ))
}

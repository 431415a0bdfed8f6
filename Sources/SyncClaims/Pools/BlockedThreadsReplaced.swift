import BenchmarkAnalysis

extension Claim {
  static let blockedThreadsReplaced = Claim(
    id: "blocked-threads-replaced", topic: .pools,
    statement:
      "When items on a global queue block their threads, Dispatch adds threads within a second, so that at least a fifth more of them start than at once.",
    guide: "guides to the thread pools behind queues",
    rule: .all([
      ClaimCondition(
        "items started after 1.25 s, over those after 30 ms",
        .ratio(
          "pool/first-second/global-queue/items=1000",
          over: "pool/explosion/global-queue/items=1000", "started"), .atLeast(1.2))
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

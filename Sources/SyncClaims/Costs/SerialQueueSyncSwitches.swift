import BenchmarkAnalysis

extension Claim {
  static let serialQueueSyncSwitches = Claim(
    id: "serial-queue-sync-switches", topic: .costs,
    statement: """
      A sync on a free serial queue costs so much because of context switches: at least every other call \
      makes one.
      """,
    guide: "tables of what each primitive costs, with the reason beside the figure",
    rule: .all([
      ClaimCondition(
        "context switches a call",
        .metric("locks/uncontended/serial-queue-sync/inside=0", "switches_per_op"),
        .atLeast(0.5))
    ]),
    meaning: ClaimMeaning(
      supported: "Fewer and longer sections on the queue save switches, and so most of the cost.",
      refuted: """
        The section runs on the caller's thread, and nothing is switched. What costs is the call itself: \
        compare serial-queue-sync-f, the same through C's function, which makes no closure.
        """,
      depends: "Some calls switch and some do not: look at what else uses the queue and its CPU.")
  )
}

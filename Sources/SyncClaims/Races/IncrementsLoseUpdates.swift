import BenchmarkAnalysis

extension Claim {
  static let incrementsLoseUpdates = Claim(
    id: "increments-lose-updates", topic: .races,
    statement: "Two threads that increment one variable without synchronization lose updates.",
    guide: "introductions to data races",
    rule: .all([
      ClaimCondition(
        "launches in which updates were lost",
        .share(
          of: "locks/contended/no-lock/threads=2/inside=0/outside=0",
          ending: [.brokeItsPromise]), .atLeast(0.5))
    ]),
    requirements: [.cpus(2)],
    meaning: ClaimMeaning(
      supported: """
        An increment is a load, an addition and a store, and another thread's fits in between. It takes an \
        atomic or a lock, always.
        """,
      refuted:
        "No update was lost in most launches, which proves nothing: it is a data race still.",
      depends: "Updates were lost in some launches: a test that passes shows nothing of a race.")
  )
}

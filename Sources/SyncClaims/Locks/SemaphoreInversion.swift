import BenchmarkAnalysis

extension Claim {
  static let semaphoreInversion = Claim(
    id: "semaphore-inversion", topic: .locks,
    statement: """
      A semaphore does not bound inversion: a thread of high real-time priority that waits for it waits until \
      every middle one has run (here 10 ms of it).
      """,
    guide: "introductions to priority inversion",
    rule: .all([
      ClaimCondition(
        "the high one's wait", .metric("locks/inversion/dispatch-semaphore", "inversion_p50_ns"),
        .atLeast(8_000_000))
    ]),
    requirements: [.realTimePriorities],
    meaning: ClaimMeaning(
      supported: """
        Never let an urgent thread wait for a semaphore that a less urgent one is to signal: nobody knows \
        whom to hurry.
        """,
      refuted: "A semaphore is no worse than a lock here: what holds it up is not the middle ones.",
      depends: "Some waits are short: design for those that are not.")
  )
}

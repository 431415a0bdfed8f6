import BenchmarkAnalysis

extension Claim {
  static let semaphoreInversion = Claim(
    id: "semaphore-inversion", topic: .locks,
    statement: """
      A semaphore does not bound inversion: who is urgent and waits for it waits until what is of middle \
      urgency has run (here 10 ms of it), and at least twice as long where that never ends.
      """,
    guide: "introductions to priority inversion",
    rule: .each(
      of: "what makes threads urgent",
      [
        ClaimCondition(
          "real-time priorities",
          .metric("locks/inversion/dispatch-semaphore", "inversion_p50_ns"),
          .atLeast(8_000_000)),
        ClaimCondition(
          "classes of service",
          .ratio(
            "qos/inversion/dispatch-semaphore/load=100",
            over: "qos/inversion/dispatch-semaphore/load=0", "inversion_p50_ns"),
          .atLeast(2)),
      ]),
    requirements: [.realTimePriorities],
    meaning: ClaimMeaning(
      supported: """
        Never let an urgent thread wait for a semaphore that a less urgent one is to signal: nobody knows \
        whom to hurry.
        """,
      refuted: "A semaphore is no worse than a lock here: what holds it up is not the middle ones.",
      depends: "It holds for some ways of being urgent: look which, and design for the worst.")
  )
}

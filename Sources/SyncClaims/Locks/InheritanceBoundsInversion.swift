import BenchmarkAnalysis

extension Claim {
  static let inheritanceBoundsInversion = Claim(
    id: "inheritance-bounds-inversion", topic: .locks,
    statement: """
      A lock with priority inheritance bounds inversion: its urgent waiter waits for the holder's section, \
      up to two and a half times its length, and not for what is less urgent.
      """,
    guide: "introductions to priority inversion",
    rule: .each(
      of: "what makes threads urgent",
      inheriting.map { name, primitive in
        ClaimCondition(
          "real-time priorities, \(name)",
          .metric("locks/inversion/\(primitive)", "inversion_p50_ns"), .atMost(2_500_000))
      }
        + inheriting.map { name, primitive in
          ClaimCondition(
            "classes of service, \(name)",
            .ratio(
              "qos/inversion/\(primitive)/load=100", over: "qos/inversion/\(primitive)/load=0",
              "inversion_p50_ns"), .atMost(2.5))
        }),
    requirements: [.realTimePriorities],
    meaning: ClaimMeaning(
      supported: "Where urgent threads share a lock with others, take one that inherits.",
      refuted: "Inheritance does not help here: share no lock between urgent threads and others.",
      depends: """
        Linux lends real-time priorities and no nice values, and classes of service are nice values. A lock \
        that inherits helps real-time threads; for items of different classes nothing does, so keep the \
        background's sections short.
        """)
  )

  private static let inheriting = [
    ("Synchronization.Mutex", "mutex"), ("an inheriting pthread mutex", "pthread-mutex-pi"),
  ]
}

extension ClaimRequirement {
  /// The experiments of `locks/inversion` could make threads more and less urgent for good.
  static let realTimePriorities = ClaimRequirement.condition(
    ClaimCondition(
      "real-time priorities", .metric("locks/inversion/mutex", "policy"), .within(1...1)),
    otherwise: """
      the process may not use real-time priorities (SCHED_FIFO), and between ordinary threads the \
      scheduler decides who runs
      """)
}

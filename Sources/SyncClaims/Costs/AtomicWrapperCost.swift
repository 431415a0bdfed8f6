import BenchmarkAnalysis

extension Claim {
  static let atomicWrapperCost = Claim(
    id: "atomic-wrapper-cost", topic: .costs,
    statement: """
      Changing a property behind an @Atomic wrapper costs what the wrapper's lock costs, up to a quarter \
      more or less.
      """,
    guide: "guides to property wrappers",
    rule: .each(
      of: "how it is changed",
      [
        condition("in one section, by the wrapper's mutate", "atomic-wrapper"),
        condition("by x += 1", "atomic-wrapper-get-set"),
      ]),
    meaning: ClaimMeaning(
      supported: "The wrapper is as cheap as its lock, whichever way it is used.",
      refuted: "The wrapper has a price of its own: where it is hot, lock by hand.",
      depends: """
        A change in one section costs one lock. An operator like += is a read and a write, and locks twice: \
        it costs double and, worse, protects nothing in between.
        """)
  )

  private static func condition(_ label: String, _ primitive: String) -> ClaimCondition {
    ClaimCondition(
      label,
      .costRatio(
        "locks/uncontended/\(primitive)/inside=0",
        over: "locks/uncontended/pthread-mutex/inside=0"),
      .within(0.75...1.25))
  }
}

import BenchmarkAnalysis

extension Claim {
  static let semaphoreCost = Claim(
    id: "semaphore-cost", topic: .costs,
    statement: "Waiting for a free semaphore and signalling it costs 20 to 30 ns.",
    guide: "tables of what each primitive costs, measured on Apple's processors",
    rule: .all([
      ClaimCondition(
        "DispatchSemaphore(value: 1)", .cost("locks/uncontended/dispatch-semaphore/inside=0"),
        .within(20...30))
    ]),
    meaning: ClaimMeaning(
      supported: "The published figure is good for estimates here.",
      refuted: """
        The published figure is another machine's. A free semaphore costs about what a mutex does: choose it \
        for what it can do that a lock can't, not for its price.
        """,
      depends: """
        The figure is at the edge of the published band: take it as an order of magnitude, and choose by \
        what a semaphore can do.
        """)
  )
}

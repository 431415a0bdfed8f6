import BenchmarkAnalysis

extension Claim {
  static let costOrder = Claim(
    id: "cost-order", topic: .costs,
    statement: """
      Free, an unfair lock is cheaper than a semaphore, that is cheaper than an NSLock, and that is cheaper \
      than a queue's sync.
      """,
    guide: "tables of what each primitive costs, and the ladders drawn from them",
    rule: .each(
      of: "the pair",
      [
        cheaper("unfair lock before semaphore", "unfair-futex-owner", "dispatch-semaphore"),
        cheaper("semaphore before NSLock", "dispatch-semaphore", "ns-lock"),
        cheaper("NSLock before a queue's sync", "ns-lock", "serial-queue-sync"),
      ]),
    meaning: ClaimMeaning(
      supported:
        "Where a section is short and nobody waits, take the first of the order that will do.",
      refuted: "The order is another machine's: choose by what each promises, and measure here.",
      depends: """
        Only the pairs that hold are worth a thought. Unfair lock, semaphore and NSLock are all about one \
        atomic exchange each way here: among them choose by what each promises, not by its price.
        """)
  )

  private static func cheaper(_ label: String, _ one: String, _ other: String) -> ClaimCondition {
    ClaimCondition(
      label,
      .costRatio("locks/uncontended/\(one)/inside=0", over: "locks/uncontended/\(other)/inside=0"),
      .atMost(1))
  }
}

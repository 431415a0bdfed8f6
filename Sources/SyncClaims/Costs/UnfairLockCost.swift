import BenchmarkAnalysis

extension Claim {
  static let unfairLockCost = Claim(
    id: "unfair-lock-cost", topic: .costs,
    statement: """
      Taking and releasing a free unfair lock costs 5 to 10 ns (here: what stands in for it, for Linux has no \
      os_unfair_lock).
      """,
    guide: "tables of what each primitive costs, measured on Apple's processors",
    rule: .each(
      of: "the lock",
      [
        condition("a futex that knows its owner, as that lock does", "unfair-futex-owner"),
        condition("Synchronization.Mutex", "mutex"), condition("NIOLock", "nio-lock"),
      ]),
    meaning: ClaimMeaning(
      supported: "The published figure is good for estimates here.",
      refuted: "Measure on the target machine: the published figure is another machine's.",
      depends:
        "Some locks are as cheap as published, or nearly so: take it as an order of magnitude.")
  )

  private static func condition(_ label: String, _ primitive: String) -> ClaimCondition {
    ClaimCondition(label, .cost("locks/uncontended/\(primitive)/inside=0"), .within(5...10))
  }
}

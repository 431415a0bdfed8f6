import BenchmarkAnalysis

extension Claim {
  static let unfairLockCost = Claim(
    id: "unfair-lock-cost", topic: .costs,
    statement: "Taking and releasing a free unfair lock costs 5 to 10 ns.",
    guide: "tables of what each primitive costs, measured on Apple's processors",
    rule: .all([
      ClaimCondition(
        "a futex with an owner, unfair",
        .cost("locks/uncontended/unfair-futex-owner/inside=0"), .within(5...10))
    ]),
    meaning: ClaimMeaning(
      supported: "The published figure is good for estimates here.",
      refuted: "Measure on the target machine: the published figure is another machine's.",
      depends: "The figure is at the edge of the published band: take it as an order of magnitude.")
  )
}

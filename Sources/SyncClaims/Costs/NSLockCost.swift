import BenchmarkAnalysis

extension Claim {
  static let nsLockCost = Claim(
    id: "ns-lock-cost", topic: .costs,
    statement: "Taking and releasing a free NSLock costs 40 to 60 ns.",
    guide: "tables of what each primitive costs, measured on Apple's processors",
    rule: .all([
      ClaimCondition(
        "NSLock", .cost("locks/uncontended/ns-lock/inside=0"), .within(40...60))
    ]),
    meaning: ClaimMeaning(
      supported: "The published figure is good for estimates here.",
      refuted: """
        Nothing is saved, or lost, as the table says. On Linux an NSLock is a pthread mutex in a class, and \
        costs what that costs: there is no need to avoid it for its price.
        """,
      depends: "The figure is at the edge of the published band: measure on the target machine.")
  )
}

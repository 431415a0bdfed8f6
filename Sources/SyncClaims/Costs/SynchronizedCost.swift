import BenchmarkAnalysis

extension Claim {
  static let synchronizedCost = Claim(
    id: "synchronized-cost", topic: .costs,
    statement: """
      Locking a free object by its address, as @synchronized does, costs 100 to 200 ns (here: a table of \
      recursive locks of our own, for Linux has no @synchronized).
      """,
    guide: "tables of what each primitive costs, measured on Apple's processors",
    rule: .all([
      ClaimCondition(
        "a table of recursive locks by address",
        .cost("locks/uncontended/synchronized-table/inside=0"), .within(100...200))
    ]),
    meaning: ClaimMeaning(
      supported: """
        Finding the lock in a table costs several times the lock: give an object a lock of its own.
        """,
      refuted: """
        Our table costs less; it says what such a table need not cost, and nothing of another system's. It still costs more than a lock of the object's own, \
        which is what to use.
        """,
      depends: "The figure is at the edge of the published band: take it as an order of magnitude.")
  )
}

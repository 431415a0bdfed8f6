import BenchmarkAnalysis

extension Claim {
  static let recursiveLockRecurses = Claim(
    id: "recursive-lock-recurses", topic: .locks,
    statement: """
      A recursive lock lets its owner in again, and others only when it has been released as often.
      """,
    guide: "introductions to locks",
    rule: .each(
      of: "the lock",
      [
        ClaimCondition(
          "NSRecursiveLock, alone", .ended("relock-ns-recursive-lock", .returned), .always),
        nested("NSRecursiveLock, with another thread", "ns-recursive-lock"),
        nested("a recursive pthread mutex, with another thread", "pthread-mutex-recursive"),
        nested("a table of recursive locks, with another thread", "synchronized-table"),
      ]),
    meaning: ClaimMeaning(
      supported: """
        It is safe to call a method of one's own with the lock held. What that method sees may be half \
        changed: recursion keeps others out, not one's own surprises.
        """,
      refuted: "Do not nest sections: no lock that is called recursive kept its word here.",
      depends: "Use only the locks that kept their word, and nest as little as possible.")
  )

  private static func nested(_ label: String, _ primitive: String) -> ClaimCondition {
    ClaimCondition(
      label, .share(of: "locks/nested/\(primitive)/threads=2/depth=2", ending: [.returned]),
      .always)
  }
}

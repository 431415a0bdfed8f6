import BenchmarkAnalysis

extension Claim {
  static let cancelSparesDependents = Claim(
    id: "cancel-spares-dependents", topic: .operations,
    statement: "Cancelling an operation does not cancel those that depend on it: they run.",
    guide: "introductions to operation queues",
    rule: .each(
      of: "when it is cancelled",
      [
        ClaimCondition("before its start", .held("operations/dependent-of-cancelled"), .always),
        ClaimCondition(
          "while it runs", .held("operations/dependent-of-cancelled-while-running"), .always),
      ]),
    meaning: ClaimMeaning(
      supported:
        "A dependant must look whether what it depends on was cancelled: it begins without that "
        + "one's result.",
      refuted:
        "Cancelling the first operation of a chain ends all of it: no dependant begins without "
        + "a result.",
      depends:
        "Dependants run in some cases and not in others: cancel each one that is not to run, "
        + "and have each check what it depends on.")
  )
}

import BenchmarkAnalysis

extension Claim {
  static let sourceCancelSuspended = Claim(
    id: "source-cancel-suspended", topic: .items,
    statement: "Cancelling a suspended source ends the process.",
    guide: "lists of Dispatch's pitfalls",
    rule: .all([
      ClaimCondition(
        "a timer source that was suspended, cancelled and kept",
        .ended("source-cancel-suspended", .crashed), .always)
    ]),
    meaning: ClaimMeaning(
      supported: "Resume a source before cancelling it, and keep count of its suspensions.",
      refuted:
        "The call itself is harmless. A source that is still suspended when it is released is "
        + "another matter: see source-release-suspended.",
      depends: "It ends some processes and spares others: resume a source before cancelling it.")
  )
}

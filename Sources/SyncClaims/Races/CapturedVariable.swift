import BenchmarkAnalysis

extension Claim {
  static let capturedVariable = Claim(
    id: "captured-variable", topic: .races,
    statement: """
      A closure reads a variable that it captures when it runs, and one in its capture list when it is made.
      """,
    guide: "guides to closures on queues",
    rule: .all([
      ClaimCondition(
        "attempts in which the closure saw the value of when it ran",
        .held("races/captured-variable"), .always),
      ClaimCondition(
        "attempts in which the capture list kept the value of when it was made",
        .held("races/capture-list"), .always),
    ]),
    meaning: ClaimMeaning(
      supported: """
        What is to be as it was at submission belongs into the capture list. Swift 6 refuses to share a \
        variable with a closure that runs elsewhere, unless one insists.
        """,
      refuted: "Captures are not what the language says: pass values as arguments.",
      depends: "It came out both ways, which it must not: pass values as arguments.")
  )
}

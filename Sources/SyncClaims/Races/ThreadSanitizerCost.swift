import BenchmarkAnalysis

extension Claim {
  static let threadSanitizerCost = Claim(
    id: "thread-sanitizer-cost", topic: .races,
    statement: """
      The thread sanitizer costs little: code that it watches takes at most twice the time, even where it \
      does nothing but access memory.
      """,
    guide: "guides to finding data races",
    rule: .all([
      ClaimCondition(
        "attempts in which watched increments took at most twice the time of unwatched ones",
        .held("races/watched-code-costs-little"), .atLeast(0.9))
    ]),
    requirements: [
      .condition(
        ClaimCondition(
          "the thread sanitizer", .held("races/thread-sanitizer-in-build"), .always),
        otherwise: """
          this build has no thread sanitizer in it, and a cost takes a build with it and one without: \
          scripts/validate/sanitizer-cost.sh makes both and prints the ratio for some cases
          """)
    ],
    meaning: ClaimMeaning(
      supported: "Leave it on in all tests.",
      refuted: """
        Leave it on in the tests that are about concurrency, and never in a build whose speed is measured. \
        What it costs depends on how much of the time goes into memory accesses; to it, Swift's ^= on a local \
        variable is one.
        """,
      depends: "It is at the edge of twice the time: measure one's own tests with it and without.")
  )
}

import BenchmarkAnalysis

extension Claim {
  static let sourceResumeThenRelease = Claim(
    id: "source-resume-then-release", topic: .items,
    statement: "A suspended source that is cancelled and then resumed can be released.",
    guide: "lists of Dispatch's pitfalls",
    rule: .all([
      ClaimCondition("a timer source", .ended("source-release-resumed", .returned), .always)
    ]),
    meaning: ClaimMeaning(
      supported:
        "Cancel, then resume, then release: that is the safe end of a source that may be "
        + "suspended.",
      refuted: "Resuming is not enough: keep sources for as long as the process lives.",
      depends: "Resuming is not always enough: keep sources for as long as the process lives.")
  )
}

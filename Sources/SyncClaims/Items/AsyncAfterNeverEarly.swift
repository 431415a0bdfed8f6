import BenchmarkAnalysis

extension Claim {
  static let asyncAfterNeverEarly = Claim(
    id: "async-after-never-early", topic: .items,
    statement: "What asyncAfter submits never begins before its instant, by the monotonic clock.",
    guide: "introductions to delayed work",
    rule: .each(
      of: "the delay",
      [
        ClaimCondition(
          "launches in which one came early, 0.1 ms", closuresCameEarly(delay: 100_000), .never),
        ClaimCondition(
          "launches in which one came early, 1 ms", closuresCameEarly(delay: 1_000_000), .never),
        ClaimCondition(
          "launches in which one came early, 10 ms", closuresCameEarly(delay: 10_000_000), .never),
      ]),
    meaning: ClaimMeaning(
      supported:
        "A delay is a lower bound: code may rely on that much time having passed, and on no "
        + "upper bound.",
      refuted: "Read the clock in the closure, and submit it again where it came too early.",
      depends:
        "Some delays are cut short: read the clock in the closure, and submit it again where it "
        + "came too early.")
  )
}

/// The share of launches in which a closure came early: the check of these cases.
private func closuresCameEarly(delay: Int) -> ClaimFigure {
  .share(of: "dispatch/after/async-after/delay=\(delay)", ending: [.brokeItsPromise])
}

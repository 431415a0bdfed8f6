package import BenchmarkStatistics

/// The outcome of an experiment on a claim.
package enum ClaimVerdict: String, Codable, CaseIterable, Sendable {
  /// The claim holds here.
  case supported
  /// The claim does not hold here.
  case refuted
  /// The claim holds at only some values of a parameter, or a figure's interval reaches over the
  /// claim's bound.
  case depends
  /// The experiment could not be made, or says nothing.
  case cannotTell = "cannot-tell"
}

/// A claim with its verdict and the evidence.
package struct ClaimResult: Sendable {
  package let claim: Claim
  package let verdict: ClaimVerdict
  /// The reason of the verdict `depends` or `cannot-tell`; empty for the other verdicts.
  ///
  /// The text is a sentence without its period.
  package let reason: String
  /// The findings, one for each condition, in the rule's order.
  package let evidence: [ClaimEvidence]
  /// Whether nothing can be told because the run's time budget was spent before the last launch of
  /// the claim's cases.
  package var wasCutOff = false
}

/// A condition of a claim, with its figure and the finding.
package struct ClaimEvidence: Equatable, Sendable {
  package let condition: ClaimCondition
  /// The figure with its interval; nil if there is none.
  package let estimate: Estimate?
  /// The figure's position relative to the condition's band.
  package let finding: ClaimFinding
  /// The number of launches that the share counts, then a description of each ending, such as
  /// `2 of 2 launches: killed by SIGILL`; empty unless the figure is a share of endings.
  ///
  /// Without a figure, the number is left out.
  package var seen = ""
}

/// The position of a figure relative to a claim's band.
package enum ClaimFinding: Equatable, Sendable {
  /// All of the interval lies inside the band.
  case inside
  /// All of the interval lies outside the band.
  case outside
  /// The interval reaches over an end of the band.
  case across
  /// There is no figure, or no interval, for the reason given: a sentence without its period.
  case unknown(reason: String)
}

extension ClaimBand {
  /// The position of an estimate relative to the band; an estimate without an interval says
  /// nothing.
  package func finding(of estimate: Estimate) -> ClaimFinding {
    guard let interval = estimate.interval else {
      return .unknown(reason: "it was launched too few times for an interval")
    }
    let (low, high) = (low ?? -.infinity, high ?? .infinity)
    if interval.low >= low, interval.high <= high { return .inside }
    return interval.high < low || interval.low > high ? .outside : .across
  }
}

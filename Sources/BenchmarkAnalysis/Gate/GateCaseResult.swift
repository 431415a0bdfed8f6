package import BenchmarkModel
package import BenchmarkStatistics

/// The verdict of a gate on one case.
package enum GateVerdict: String, Codable, CaseIterable, Sendable {
  /// The case is slower by less than its limit `tolerance`, or not slower.
  case pass
  /// The case is slower, by its limit `effect` or more.
  case fail
  /// The case is faster, by its limit `effect` or more.
  case improved
  /// The measured pairs are not enough to decide.
  case inconclusive
  /// The candidate gave no value: it crashed, hung, or lost updates.
  case invalid
  /// The baseline gave no value, so there is nothing to compare with.
  case error
  /// The gate ended before the case had the pairs of its first look (its first planned decision).
  case notGated = "not-gated"
}

/// The outcome of an expected regression.
package enum RegressionExpectation: Equatable, Sendable {
  /// No regression was expected.
  case none
  /// The regression is there, so the case's verdict `fail` does not fail the build.
  case met(reason: String)
  /// The regression is gone, which is an error: otherwise the next regression would hide behind the
  /// expectation.
  case gone(reason: String)
  /// The case has no verdict on its cost: the pairs are not enough to decide, or a side gave no
  /// value.
  case unclear(reason: String)
}

/// A case of a gate, decided or cut off.
package struct GateCaseResult: Equatable, Sendable {
  /// The case as it was planned.
  package let planned: GateCase
  package let verdict: GateVerdict
  /// The reason of a verdict other than `pass`, `fail` and `improved`; empty for these three.
  package let reason: String
  /// The ratio by which the candidate is worse: 1.1 is 10 % worse; nil without pairs.
  ///
  /// The ratio is the candidate's value divided by the baseline's, or the inverse for a metric of
  /// which higher is better.
  package let ratio: Estimate?
  /// The number of pairs that the verdict and the ratio rest on.
  package let pairs: Int
  /// The number of the look that decided, from 1; nil if no look did, or if a side failed.
  package let look: Int?
  /// The outcome of an expected regression.
  package let expectation: RegressionExpectation

  /// Whether the case fails the build as a regression.
  package var isRegression: Bool { verdict == .fail && expectation == .none }

  /// Whether an expected regression is gone.
  package var isStale: Bool { if case .gone = expectation { true } else { false } }

  init(
    planned: GateCase, decision: GateDecision, failure: (side: PairSide, text: String)?,
    ratio: Estimate?, pairs: Int, looks: [GateLook]
  ) {
    let (first, last) = (looks.first?.pairs ?? 0, looks.last?.pairs ?? 0)
    self.planned = planned
    self.ratio = ratio
    self.pairs = pairs
    look = failure == nil ? decision.look.map { $0 + 1 } : nil
    (verdict, reason) =
      switch decision {
      case _ where failure != nil:
        // Both sides of a sham are the baseline, so a sham's failure is never the candidate's.
        (
          failure?.side == .candidate && planned.role == .gated ? .invalid : .error,
          failure?.text ?? ""
        )
      case .undecided where planned.role == .sham && pairs >= first:
        (.inconclusive, "not told apart in its first \(pairs) pairs")
      case .undecided where planned.role == .sham:
        (.inconclusive, "cut off after \(pairs) of the \(first) pairs of its first look")
      case .undecided where pairs < first:
        (.notGated, "\(pairs) of the \(first) pairs of its first look")
      case .undecided: (.inconclusive, "cut off after \(pairs) of up to \(last) pairs")
      case .inconclusive: (.inconclusive, "undecided after all of the \(last) pairs")
      case .pass: (.pass, "")
      case .fail: (.fail, "")
      case .improved: (.improved, "")
      }
    expectation = RegressionExpectation(planned.limits.expectedRegression, verdict)
  }
}

extension RegressionExpectation {
  fileprivate init(_ reason: String?, _ verdict: GateVerdict) {
    guard let reason else {
      self = .none
      return
    }
    self =
      switch verdict {
      case .fail: .met(reason: reason)
      case .pass, .improved: .gone(reason: reason)
      case .inconclusive, .invalid, .error, .notGated: .unclear(reason: reason)
      }
  }
}

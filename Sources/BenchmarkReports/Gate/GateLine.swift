import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics

/// A case in a gate's report: its verdict in words, the effect on the build, and the likely cause.
struct GateLine {
  let result: GateCaseResult
  /// Whether the case fails the build.
  let failsBuild: Bool
  /// The known facts about the cause of a difference.
  ///
  /// If a sham was told apart, the doubt about the difference comes first.
  let causes: [String]
  /// The regression that the user's limits expect of the case, and whether the case regressed.
  let expectation: [String]

  init(_ result: GateCaseResult, in report: GateReport) {
    let isBelieved = report.evaluation.alarmedShams.isEmpty
    self.result = result
    failsBuild =
      switch result.verdict {
      case .invalid, .error: true
      case .pass, .fail, .improved, .inconclusive, .notGated:
        isBelieved && (result.isRegression || result.isStale)
      }
    let doubt =
      result.isRegression && !isBelieved ? ["not believed, because the sham was told apart"] : []
    let cause = report.causes[result.planned.id]
    let sibling = result.verdict == .fail ? report.sibling(of: result.planned.id) : nil
    // If many cases are slower, events are counted in only some of them, and each of the rest says
    // that it was not counted. If no case was counted (the time budget was spent), none says so.
    let isUncounted = result.verdict == .fail && cause == nil && !report.causes.isEmpty
    causes =
      doubt + (isUncounted ? ["cause not known: this case was not counted"] : [])
      + GateWords.cause(cause, of: result.verdict) + GateWords.sibling(sibling)
      + GateWords.layout(result, cause)
    expectation = Self.words(result.expectation, isBelieved: isBelieved)
  }

  private static func words(_ expectation: RegressionExpectation, isBelieved: Bool) -> [String] {
    switch expectation {
    case .none: []
    case .met(let reason): ["expected: \(reason)"]
    case .gone(let reason) where isBelieved:
      [
        "error: the expected regression is gone (\(reason)); take its entry out of the limits"
      ]
    case .gone(let reason):
      ["the expected regression (\(reason)) did not show, which the sham makes doubtful"]
    case .unclear(let reason):
      ["expected to be slower (\(reason)), which the pairs don't show"]
    }
  }

  /// The verdict, and whether the limits expect the verdict: `FAIL`, `FAIL, expected` or `PASS,
  /// unexpected`.
  var label: String {
    let word = result.verdict.word
    if result.isExpected { return word + ", expected" }
    return result.isStale ? word + ", unexpected" : word
  }

  /// The reason for the verdict, the expectation, and the likely cause.
  var details: [String] {
    (result.reason.isEmpty ? [] : [result.reason]) + faster + expectation + causes
  }

  /// The remark on a case that passed, if its ratio's whole interval is below 1 (faster).
  private var faster: [String] {
    guard result.verdict == .pass, let high = result.ratio?.interval?.high, high < 1 else {
      return []
    }
    return ["faster; it passed before the pairs could tell by how much"]
  }

  /// Whether the case passed, and the limits expect no regression of it.
  var isPlainPass: Bool { result.verdict == .pass && expectation.isEmpty }

  /// The rank of the verdict, the worst first.
  private var rank: Int {
    switch result.verdict {
    case .invalid: 0
    case .fail: result.isRegression ? 1 : 2
    case .error: 3
    case .pass where result.isStale, .improved where result.isStale: 4
    case .inconclusive: 5
    case .improved: 6
    case .pass: 7
    case .notGated: 8
    }
  }

  /// The sort key among cases of one rank, lowest first: the greatest change has the lowest key.
  private var change: Double {
    switch result.verdict {
    case .fail: -(result.ratio?.value ?? 1)
    case .improved: result.ratio?.value ?? 1
    case .pass, .inconclusive, .invalid, .error, .notGated: 0
    }
  }
}

extension GateLine {
  /// The gate's cases, the worst first; cases of equal rank and change are in the plan's order.
  static func sorted(_ report: GateReport) -> [GateLine] {
    report.evaluation.cases.map { GateLine($0, in: report) }.enumerated()
      .sorted { a, b in
        (a.element.rank, a.element.change, a.offset) < (b.element.rank, b.element.change, b.offset)
      }
      .map(\.element)
  }
}

extension GateVerdict {
  /// The verdict's word on screens and pages.
  var word: String {
    switch self {
    case .pass: "PASS"
    case .fail: "FAIL"
    case .improved: "IMPROVED"
    case .inconclusive: "INCONCLUSIVE"
    case .invalid: "INVALID"
    case .error: "ERROR"
    case .notGated: "NOT GATED"
    }
  }
}

extension GateCaseResult {
  /// The ratio to show; nil for INVALID, ERROR and NOT GATED.
  ///
  /// The pairs before a failure are no result, and the pairs of a case that was not gated are too
  /// few.
  var shownRatio: Estimate? {
    [.invalid, .error, .notGated].contains(verdict) ? nil : ratio
  }

  /// Whether the case is slower, as the limits expect.
  var isExpected: Bool { if case .met = expectation { true } else { false } }
}

extension GateEvaluation {
  /// The metric of all the gate's cases; nil if their metrics differ.
  var sharedMetric: String? {
    let metrics = Set(cases.map(\.planned.metric))
    return metrics.count == 1 ? metrics.first : nil
  }
}

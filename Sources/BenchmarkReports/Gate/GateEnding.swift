import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel

/// The ending of a gate's report, for people and CI systems: the cases by verdict, the outcome in a
/// sentence, and the next step.
struct GateEnding {
  private let report: GateReport
  private let lines: [GateLine]

  init(_ report: GateReport) {
    self.report = report
    lines = GateLine.sorted(report)
  }

  /// The cases by verdict, such as `40 cases: 2 FAIL; 38 PASS`.
  var tally: String {
    let parts = lines.grouped(by: \.label).map { "\($0.count) \($0[0].label)" }
    return "\(Words.count(lines.count, "case")): " + parts.joined(separator: "; ")
  }

  /// The outcome in one sentence, without a full stop.
  var sentence: String { outcome + left }

  private var outcome: String {
    switch report.evaluation.outcome {
    case .pass, .partial:
      "none of \(report.evaluation.outcome == .pass ? all : Words.count(gated, "gated case")) "
        + "is slower than its limits allow"
        + (expected > 0 ? ", except \(expected) as expected" : "")
    case .fail:
      areSlower("of \(all)") + " by at least the effect that matters"
    case .invalid:
      "the candidate crashed, hung or lost updates in \(count(.invalid)) of \(all)"
        + (regressions > 0 ? ", and \(areSlower("more"))" : "")
    case .error: errors.joined(separator: "; ")
    case .inconclusive: doubts.joined(separator: "; ")
    }
  }

  /// The number of cases that were not gated, in words.
  private var left: String {
    let left = count(.notGated)
    guard left > 0, left < lines.count else { return "" }
    return
      "; \(left) of \(Words.count(lines.count, "case")) \(left == 1 ? "was" : "were") not gated"
  }

  /// The next step; nil if nothing is left to do.
  var next: String? {
    switch report.evaluation.outcome {
    case .pass: nil
    case .fail:
      "mend the candidate, or mark an intended slowdown with `expect: regression` and a reason (--config)"
    case .invalid: "mend the candidate: figures of code that loses updates or dies mean nothing"
    case .error:
      hasNoValue
        ? "see why the baseline gave no value, and measure again"
        : "take the entries that are no longer true out of the limits (--config)"
    case .inconclusive: remedy
    case .partial: "\(more), or select fewer cases, those that matter first"
    }
  }

  // MARK: Counts

  private var gated: Int { lines.count - count(.notGated) }
  private var all: String { Words.count(gated, "case") }
  private func count(_ verdict: GateVerdict) -> Int {
    lines.count { $0.result.verdict == verdict }
  }
  private var regressions: Int { lines.count { $0.failsBuild && $0.result.isRegression } }
  private func areSlower(_ what: String) -> String {
    "\(regressions) \(what) \(regressions == 1 ? "is" : "are") slower"
  }
  private var expected: Int {
    lines.count { $0.result.isExpected }
  }
  private var isAlarmed: Bool { !report.evaluation.alarmedShams.isEmpty }
  private var failedShams: Int { report.evaluation.shams.count { $0.verdict == .error } }
  private var hasNoValue: Bool { count(.error) + failedShams > 0 }

  // MARK: Errors and doubts

  private var errors: [String] {
    let gone = lines.count { $0.failsBuild && $0.result.isStale }
    var errors: [String] = []
    if count(.error) > 0 {
      errors.append(
        "the baseline gave no value in \(count(.error)) of \(all), so there is nothing to compare with"
      )
    }
    if failedShams > 0 { errors.append("the sham gave no value") }
    if gone > 0 {
      errors.append(
        "\(Words.count(gone, "expected regression is", "expected regressions are")) gone")
    }
    return errors
  }

  private var doubts: [String] {
    let undecided = count(.inconclusive)
    let cut = GateRemarks(report: report).cut.map { ", because \($0)" } ?? ""
    var doubts: [String] = []
    if isAlarmed {
      doubts.append(
        "the sham was told apart: this machine makes one executable look like two, and no verdict on times "
          + "can be believed")
    }
    if undecided > 0 {
      doubts.append("\(undecided) of \(all) \(undecided == 1 ? "is" : "are") undecided\(cut)")
    }
    if gated == 0 { doubts.append("no case was gated\(cut)") }
    return doubts
  }

  private var remedy: String {
    if isAlarmed { return "measure again on a quieter machine" }
    if gated == 0 { return "\(more), select fewer cases, or use a quieter machine" }
    let rest = "use a quieter machine, or allow a wider tolerance (--config)"
    return switch report.end {
    // All pairs were measured, so a larger budget gives no more pairs.
    case .complete: rest
    case .interrupted: "let the gate run to its end; if that tells no more, \(rest)"
    case .budgetSpent, .measuring, nil: "\(more), \(rest)"
    }
  }

  private var more: String {
    report.end == .interrupted ? "let the gate run to its end" : "give the gate a larger --budget"
  }
}

extension GateOutcome {
  /// The outcome's word on screens and pages.
  var word: String {
    switch self {
    case .pass: "PASS"
    case .fail: "FAIL"
    case .invalid: "INVALID"
    case .error: "ERROR"
    case .inconclusive: "INCONCLUSIVE"
    case .partial: "PARTIAL"
    }
  }
}

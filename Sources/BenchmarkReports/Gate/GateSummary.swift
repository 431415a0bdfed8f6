public import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel

/// A whole gate, for the formats of CI systems.
public struct GateSummary: Equatable, Sendable {
  /// What was compared with what, in one line.
  public let title: String
  /// The verdict over all.
  public let outcome: GateOutcome
  /// The cases.
  public let findings: [GateFinding]
  /// What else has to be said, a line each: added and removed cases, a sham that was told apart.
  public let notes: [String]
  /// What the gate took, in ns; nil where that is not known.
  public let elapsedNanoseconds: UInt64?
  /// What a finding is, in words: a case, or a count of a case.
  public let noun: String

  /// Makes a summary of its parts.
  public init(
    title: String, outcome: GateOutcome, findings: [GateFinding], notes: [String] = [],
    elapsedNanoseconds: UInt64? = nil, noun: String = "case"
  ) {
    self.noun = noun
    self.title = title
    self.outcome = outcome
    self.findings = findings
    self.notes = notes
    self.elapsedNanoseconds = elapsedNanoseconds
  }
}

extension GateSummary {
  /// The summary of a gate on times: a finding a case, the worst first.
  public init(report: GateReport) {
    let remarks = GateRemarks(report)
    let showsMetric = report.evaluation.sharedMetric == nil
    let cases = GateLine.sorted(report).map { GateFinding($0, showsMetric: showsMetric) }
    // A sham without a value, or one that was told apart, decides the outcome, so that a test report must
    // have it too.
    let failed = report.evaluation.shams.filter { $0.verdict == .error }
    let shams = (failed + report.evaluation.alarmedShams).map {
      GateFinding(sham: $0, showsMetric: showsMetric)
    }
    self.init(
      title: remarks.title, outcome: report.evaluation.outcome, findings: shams + cases,
      notes: Self.notes(report, remarks), elapsedNanoseconds: report.elapsedNanoseconds)
  }

  private static func notes(_ report: GateReport, _ remarks: GateRemarks) -> [String] {
    let ending = GateEnding(report)
    var notes = [ending.meaning]
    if let next = ending.next { notes.append("next: \(next)") }
    if let cut = remarks.cut, report.evaluation.outcome != .inconclusive { notes.append(cut) }
    notes += report.machine.map { ["machine: \($0)"] } ?? []
    notes += report.warnings.map { "warning: \($0)" }
    notes += remarks.shams.map { "sham: \($0.text)" }
    // Each of them is a finding too.
    notes += remarks.notGated.map { ["\($0.heading): \($0.names.count)"] } ?? []
    notes += remarks.outside.map { cases in
      "\(cases.heading): " + GateWords.list(cases.names).joined(separator: ", ")
    }
    if let repeated = remarks.repeated { notes.append(repeated) }
    if let places = remarks.places { notes.append("places: \(places)") }
    if let folder = report.folder { notes.append("raw rows: \(folder)") }
    return notes
  }
}

extension GateFinding {
  fileprivate init(_ line: GateLine, showsMetric: Bool) {
    let id = line.result.planned.id
    self.init(
      name: id.description, suite: id.suite, verdict: line.result.verdict,
      failsBuild: line.failsBuild,
      figures: GateWords.figures(line.result, showsMetric: showsMetric), details: line.details)
  }

  fileprivate init(sham: GateCaseResult, showsMetric: Bool) {
    let id = sham.planned.id
    self.init(
      name: "\(id) (sham)", suite: id.suite,
      verdict: sham.verdict == .error ? .error : .inconclusive,
      failsBuild: sham.verdict == .error,
      figures: GateWords.figures(sham, showsMetric: showsMetric),
      details: sham.verdict == .error
        ? [sham.reason]
        : ["told apart from itself: no time that was measured here can be believed"],
      isSham: true)
  }
}

extension GateFinding {
  /// The verdict's word: one that fails the build does not read as passed.
  var label: String {
    switch verdict {
    case .pass where failsBuild, .improved where failsBuild: GateWords.verdict(.error)
    case .fail where !failsBuild: "FAIL, fails nothing"
    case .pass, .fail, .improved, .inconclusive, .invalid, .error, .notGated:
      GateWords.verdict(verdict)
    }
  }
}

extension GateSummary {
  /// The notes that say more than the sentence.
  var furtherNotes: [String] { notes.filter { $0 != sentence } }

  /// The outcome in one sentence, without its end.
  var sentence: String {
    let left = findings.count { $0.verdict == .notGated }
    let planned = findings.count { !$0.isSham }
    let all = Words.count(planned - left, left == 0 ? noun : "gated \(noun)")
    let failing = findings.count(where: \.failsBuild)
    let undecided = findings.count { $0.verdict == .inconclusive && !$0.isSham }
    switch outcome {
    case .pass: return "None of \(all) fails the build"
    case .fail, .invalid, .error:
      return "\(failing) of \(all) \(failing == 1 ? "fails" : "fail") the build"
    case .partial:
      return "None of \(all) fails the build; \(left) of \(planned) were not gated"
    case .inconclusive where undecided == 0 && left > 0 && !findings.contains(where: \.isSham):
      return "None of \(Words.count(planned, noun)) was gated"
    case .inconclusive where undecided == 0 || findings.contains(where: \.isSham):
      return "Nothing that was measured can be believed"
    case .inconclusive:
      return "\(undecided) of \(all) \(undecided == 1 ? "is" : "are") undecided"
    }
  }
}

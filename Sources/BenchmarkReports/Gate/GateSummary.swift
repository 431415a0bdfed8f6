package import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel

/// A whole gate, for the formats of CI systems.
package struct GateSummary: Equatable, Sendable {
  /// The two executables, in one line.
  package let title: String
  /// The outcome of the whole gate.
  package let outcome: GateOutcome
  /// The outcome in one sentence without a full stop, as at the end of the gate's text.
  package let sentence: String
  /// The cases and, in a gate of times, the shams that ended in an error or were told apart.
  package let findings: [GateFinding]
  /// The remarks, with a line for each, such as the next step, the result of each sham (the
  /// baseline against itself), and added and removed cases.
  package var notes: [String] = []
  /// The duration of the gate, in ns; nil if it is not known.
  package var elapsedNanoseconds: UInt64?

  /// The name in the heading of all formats.
  static let name = "syncbench gate"
}

/// A line of a gate of times or of counts, for the formats of CI systems.
package struct GateFinding: Equatable, Sendable {
  /// The case's name, followed by the quantity in a gate of counts.
  package let name: String
  /// The case's suite, by which test reports are grouped.
  package let suite: String
  package let verdict: GateVerdict
  /// Whether this line fails the build.
  package let failsBuild: Bool
  /// The figures in one line, such as `12 % slower (9 to 15 %), 28 pairs`.
  package let figures: String
  /// Further lines, such as the likely cause or the reason for the verdict.
  package var details: [String] = []
}

extension GateSummary {
  /// Makes the summary of a gate of times: a finding for each case, the worst first, after the
  /// findings of shams that ended in an error or were told apart.
  package init(report: GateReport) {
    let remarks = GateRemarks(report: report)
    let ending = GateEnding(report)
    let showsMetric = report.evaluation.sharedMetric == nil
    let cases = GateLine.sorted(report).map { GateFinding($0, showsMetric: showsMetric) }
    // A sham without a value, or a sham that was told apart, decides the outcome, so a test report
    // must have the sham too.
    let failed = report.evaluation.shams.filter { $0.verdict == .error }
    let shams = (failed + report.evaluation.alarmedShams).map {
      GateFinding(sham: $0, showsMetric: showsMetric)
    }
    self.init(
      title: remarks.title, outcome: report.evaluation.outcome, sentence: ending.sentence,
      findings: shams + cases, notes: Self.notes(report, remarks, next: ending.next),
      elapsedNanoseconds: report.elapsedNanoseconds)
  }

  private static func notes(
    _ report: GateReport, _ remarks: GateRemarks, next: String?
  ) -> [String] {
    var notes = next.map { ["next: \($0)"] } ?? []
    if let cut = remarks.cut, report.evaluation.outcome != .inconclusive { notes.append(cut) }
    notes += report.machine.map { ["machine: \($0)"] } ?? []
    notes += report.warnings.map { "warning: \($0)" }
    notes += remarks.shams.map { "sham: \($0.text)" }
    // Each case that was not gated is a finding too, so the notes have only the number of such
    // cases.
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
        : ["told apart from itself: no time that was measured here can be believed"])
  }
}

extension GateFinding {
  /// The word for the verdict.
  ///
  /// A case that is not slower fails the build if the limits expect it to be slower: an error.
  var label: String {
    switch verdict {
    case .pass where failsBuild, .improved where failsBuild: GateVerdict.error.word
    case .fail where !failsBuild: "FAIL, does not fail the build"
    case .pass, .fail, .improved, .inconclusive, .invalid, .error, .notGated:
      verdict.word
    }
  }
}

package import BenchmarkAnalysis
import BenchmarkModel

extension GateSummary {
  /// Makes the summary of a gate of counts, for the formats of CI systems.
  package init(countGate gate: CountGate) {
    let outside = [("added", gate.added), ("removed", gate.removed)].flatMap { word, ids in
      ids.map { "\(word), not gated: \($0)" }
    }
    self.init(
      title: CountGateText.title(gate), outcome: gate.outcome,
      sentence: CountGateText.tally(gate), findings: gate.lines.map(GateFinding.init),
      notes: outside + gate.notes)
  }
}

extension GateFinding {
  /// Makes the finding of a case's quantity, or of a case that failed as a whole.
  init(_ line: CountGateLine) {
    let quantity = line.quantity.map { " \($0.rawValue)" } ?? ""
    self.init(
      name: line.id.description + quantity, suite: line.id.suite,
      verdict: GateVerdict(line.verdict),
      failsBuild: line.verdict == .fail || line.verdict == .invalid, figures: Self.figures(line),
      details: line.reason.isEmpty ? [] : [line.reason])
  }

  private static func figures(_ line: CountGateLine) -> String {
    guard let quantity = line.quantity else { return "it failed" }
    guard let baseline = line.baseline, let now = line.now else { return "not compared" }
    let change = CountGateText.change(line)
    return "\(CountGateText.figure(now)) \(quantity.rawValue) per operation, "
      + "baseline \(CountGateText.figure(baseline))" + (change.isEmpty ? "" : " (\(change))")
  }
}

extension GateVerdict {
  /// Makes the verdict of a count: a quantity that could not be compared is inconclusive, and does
  /// not fail the build.
  fileprivate init(_ verdict: CountVerdict) {
    self =
      switch verdict {
      case .pass: .pass
      case .fail: .fail
      case .improved: .improved
      case .notAvailable: .inconclusive
      case .invalid: .invalid
      }
  }
}

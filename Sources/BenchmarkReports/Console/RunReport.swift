public import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics

/// What a run was and how it went, in a few lines.
public struct RunReport {
  private let summary: RunSummary
  private let palette: Palette

  /// Makes the report of a run.
  public init(_ summary: RunSummary, palette: Palette) {
    self.summary = summary
    self.palette = palette
  }

  /// The machine, the profile, the warnings and the counts.
  public func render() -> String {
    let document = summary.document
    var text = "\(document.host): \(document.environment.caption)\n"
    text += "profile \(document.plan.profile), seed \(document.plan.seed), \(progress)\n"
    for warning in document.warnings { text += palette.caution("warning: ") + warning + "\n" }
    return text + counts
  }

  private var progress: String {
    let document = summary.document
    let blocks = "\(document.plan.blocks) launches a case at most"
    switch document.state {
    case .complete: return "\(blocks), complete"
    case .measuring: return "\(blocks), not finished: continue with --resume"
    case .interrupted: return "\(blocks), interrupted: continue with --resume"
    case .budgetSpent: return "\(blocks), ended by its budget"
    }
  }

  private var counts: String {
    let cases = summary.cases
    let valid = cases.filter { $0.status == .valid }
    let caught = cases.filter(\.isCaughtControl)
    var text = "\(cases.count) cases: \(valid.count) valid"
    if !caught.isEmpty { text += ", \(caught.count) negative controls caught" }
    let left = cases.filter { $0.reason == notMeasuredReason }
    if !left.isEmpty { text += ", \(left.count) not measured" }
    text += "; \(tightness(valid))\n"
    for summary in cases where summary.isMissedControl {
      text +=
        palette.alarm("control not caught: ")
        + "\(summary.id): its check proved nothing here (do its threads share one CPU?)\n"
    }
    for summary in summary.unexpected {
      text +=
        palette.alarm(summary.status.rawValue.uppercased()) + " \(summary.id): \(summary.reason)\n"
    }
    return text
  }

  /// The share of ranked cases whose interval is within 5 % of their value.
  private func tightness(_ valid: [CaseSummary]) -> String {
    let intervals = summary.suites.flatMap { suite in
      suite.cases.compactMap { summary -> Double? in
        guard summary.status == .valid, let column = suite.primaryMetric(of: summary.id.workload),
          let estimate = summary.metrics[column.name]?.estimate, let interval = estimate.interval
        else { return nil }
        return interval.relativeHalfWidth(around: estimate.value)
      }
    }
    guard !intervals.isEmpty else { return "no intervals: they need five launches a case" }
    let tight = intervals.count { $0 <= 0.05 }
    return "\(tight) of \(intervals.count) ranked cases have an interval within ±5 %"
  }
}

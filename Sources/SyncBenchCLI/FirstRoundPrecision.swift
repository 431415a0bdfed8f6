import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkRunner

/// Says how wide the intervals are that a run's blocks gave, of what each case is ranked by.
struct FirstRoundPrecision: PrecisionJudging {
  func relativeHalfWidths(of run: Run) -> [Double?] {
    let summary = Summarizer(run).summary()
    var widths: [CaseID: Double] = [:]
    for suite in summary.suites {
      for summary in suite.cases {
        guard let column = suite.primaryMetric(of: summary.id.workload),
          let estimate = summary.metrics[column.name]?.estimate, let interval = estimate.interval
        else { continue }
        widths[summary.id] = interval.relativeHalfWidth(around: estimate.value)
      }
    }
    return run.document.plan.cases.map { widths[$0.id] }
  }
}

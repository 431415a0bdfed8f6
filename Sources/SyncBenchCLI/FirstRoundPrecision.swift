import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkRunner

/// Says how wide the intervals are that a run's blocks gave, of what each case is ranked by.
struct FirstRoundPrecision: PrecisionJudging {
  func relativeHalfWidths(of run: Run) -> [Double?] {
    var widths: [CaseID: Double] = [:]
    for suite in Summarizer(run).summary().suites {
      for summary in suite.cases { widths[summary.id] = suite.relativeHalfWidth(of: summary) }
    }
    return run.document.plan.cases.map { widths[$0.id] }
  }
}

public import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics

/// A run's rankings for a terminal.
public struct RankingReport {
  private let summary: RunSummary
  private let palette: Palette

  /// Makes the report of a run.
  public init(_ summary: RunSummary, palette: Palette) {
    self.summary = summary
    self.palette = palette
  }

  /// Every ranking of every suite, then what was not ranked and why.
  public func render() -> String {
    summary.suites.map(render).joined(separator: "\n")
  }

  private func render(_ suite: SuiteSummary) -> String {
    var text = palette.heading(suite.table.suite) + "\n"
    for ranking in suite.rankings() where !ranking.ranked.isEmpty {
      text += "\n  " + heading(ranking) + "\n" + table(ranking)
    }
    if !suite.unrankedMetrics.isEmpty { text += "\n" + neutralTable(suite) }
    // What a stopped run left out is counted in its heading: a list of it would hide the rest.
    let left = suite.cases.filter { $0.status == .invalid || $0.status == .failed }
    if !left.isEmpty { text += "\n" + left.map(line).joined() }
    return text
  }

  private func heading(_ ranking: Ranking) -> String {
    let direction =
      ranking.column.polarity == .higherIsBetter ? "higher is better" : "lower is better"
    return "\(ranking.situation)  " + palette.faint("\(ranking.column.name), \(direction)")
  }

  private func table(_ ranking: Ranking) -> String {
    var table = TableText([
      ("#", .right), ("primitive", .left), (ranking.column.name, .right), ("95 %", .left),
      ("× best", .right), ("", .left),
    ])
    for (index, entry) in ranking.ranked.enumerated() {
      let isTied =
        ranking.hasPlaces && index > 0 && entry.place == ranking.ranked[index - 1].place
      let notes = (isTied ? ["not told apart from the one above"] : []) + entry.summary.notes
      table.add([
        ranking.hasPlaces ? String(entry.place) : "–", entry.summary.id.primitive,
        Figures.text(entry.metric.estimate.value, column: ranking.column),
        Figures.spread(entry.metric.estimate), Figures.digits(entry.ratioToBest),
        notes.joined(separator: "; "),
      ])
    }
    return table.render(indent: "    ")
  }

  /// Cases whose metrics have no better direction, such as nice values: shown, not ranked.
  private func neutralTable(_ suite: SuiteSummary) -> String {
    var table = TableText([("case", .left), ("metric", .left), ("value", .right), ("95 %", .left)])
    for (summary, column, metric) in suite.unrankedMetrics {
      table.add([
        summary.id.description, column.name,
        Figures.text(metric.estimate.value, column: column), Figures.spread(metric.estimate),
      ])
    }
    return table.render()
  }

  private func line(_ summary: CaseSummary) -> String {
    let word =
      summary.isCaughtControl
      ? palette.faint("control, \(summary.status.rawValue) as it must be")
      : palette.alarm(summary.status.rawValue.uppercased())
    return "  \(summary.id)  \(word): \(Printable.text(summary.reason))\n"
  }
}

extension SuiteSummary {
  /// The metrics of valid cases whose workload has no metric to rank by.
  fileprivate var unrankedMetrics: [(CaseSummary, MetricColumn, MetricSummary)] {
    cases.filter { $0.status == .valid && primaryMetric(of: $0.id.workload) == nil }
      .flatMap { summary in
        table.columns.compactMap { column in
          summary.metrics[column.name].map { (summary, column, $0) }
        }
      }
  }
}

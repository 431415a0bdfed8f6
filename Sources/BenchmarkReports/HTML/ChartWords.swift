import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// The contents of charts in words, for readers who don't see the charts.
package struct ChartWords {
  private let runs: Int
  private let rankings: [String: [Ranking]]

  /// Makes the words for charts of the runs, with figures of the first run.
  package init(_ runs: [ReportedRun]) {
    self.runs = runs.count
    rankings = Dictionary(
      firsts: runs.first.map { zip($0.summary.suites, $0.rankings).map { ($0.table.suite, $1) } }
        ?? [])
  }

  /// The title of a chart: its summary, with a capital letter.
  package static func title(of chart: Chart) -> String {
    chart.summary.prefix(1).uppercased() + chart.summary.dropFirst()
  }

  /// The summary and the key figures: for up to three workloads, the best and the last primitive in
  /// the workload's situation with the most primitives.
  package func text(of chart: Chart) -> String {
    let sides = runs > 1 ? " \(runs) runs side by side; the figures are the first one's." : ""
    let sentences = mostRanked(chart).map(sentence)
    let rest = chart.source.suite == nil ? [] : ["The tables below have all figures."]
    return ([Self.title(of: chart) + "." + sides] + sentences + rest).joined(separator: " ")
  }

  /// The situation with the most primitives, for each of the first three workloads whose ranked
  /// metric the chart draws; of several such situations the first.
  private func mostRanked(_ chart: Chart) -> [(
    situation: String, ranked: [RankedCase], column: MetricColumn
  )] {
    let drawn = (chart.source.suite.flatMap { rankings[$0] } ?? []).filter { ranking in
      guard let workload = ranking.ranked.first?.summary.id.workload else { return false }
      return (chart.source.workloads.isEmpty || chart.source.workloads.contains(workload))
        && (chart.metrics.isEmpty || chart.metrics.contains(ranking.column.name))
    }
    return drawn.grouped(by: \.workload).prefix(Self.mostSituations).map { same in
      let ranking = same.dropFirst().reduce(same[0]) {
        $1.ranked.count > $0.ranked.count ? $1 : $0
      }
      return (
        ranking.situation,
        ranking.ranked.filter { ranked in
          let name = ranked.summary.id.primitive
          return ranked.role == .contender && !chart.leavesOut.contains { name.contains($0) }
        }, ranking.column
      )
    }.filter { $0.ranked.count > 1 }
  }

  private static let mostSituations = 3

  private func sentence(_ situation: String, _ ranked: [RankedCase], _ column: MetricColumn)
    -> String
  {
    func figure(_ ranked: RankedCase) -> String {
      let text = Quantity(column).text(ranked.metric.estimate)
      return "\(ranked.summary.id.primitive), \(text)"
    }
    return "In \(situation) the best of \(ranked.count) is \(figure(ranked[0])), the last "
      + "\(figure(ranked[ranked.count - 1]))."
  }
}

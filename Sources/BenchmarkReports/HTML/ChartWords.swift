import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// What charts show in words, for those who don't see them.
package struct ChartWords {
  private let runs: Int
  private let rankings: [String: [Ranking]]

  /// Looks at the runs that the charts draw; of several, the first one's figures are given.
  package init(_ runs: [ReportedRun]) {
    self.runs = runs.count
    rankings = Dictionary(
      firsts: runs.first.map { zip($0.summary.suites, $0.rankings).map { ($0.table.suite, $1) } }
        ?? [])
  }

  /// What a chart is called: its summary, with a capital letter.
  package static func title(of chart: Chart) -> String {
    chart.summary.prefix(1).uppercased() + chart.summary.dropFirst()
  }

  /// What is shown and its key figures: the best and the last of the situations that most primitives are
  /// measured in.
  package func text(of chart: Chart) -> String {
    let sides = runs > 1 ? " \(runs) runs side by side; the figures are the first one's." : ""
    let sentences = mostRanked(chart).map(sentence)
    let rest = chart.source.suite == nil ? [] : ["The tables below have all figures."]
    return ([Self.title(of: chart) + "." + sides] + sentences + rest).joined(separator: " ")
  }

  /// For each workload of a chart the situation of most primitives, the first of those; none where the chart draws
  /// something else than what they are ranked by.
  private func mostRanked(_ chart: Chart) -> [(
    situation: String, ranked: [RankedCase], column: MetricColumn
  )] {
    var best: [String: Ranking] = [:]
    var order: [String] = []
    for ranking in chart.source.suite.flatMap({ rankings[$0] }) ?? [] {
      guard let workload = ranking.ranked.first?.summary.id.workload,
        chart.source.workloads.isEmpty || chart.source.workloads.contains(workload),
        chart.metrics.isEmpty || chart.metrics.contains(ranking.column.name)
      else { continue }
      if best[workload] == nil { order.append(workload) }
      if let known = best[workload], known.ranked.count >= ranking.ranked.count { continue }
      best[workload] = ranking
    }
    return order.prefix(Self.mostSituations).compactMap { best[$0] }.map { ranking in
      (
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

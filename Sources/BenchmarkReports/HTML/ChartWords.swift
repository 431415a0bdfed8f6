public import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics

/// What a chart is called and what it shows, for those who don't see it.
public enum ChartWords {
  /// The chart's title.
  public static func title(of chart: Chart) -> String {
    titles[chart.name] ?? chart.name.split(separator: "-").joined(separator: " ")
  }

  private static let titles = [
    "locks": "What a lock costs", "locks-threads": "What a lock costs as threads are added",
    "locks-waits": "How long threads wait for a lock",
    "locks-fairness": "Fairness against throughput of locks",
    "sync": "Serial against concurrent queues", "barrier": "Readers and writers",
    "concurrent-perform": "Speed-up of parallel loops", "qos": "Quality of service",
  ]

  /// What is shown and its key figures: the best and the worst of the situations that most primitives are
  /// measured in.
  public static func text(of chart: Chart, _ summary: RunSummary) -> String {
    guard let suite = summary.suites.first(where: { $0.table.suite == chart.suite }) else {
      return "Drawn from the suite \(chart.suite)."
    }
    let rankings = suite.rankings().filter { ranking in
      ranking.ranked.count > 1
        && ranking.ranked.first.map { chart.workloads.contains($0.summary.id.workload) } ?? false
    }
    let shown = mostRanked(rankings)
    guard !shown.isEmpty else {
      return "Drawn from the suite \(chart.suite). The tables below have the figures."
    }
    return "Drawn from the suite \(chart.suite). " + shown.map(sentence).joined(separator: " ")
      + " The tables below have all figures."
  }

  /// For each workload the situation of most primitives, the first of those.
  private static func mostRanked(_ rankings: [Ranking]) -> [Ranking] {
    var best: [String: Ranking] = [:]
    var order: [String] = []
    for ranking in rankings {
      let workload = ranking.ranked[0].summary.id.workload
      if best[workload] == nil { order.append(workload) }
      if let known = best[workload], known.ranked.count >= ranking.ranked.count { continue }
      best[workload] = ranking
    }
    return order.prefix(mostSituations).compactMap { best[$0] }
  }

  private static let mostSituations = 3

  private static func sentence(_ ranking: Ranking) -> String {
    let ranked = ranking.ranked
    let column = ranking.column
    func figure(_ ranked: RankedCase) -> String {
      let estimate = ranked.metric.estimate
      let range = estimate.interval.map {
        " (\(Figures.text($0.low, column: column)) to \(Figures.text($0.high, column: column)))"
      }
      return "\(ranked.summary.id.primitive), \(Figures.text(estimate.value, column: column))"
        + (range ?? "")
    }
    return "In \(ranking.situation) the best of \(ranked.count) is \(figure(ranked[0])), the last "
      + "\(figure(ranked[ranked.count - 1]))."
  }
}

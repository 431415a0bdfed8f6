public import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics

/// A run's rankings for a terminal.
public struct RankingReport {
  private let summary: RunSummary
  private let palette: Palette
  private let selection: TableSelection

  /// Makes the report of a run, or of the part of it that is selected.
  public init(
    _ summary: RunSummary, palette: Palette, selection: TableSelection = TableSelection()
  ) {
    self.summary = summary
    self.palette = palette
    self.selection = selection
  }

  /// Every ranking of every suite, then what was not ranked and why, then the suite's section, if it
  /// has one.
  public func render(sections: [String: String] = [:]) -> String {
    summary.suites.filter { $0.cases.contains { selection.contains($0.id) } }.map { suite in
      render(suite) + (sections[suite.table.suite].map { "\n" + $0 } ?? "")
    }.joined(separator: "\n")
  }

  private func render(_ suite: SuiteSummary) -> String {
    var text = palette.heading(suite.table.suite) + "\n"
    let rankings = suite.rankings().map { $0.selecting(selection.contains) }
    for ranking in rankings where !ranking.ranked.isEmpty {
      text += "\n  " + heading(ranking) + "\n" + table(ranking, suite.table)
    }
    let neutral = suite.unrankedMetrics.filter { selection.contains($0.0.id) }
    if !neutral.isEmpty { text += "\n" + table(ofNeutral: neutral) }
    // What a stopped run left out is counted in its heading: a list of it would hide the rest.
    let left = suite.cases.filter {
      [.invalid, .failed, .disturbed].contains($0.status) && selection.contains($0.id)
    }
    if !left.isEmpty { text += "\n" + left.map(line).joined() }
    for primitive in suite.brokenPrimitives.sorted() { text += distrust(primitive, in: suite) }
    return text
  }

  private func heading(_ ranking: Ranking) -> String {
    let direction =
      ranking.column.polarity == .higherIsBetter ? "higher is better" : "lower is better"
    return "\(ranking.situation)  " + palette.faint("\(ranking.column.name), \(direction)")
  }

  private func table(_ ranking: Ranking, _ described: SuiteTable) -> String {
    let kinds = ranking.ranked.map { entry in
      TraitText.brief(described.description(of: entry.summary.id.primitive))
    }
    // A run from before primitives were described, or a suite whose primitives declare nothing.
    let hasKinds = kinds.contains { !$0.isEmpty }
    let beside = columnsBeside(ranking, described)
    var table = TableText(
      [
        ("#", .right), ("primitive", .left), (ranking.column.name, .right), ("95 %", .left),
        ("× best", .right),
      ] + beside.map { ($0.name, .right) } + (hasKinds ? [("kind", .left)] : []))
    for (entry, kind) in zip(ranking.ranked, kinds) {
      table.add(
        [
          ranking.hasPlaces ? String(entry.place) : "–", entry.summary.id.primitive,
          Figures.text(entry.metric.estimate.value, column: ranking.column),
          spread(entry.metric, ranking.column), Figures.digits(entry.ratioToBest),
        ] + beside.map { figure(entry.summary, $0) } + (hasKinds ? [kind] : []))
    }
    return table.render(indent: "    ", notes: ranking.ranked.indices.map { notes($0, ranking) })
  }

  /// What the workload is about beside what it is ranked by, where any case has it.
  private func columnsBeside(_ ranking: Ranking, _ described: SuiteTable) -> [MetricColumn] {
    described.columns.filter { column in
      column.isBesideRanking && column.name != ranking.column.name
        && ranking.ranked.contains { $0.summary.metrics[column.name] != nil }
    }
  }

  private func figure(_ summary: CaseSummary, _ column: MetricColumn) -> String {
    summary.metrics[column.name].map { Figures.text($0.estimate.value, column: column) } ?? ""
  }

  private func spread(_ metric: MetricSummary, _ column: MetricColumn) -> String {
    Figures.spread(metric.estimate) { Figures.text($0, column: column) }
  }

  private func notes(_ index: Int, _ ranking: Ranking) -> String {
    let entry = ranking.ranked[index]
    let isTied = ranking.hasPlaces && index > 0 && entry.place == ranking.ranked[index - 1].place
    let notes = (isTied ? ["not told apart from the one above"] : []) + entry.summary.notes
    return notes.joined(separator: "; ")
  }

  /// Cases whose metrics have no better direction, such as nice values: shown, not ranked.
  private func table(
    ofNeutral metrics: [(CaseSummary, MetricColumn, MetricSummary)]
  ) -> String {
    var table = TableText([("case", .left), ("metric", .left), ("value", .right), ("95 %", .left)])
    for (summary, column, metric) in metrics {
      // A median of the few invocations that had it would read as one of all.
      let part =
        metric.invocations < summary.invocations
        ? "in \(metric.invocations) of \(summary.invocations) invocations" : ""
      table.add([
        summary.id.description, column.name,
        Figures.text(metric.estimate.value, column: column),
        [spread(metric, column), part].filter { !$0.isEmpty }.joined(separator: ", "),
      ])
    }
    return table.render()
  }

  /// Why the valid cases of a broken primitive are in no ranking.
  private func distrust(_ primitive: String, in suite: SuiteSummary) -> String {
    let valid = suite.cases.count {
      $0.id.primitive == primitive && $0.status == .valid && selection.contains($0.id)
    }
    guard valid > 0 else { return "" }
    return
      "  \(primitive): its \(valid) valid cases are not ranked, for it broke its promise above\n"
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
        table.columns.filter { !$0.isCounted }.compactMap { column in
          summary.metrics[column.name].map { (summary, column, $0) }
        }
      }
  }
}

public import BenchmarkAnalysis
public import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// A run's rankings, suite by suite.
public struct RankingReport {
  private let summary: RunSummary
  private let selection: TableSelection
  private let listsOtherPlaces: Bool

  /// Makes the report of a run, or of the part of it that is selected.
  ///
  /// - Parameters:
  ///   - summary: The run, summed up.
  ///   - selection: The part.
  ///   - listsOtherPlaces: Whether a row says what its case cost in the other places.
  public init(
    _ summary: RunSummary, selection: TableSelection = TableSelection(),
    listsOtherPlaces: Bool = false
  ) {
    self.summary = summary
    self.selection = selection
    self.listsOtherPlaces = listsOtherPlaces
  }

  /// Every ranking of every suite, then what was not ranked and why, then the suite's section, if it
  /// has one.
  public func document(sections: [String: Document] = [:]) -> Document {
    .spaced(
      summary.suites.filter { $0.cases.contains { selection.contains($0.id) } }.map { suite in
        .spaced([document(suite), sections[suite.table.suite] ?? []])
      })
  }

  private func document(_ suite: SuiteSummary) -> Document {
    var page: Document = [.heading("\(suite.table.suite)")]
    let rankings = suite.rankings().map { $0.selecting(selection.contains) }
    for ranking in rankings where !ranking.ranked.isEmpty {
      page += [
        .space, .heading("\(ranking.situation)", level: 2, beside: Self.explanation(ranking)),
        .table(table(ranking, suite.table)),
      ]
    }
    let neutral = suite.unrankedMetrics.filter { selection.contains($0.0.id) }
    if !neutral.isEmpty { page += [.space, .table(Self.table(ofNeutral: neutral))] }
    // What a stopped run left out is counted in its heading: a list of it would hide the rest.
    let left = suite.cases.filter {
      ([.invalid, .failed, .disturbed].contains($0.status) || $0.isSetApart)
        && selection.contains($0.id)
    }
    if !left.isEmpty {
      page +=
        [.space]
        + Document(
          left.compactMap { summary in
            CaseStatusWords(summary).map { .line($0.line, label: "  \(summary.id)  ") }
          })
    }
    return page + Document(suite.brokenPrimitives.sorted().compactMap { distrust($0, in: suite) })
  }

  private static func explanation(_ ranking: Ranking) -> String {
    let isRate = ranking.column.polarity == .higherIsBetter
    let direction = isRate ? "higher is better" : "lower is better"
    let places = Set(ranking.ranked.map(\.place))
    let isShared = ranking.hasPlaces && places.count < ranking.ranked.count
    let hosts = Set(ranking.ranked.map(\.summary.place))
    let host = hosts.count == 1 ? hosts.first??.text : nil
    return "\(ranking.column.name), \(direction)"
      + (host.map { "; \($0)" } ?? "")
      + (isShared ? "; rows with the same # are not told apart" : "")
  }

  private func table(_ ranking: Ranking, _ described: SuiteTable) -> Table {
    let kinds = ranking.ranked.map { entry in
      TraitText.brief(described.description(of: entry.summary.id.primitive))
    }
    // A run from before primitives were described, or a suite whose primitives declare nothing.
    let hasKinds = kinds.contains { !$0.isEmpty }
    let beside = columnsBeside(ranking, described)
    let quantity = Quantity(ranking.column)
    let rows = ranking.ranked.enumerated().map { index, entry in
      Table.Row(
        [
          .text(ranking.hasPlaces ? String(entry.place) : "–"), .text(entry.summary.id.primitive),
          .figure(entry.metric.estimate.value, quantity), .spread(entry.metric.estimate, quantity),
          .ratioToBest(entry.ratioToBest, entry.role),
        ]
          + beside.map { column in
            .figure(entry.summary.metrics[column.name]?.estimate.value, Quantity(column))
          } + (hasKinds ? [.text(kinds[index])] : []),
        notes: entry.summary.notes + otherPlaces(entry.summary))
    }
    return Table(
      [
        .init("#", .figure), .init("primitive"), .init(ranking.column.name, .figure),
        .init("95 %", .interval), .init("× best", .figure),
      ] + beside.map { .init($0.name, .figure) } + (hasKinds ? [.init("kind")] : []),
      rows, notes: .behind, indent: 4)
  }

  private func otherPlaces(_ summary: CaseSummary) -> [String] {
    summary.otherPlaces.isEmpty || !listsOtherPlaces
      ? [] : ["also in " + summary.otherPlaces.joined(separator: ", in ")]
  }

  /// What the workload is about beside what it is ranked by, where any case has it.
  private func columnsBeside(_ ranking: Ranking, _ described: SuiteTable) -> [MetricColumn] {
    described.columns.filter { column in
      column.isBesideRanking && column.name != ranking.column.name
        && ranking.ranked.contains { $0.summary.metrics[column.name] != nil }
    }
  }

  /// Cases whose metrics have no better direction, such as nice values: shown, not ranked.
  private static func table(
    ofNeutral metrics: [(CaseSummary, MetricColumn, MetricSummary)]
  ) -> Table {
    Table(
      [.init("case"), .init("metric"), .init("value", .figure), .init("95 %", .interval)],
      cells: metrics.map { summary, column, metric in
        // A median of the few invocations that had it would read as one of all.
        let part =
          metric.invocations < summary.invocations
          ? "in \(metric.invocations) of \(summary.invocations) invocations" : ""
        let spread = Quantity(column).spread(metric.estimate)
        return [
          .text(summary.id.description), .text(column.name),
          .figure(metric.estimate.value, Quantity(column)),
          .text([spread, part].filter { !$0.isEmpty }.joined(separator: ", ")),
        ]
      })
  }

  /// Why the valid cases of a broken primitive are in no ranking.
  private func distrust(_ primitive: String, in suite: SuiteSummary) -> Block? {
    let valid = suite.cases.count {
      $0.id.primitive == primitive && $0.status == .valid && selection.contains($0.id)
    }
    guard valid > 0 else { return nil }
    return .line(
      "\(primitive): its \(valid) valid cases are not ranked, because it broke its promise above",
      label: "  ")
  }
}

extension Cell {
  /// A figure over the best contender's, or what its primitive is in the ranking for.
  static func ratioToBest(_ ratio: Double?, _ role: RankedRole) -> Cell {
    role == .contender ? .figure(ratio, .number) : .text(role.rawValue)
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

package import BenchmarkAnalysis
package import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// A run's rankings, suite by suite.
package struct RankingReport {
  private let summary: RunSummary
  private let selection: TableSelection
  private let listsOtherPlaces: Bool

  /// Makes the report of a run, or of its selected part.
  ///
  /// - Parameters:
  ///   - summary: The run, summed up.
  ///   - selection: The selected part.
  ///   - listsOtherPlaces: Whether a row's note has the case's costs in other places than that of the
  ///     row's figure.
  package init(
    _ summary: RunSummary, selection: TableSelection = TableSelection(),
    listsOtherPlaces: Bool = false
  ) {
    self.summary = summary
    self.selection = selection
    self.listsOtherPlaces = listsOtherPlaces
  }

  /// For each suite: its rankings, its unranked cases with the reasons, and the document in
  /// `sections` under the suite's name, if there is one.
  package func document(sections: [String: Document] = [:]) -> Document {
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
    let neutral = suite.neutralRows.filter { selection.contains($0.summary.id) }
    if !neutral.isEmpty { page += [.space, .table(Self.neutral.table(neutral))] }
    // The cases that a stopped run left out are not listed, because a long list would hide the
    // other cases; the run's heading has their number.
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
    let ranks = Set(ranking.ranked.map(\.rank))
    let isShared = ranking.hasRanks && ranks.count < ranking.ranked.count
    let hosts = Set(ranking.ranked.map(\.summary.place))
    let host = hosts.count == 1 ? hosts.first??.text : nil
    return ranking.explanation + (host.map { "; \($0)" } ?? "")
      + (isShared ? "; rows with the same # are not told apart" : "")
  }

  private func table(_ ranking: Ranking, _ suite: SuiteTable) -> Table {
    let columns = RankingColumns(ranking.column, suite)
    let rows = ranking.rows.filter { $0.estimate != nil }
    // The column of kinds is left out for an old run, which has no descriptions, and for a suite
    // whose primitives declare no traits.
    let description = TableDescription(
      [columns.rank("#"), .primitive, columns.figure, columns.ratioToBest] + columns.beside(rows)
        + [.text("kind") { TraitText.brief(suite.description(of: $0.primitive)) }.ifAny])
    return description.table(rows, notes: .behind, indent: 4) {
      $0.notes + otherPlaces($0.summary)
    }
  }

  private func otherPlaces(_ summary: CaseSummary) -> [String] {
    summary.otherPlaces.isEmpty || !listsOtherPlaces
      ? [] : ["also in " + summary.otherPlaces.joined(separator: ", in ")]
  }

  /// The columns of cases that are shown without ranks, because neither a higher nor a lower value
  /// of their metric is better, such as a thread's nice value.
  private static let neutral = TableDescription<RankingRow>([
    .text("case") { $0.summary.id.description }, .metricName,
    .shown("value", .figure) { .figure($0.estimate?.value, Quantity($0.column)) },
    .shown("95 %", .interval) { row in
      let spread = row.estimate.map { Quantity(row.column).spread($0) } ?? ""
      return .text([spread, row.part ?? ""].filter { !$0.isEmpty }.joined(separator: ", "))
    },
  ])

  /// The reason why the valid cases of a broken primitive are in no ranking.
  private func distrust(_ primitive: String, in suite: SuiteSummary) -> Block? {
    let valid = suite.cases.count {
      suite.promise(of: $0.id) == primitive && $0.status == .valid && selection.contains($0.id)
    }
    guard valid > 0 else { return nil }
    return .line(
      "\(primitive): its \(valid) valid cases are not ranked, because it broke its promise above",
      label: "  ")
  }
}

extension SuiteSummary {
  /// The metrics of valid cases whose workload has no metric to rank by.
  fileprivate var neutralRows: [RankingRow] {
    cases.filter { $0.status == .valid && primaryMetric(of: $0.id.workload) == nil }
      .flatMap { $0.neutralRows(table) }
  }
}

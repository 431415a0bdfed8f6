import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// One figure of a case, or the reason why the case has no figure, for all backends.
struct RankingRow: Sendable {
  let summary: CaseSummary
  let column: MetricColumn
  /// The figure; nil if the ranking leaves the case out, or if the case has no value.
  let metric: MetricSummary?
  /// The rank; nil if there were too few blocks to tell any cases apart, and for a case that is not
  /// ranked.
  var rank: Int?
  /// Whether other cases have the same rank.
  var isShared = false
  var ratioToBest: Double?
  var role = RankedRole.contender

  var primitive: String { summary.id.primitive }
  var estimate: Estimate? { metric?.estimate }

  /// The words in place of a figure.
  var status: CaseStatusWords { CaseStatusWords(summary, unrankedBy: column) }

  /// The reason why the case is not ranked, or the notes on its figure.
  var notes: [String] { metric == nil ? [status.note] : summary.notes }

  /// The share of the launches that had the metric; nil if all launches had it.
  ///
  /// Without this share, a median of a few launches would read as a median of all.
  var part: String? {
    guard let metric, metric.launches < summary.launches else { return nil }
    return "in \(metric.launches) of \(summary.launches) launches"
  }
}

extension Ranking {
  /// The ranked cases, the best first, then the unranked cases.
  var rows: [RankingRow] {
    let counts = Dictionary(grouping: ranked, by: \.rank).mapValues(\.count)
    return ranked.map { ranked in
      RankingRow(
        summary: ranked.summary, column: column, metric: ranked.metric,
        rank: hasRanks ? ranked.rank : nil, isShared: (counts[ranked.rank] ?? 1) > 1,
        ratioToBest: ranked.ratioToBest, role: ranked.role)
    } + unranked.map { RankingRow(summary: $0, column: column, metric: nil) }
  }

  /// The metric and its better direction.
  var explanation: String { "\(column.name), \(column.direction)" }

  /// The workload of the cases; nil if there are no cases.
  var workload: String? { (ranked.first?.summary ?? unranked.first)?.id.workload }
}

extension RankingRow {
  /// Makes the row of a metric in a workload that is not ranked; without a column, the row of a
  /// case that has no value.
  init(_ summary: CaseSummary, _ column: MetricColumn?) {
    let none = MetricColumn("", .neutral, .elapsedPerOperation)
    self.init(
      summary: summary, column: column ?? none, metric: column.flatMap { summary.metrics[$0.name] })
  }
}

extension CaseSummary {
  /// The figures of a case whose workload is not ranked, such as nice values: a row for each metric
  /// that is not a count of events.
  func neutralRows(_ table: SuiteTable) -> [RankingRow] {
    table.columns.filter { !$0.isCounted && metrics[$0.name] != nil }.map { RankingRow(self, $0) }
  }
}

extension MetricColumn {
  /// Whether more or less of the metric is better, in words.
  var direction: String {
    switch polarity {
    case .higherIsBetter: "higher is better"
    case .lowerIsBetter: "lower is better"
    case .neutral: "not ranked"
    }
  }
}

/// The columns of ranked cases, each declared once for two kinds of tables: those whose rows have
/// one case each, and those whose rows have a case's results in several runs.
struct RankingColumns<Row> {
  typealias Column = TableDescription<Row>.Column

  let metric: MetricColumn
  let suite: SuiteTable
  /// The case in a row of the table; nil if the row has no case.
  let entry: @Sendable (Row) -> RankingRow?

  /// The rank, or a dash.
  func rank(_ title: String) -> Column {
    .shown(title, .figure) { [entry] row in
      .text(entry(row)?.rank.map { String($0) } ?? "–")
    }
  }

  /// The figure and its interval, or the reason why there is no figure.
  var figure: Column {
    .metric(metric, absent: { [entry] in entry($0)?.status.cell ?? .empty }) { [entry] in
      entry($0)?.estimate
    }
  }

  /// The ratio of the figure to the best contender's figure, or the role of a primitive that is no
  /// contender.
  var ratioToBest: Column {
    .shown("× best", .figure) { [entry] row in
      entry(row).map {
        $0.role == .contender ? .figure($0.ratioToBest, .number) : .text($0.role.rawValue)
      } ?? .empty
    }
  }

  /// The suite's other metrics that are shown beside a ranking, if a case of the rows has a value.
  func beside(_ rows: some Collection<RankingRow>) -> [Column] {
    suite.columns.filter { column in
      column.isBesideRanking && column.name != metric.name
        && rows.contains { $0.summary.metrics[column.name] != nil }
    }.map { [entry] column in
      .figure(column.name, Quantity(column)) {
        entry($0)?.summary.metrics[column.name]?.estimate.value
      }
    }
  }
}

extension RankingColumns<RankingRow> {
  /// The columns of a table with a case in each row.
  init(_ metric: MetricColumn, _ suite: SuiteTable) {
    self.init(metric: metric, suite: suite) { $0 }
  }
}

extension TableDescription<RankingRow>.Column {
  static var primitive: Self { .text("primitive", key: "primitive") { $0.primitive } }

  /// The name of the metric, in a row with a figure.
  static var metricName: Self {
    .text("metric") { $0.metric == nil ? nil : $0.column.name }
  }

  /// The figure of each row's own metric with its interval, or the reason why there is no figure.
  static var ownFigure: Self {
    Self("value", key: nil, kind: .figure, isEstimate: true) { row in
      .estimate(row.estimate, Quantity(row.column), .spread, absent: row.status.cell)
    }
  }
}

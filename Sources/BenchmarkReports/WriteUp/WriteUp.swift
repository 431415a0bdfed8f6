public import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// The tables of a run that an author takes over, whatever they are written in.
public struct WriteUp: Sendable {
  let document: RunDocument
  let suites: [WriteUpSuite]

  /// Takes the tables of a run, or of the part of it that is selected.
  public init(_ summary: RunSummary, selection: TableSelection = TableSelection()) {
    document = summary.document
    suites = summary.suites.compactMap { suite in
      let tables = suite.rankings().map { $0.selecting(selection.contains) }
        .map { WriteUpTable($0, of: suite) }.filter { !$0.rows.isEmpty }
      return tables.isEmpty ? nil : WriteUpSuite(name: suite.table.suite, tables: tables)
    }
  }

  /// Whether it has no row.
  public var isEmpty: Bool { suites.isEmpty }

  /// The host, its CPUs, kernel and Swift, the date and the commit, in one line.
  var caption: String { ChartCaption.text(document) }

  /// What the columns mean, in one line.
  static let legend =
    "No two rows with the same place are told apart by their launches. Intervals hold the median of the "
    + "launches with 95 % confidence."
}

/// The tables of one suite, one a situation, in the plan's order.
struct WriteUpSuite: Sendable {
  let name: String
  let tables: [WriteUpTable]
}

/// The table of one situation.
struct WriteUpTable: Sendable {
  /// Suite, workload and parameters.
  let situation: String
  /// The metric that all rows are ranked by; nil where the workload has none, and each row says its own.
  let column: MetricColumn?
  let rows: [WriteUpRow]
  /// How the suite names its parameters in tables.
  let parameters: [ParameterColumn]

  init(_ ranking: Ranking, of suite: SuiteSummary) {
    situation = ranking.situation
    parameters = suite.table.parameters
    let workload = (ranking.ranked.first?.summary ?? ranking.unranked.first)?.id.workload ?? ""
    let column = suite.primaryMetric(of: workload)
    self.column = column
    let ranked = ranking.ranked.map { WriteUpRow($0, of: ranking) }
    let others = ranking.unranked.flatMap { summary -> [WriteUpRow] in
      let neutral = column == nil ? WriteUpRow.neutral(summary, suite.table) : []
      return neutral.isEmpty ? [WriteUpRow(unranked: summary, by: ranking.column)] : neutral
    }
    rows = ranked + others
  }

  /// Whether more or less of the metric is better, in words.
  var direction: String {
    switch column?.polarity {
    case .higherIsBetter: "higher is better"
    case .lowerIsBetter: "lower is better"
    case .neutral, nil: "not ranked"
    }
  }

  /// The table of what is shown: ranked by the workload's metric, or each row with its own.
  var table: Table {
    guard let column else {
      return Table(
        [
          .init("primitive"), .init("metric"), .init("value", .figure), .init("95 %", .interval),
        ], shown.map { Table.Row([.text($0.primitive)] + $0.unranked, notes: $0.notes) },
        notes: .behind)
    }
    return Table(
      [
        .init("place", .figure), .init("primitive"), .init(metric: column),
        .init("95 %", .interval), .init("× best", .figure),
      ],
      shown.map { row in
        let place = row.place.map { String($0) } ?? "–"
        return Table.Row([.text(place), .text(row.primitive)] + row.ranked, notes: row.notes)
      }, notes: .behind)
  }

  /// The rows that a reader is shown: what a stopped run left out is none.
  var shown: [WriteUpRow] { rows.filter { $0.summary.status != .notMeasured } }
}

/// One figure of one case, or why it has none.
struct WriteUpRow: Sendable {
  let summary: CaseSummary
  let column: MetricColumn
  /// Nil where the case is not ranked.
  let estimate: Estimate?
  /// Nil where nothing could be told apart, and for what is not ranked.
  let place: Int?
  let ratioToBest: Double?
  let role: RankedRole
  let notes: [String]

  var primitive: String { summary.id.primitive }

  init(_ ranked: RankedCase, of ranking: Ranking) {
    summary = ranked.summary
    column = ranking.column
    estimate = ranked.metric.estimate
    place = ranking.hasPlaces ? ranked.place : nil
    ratioToBest = ranked.ratioToBest
    role = ranked.role
    notes = ranked.summary.notes
  }

  init(unranked summary: CaseSummary, by column: MetricColumn) {
    self.summary = summary
    self.column = column
    estimate = nil
    place = nil
    ratioToBest = nil
    role = .contender
    notes = [CaseStatusWords(summary, unrankedBy: column).note]
  }

  private init(_ summary: CaseSummary, _ column: MetricColumn, _ estimate: Estimate) {
    self.summary = summary
    self.column = column
    self.estimate = estimate
    place = nil
    ratioToBest = nil
    role = .contender
    notes = summary.notes
  }

  /// The figures of a case whose workload is ranked by nothing.
  static func neutral(_ summary: CaseSummary, _ table: SuiteTable) -> [WriteUpRow] {
    table.columns.filter { !$0.isCounted }.compactMap { column in
      summary.metrics[column.name].map { WriteUpRow(summary, column, $0.estimate) }
    }
  }

  /// What it is in the ranking for, where that is not to be the best.
  var roleNote: [String] { role == .contender ? [] : [role.rawValue] }

  /// The words in place of a figure.
  var status: CaseStatusWords { CaseStatusWords(summary, unrankedBy: column) }

  /// The figure, its interval and the ratio, or across all of them why there are none.
  fileprivate var ranked: [Cell] {
    guard let estimate else { return [status.cell, .empty, .empty] }
    return [
      .figure(estimate.value, Quantity(column)), .spread(estimate, Quantity(column)),
      .ratioToBest(ratioToBest, role),
    ]
  }

  /// The metric, the figure and its interval, or across all of them why there are none.
  fileprivate var unranked: [Cell] {
    guard let estimate else { return [.empty, status.cell, .empty] }
    return [
      .text(column.name), .figure(estimate.value, Quantity(column)),
      .spread(estimate, Quantity(column)),
    ]
  }
}

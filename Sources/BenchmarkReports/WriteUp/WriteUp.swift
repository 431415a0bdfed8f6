package import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// The tables of a run for authors, in all formats.
package struct WriteUp: Sendable {
  let document: RunDocument
  let suites: [WriteUpSuite]

  /// Makes the tables of a run, or of its selected part.
  package init(_ summary: RunSummary, selection: TableSelection = TableSelection()) {
    document = summary.document
    suites = summary.suites.compactMap { suite in
      let tables = suite.rankings().map { $0.selecting(selection.contains) }
        .map { WriteUpTable($0, of: suite) }.filter { !$0.rows.isEmpty }
      return tables.isEmpty ? nil : WriteUpSuite(name: suite.table.suite, tables: tables)
    }
  }

  /// Whether no table has a row.
  package var isEmpty: Bool { suites.isEmpty }

  /// The host, its CPUs, kernel and Swift, the date and the commit, in one line.
  var caption: String { ChartCaption.text(document) }

  /// The meaning of the columns, in one line.
  static let legend =
    "No two rows with the same rank are told apart by their launches. Intervals hold the median of the "
    + "launches with 95 % confidence."
}

/// The tables of one suite, one for each situation, in the plan's order.
struct WriteUpSuite: Sendable {
  let name: String
  let tables: [WriteUpTable]
}

/// The table of one situation.
struct WriteUpTable: Sendable {
  /// Suite, workload and parameters.
  let situation: String
  /// The metric by which all rows are ranked; nil if the workload has no such metric, so that each
  /// row names its own metric.
  let column: MetricColumn?
  let rows: [RankingRow]
  let suite: SuiteTable

  init(_ ranking: Ranking, of suite: SuiteSummary) {
    situation = ranking.situation
    self.suite = suite.table
    let column = suite.primaryMetric(of: ranking.workload ?? "")
    self.column = column
    rows = ranking.rows.flatMap { row in
      let neutral =
        column == nil && row.metric == nil ? row.summary.neutralRows(suite.table) : []
      return neutral.isEmpty ? [row] : neutral
    }
  }

  /// The metric and its direction; nil if the workload is not ranked.
  var explanation: String? { column.map { "\($0.name), \($0.direction)" } }

  /// The table of the rows that a reader is shown: ranked by the workload's metric, or each row
  /// with its own metric.
  var table: Table {
    let columns: [TableDescription<RankingRow>.Column]
    if let column {
      let ranking = RankingColumns(column, suite)
      columns = [ranking.rank("rank"), .primitive, ranking.figure, ranking.ratioToBest]
    } else {
      columns = [.primitive, .metricName, .ownFigure]
    }
    return TableDescription(columns).table(shown, notes: .behind, noted: \.notes)
  }

  /// The rows that a reader is shown, without the cases that a stopped run left out.
  var shown: [RankingRow] { rows.filter { $0.summary.status != .notMeasured } }
}

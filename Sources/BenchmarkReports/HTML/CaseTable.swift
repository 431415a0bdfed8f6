import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// The cases of a workload, with columns of figures for each run.
///
/// A ranked workload has a row for each case. The cases of one situation are together: the ranked
/// cases, the best first, then the unranked cases. A workload whose metrics have no better
/// direction, such as nice values, has a row for each metric of a case.
struct CaseTable {
  private let runs: ReportRuns
  private let suite: String
  private let workload: String
  private let suites: [SuiteSummary?]
  /// The metric by which the cases are ranked; nil if there is no such metric.
  private let column: MetricColumn?

  /// Makes the table of a workload.
  init(_ runs: ReportRuns, suite: String, workload: String) {
    self.runs = runs
    self.suite = suite
    self.workload = workload
    suites = runs.suite(suite)
    column = suites.lazy.compactMap { $0?.primaryMetric(of: workload) }.first
  }

  /// A case, or a metric of a case, in all runs.
  private struct Row: Sendable {
    let id: CaseID
    /// The metric; nil if no run has a value of the case.
    let column: MetricColumn?
    /// The case in each run; nil in a run that did not plan the case.
    let entries: [RankingRow?]
  }

  private typealias Column = TableDescription<Row>.Column

  // MARK: The table

  var table: Table {
    let groups = column == nil ? neutral : ranked
    let rows = groups.flatMap(\.self)
    let parameters: [Column] =
      [.text("primitive") { $0.id.primitive }]
      + (runs.table(ofSuite: suite)?.columns { $0.id.parameters } ?? [])
    let figures =
      column.map { column in
        runs.indices.map { ranked(column, of: $0) }
      } ?? [[.text("metric") { $0.column?.name }]] + runs.indices.map(neutral)
    let kinds = column == nil ? [:] : kinds(rows)
    let notes: [Column] = [
      .text("kind") { kinds[$0.id.primitive] }.ifAny, .text("notes", notes).ifAny,
    ]
    let description = TableDescription(parameters + figures.joined() + notes)
    let title = column.map { "\($0.name), \($0.direction)" } ?? "shown, not ranked"
    var table = description.table(rows)
      .captioned("\(suite)/\(workload): \(title)", hint: description.constants(rows))
    let isFirst = groups.flatMap { group in group.indices.map { $0 == group.startIndex } }
    table.rows = zip(table.rows, isFirst).map { .init($0.cells, isFirst: $1) }
    if runs.areSeveral, column != nil { table.spans = spans(table, figures) }
    return table
  }

  /// The runs' names above their columns; the first run's columns begin with the first column `#`
  /// (the rank).
  private func spans(_ table: Table, _ figures: [[Column]]) -> [Table.Span] {
    let counts = figures.map { TableDescription($0).table([]).columns.count }
    let before = table.columns.firstIndex { $0.title == Self.rank } ?? 0
    let behind = table.columns.count - before - counts.reduce(0, +)
    let names = runs.indices.map { Table.Span(runs.named($0), count: counts[$0]) }
    return [.init(nil, count: before)] + names + (behind > 0 ? [.init(nil, count: behind)] : [])
  }

  private static let rank = "#"

  /// The declared kinds of primitives, in a few words.
  private func kinds(_ rows: [Row]) -> [String: String] {
    let named = Set(rows.map(\.id.primitive))
    let declared = suites.flatMap { $0?.table.primitives ?? [] }.filter { named.contains($0.name) }
    return Dictionary(
      firsts: declared.map { ($0.name, TraitText.brief($0)) }.filter { !$0.1.isEmpty })
  }

  // MARK: Ranked cases

  /// The rows of each situation.
  private var ranked: [[Row]] {
    let rankings = runs.rankings(ofSuite: suite).map { $0.filter { $0.workload == workload } }
    let rows = rankings.map { $0.flatMap(\.rows).keyed(by: \.summary.id) }
    return rankings.joined().grouped(by: \.situation).map { same in
      same.flatMap(\.rows).map(\.summary.id).uniqued().map { id in
        Row(id: id, column: column, entries: rows.map { $0[id] })
      }
    }
  }

  private func ranked(_ column: MetricColumn, of run: Int) -> [Column] {
    let figures: [Column] = [
      .shown(Self.rank, .figure) { row in
        row.entries[run].flatMap { entry in
          entry.rank.map { .rank($0, isShared: entry.isShared) }
        } ?? .empty
      },
      .metric(
        column,
        absent: { row in
          guard let entry = row.entries[run] else { return RunNotes.notInRun }
          return entry.metric == nil ? entry.status.cell : .empty
        }
      ) { $0.entries[run]?.summary.metrics[column.name]?.estimate },
    ]
    guard run == 0, let table = runs.table(ofSuite: suite) else { return figures + ratios(of: run) }
    let columns = RankingColumns<Row>(metric: column, suite: table) { $0.entries[run] }
    // A table of several runs has no room for the workload's other metrics.
    let beside =
      runs.areSeveral ? [] : columns.beside(ranked.joined().compactMap { $0.entries[run] })
    return figures + [columns.ratioToBest] + beside
  }

  /// The columns that compare a case in a run with the case in the first run.
  private func ratios(of run: Int) -> [Column] {
    let runs = runs
    let letter = runs.letter(run)
    return [
      .estimate("\(letter) ÷ \(runs.letter(0))", .fineTimes) {
        runs.comparison(of: $0.id, in: run)?.ratio
      },
      .shown("\(letter) is") { row in
        runs.comparison(of: row.id, in: run).map {
          .verdict(ComparisonWords.direction(of: $0), Self.tone($0.direction))
        } ?? .empty
      },
    ]
  }

  private static func tone(_ direction: RatioDirection) -> Tone {
    switch direction {
    case .worse: .alarm
    case .better: .good
    case .notToldApart, .noInterval: .faint
    }
  }

  // MARK: Metrics without a better direction

  /// The rows of each case.
  private var neutral: [[Row]] {
    let cases = suites.map { $0?.cases.filter { $0.id.workload == workload } ?? [] }
    let byRun = cases.map { $0.keyed(by: \.id) }
    return cases.joined().map(\.id).uniqued().map { id in
      let own = byRun.map { $0[id] }
      func row(_ column: MetricColumn?) -> Row {
        Row(id: id, column: column, entries: own.map { $0.map { RankingRow($0, column) } })
      }
      let columns = (runs.table(ofSuite: suite)?.columns ?? []).filter { column in
        !column.isCounted && own.contains { $0?.metrics[column.name] != nil }
      }
      return columns.isEmpty ? [row(nil)] : columns.map(row)
    }
  }

  private func neutral(_ run: Int) -> [Column] {
    [
      .shown(runs.title("value", of: run), .figure) { Self.value($0.entries[run]) },
      .shown(runs.title("95 %", of: run), .interval) { Self.interval($0.entries[run]) },
    ]
  }

  private static func value(_ entry: RankingRow?) -> Cell {
    guard let entry else { return RunNotes.notInRun }
    if let estimate = entry.estimate { return .figure(estimate.value, Quantity(entry.column)) }
    return CaseStatusWords(entry.summary)?.cell ?? .empty
  }

  private static func interval(_ entry: RankingRow?) -> Cell {
    guard let entry, let estimate = entry.estimate else { return .empty }
    return .spread(estimate, Quantity(entry.column))
  }

  // MARK: Notes

  /// The reason why a case is not valid or not ranked, and the notes on its figures, in each run.
  @Sendable private func notes(_ row: Row) -> String? {
    let all = row.entries.map { entry -> String in
      guard let entry else { return "" }
      let own =
        column == nil
        ? [CaseStatusWords(entry.summary)?.note, entry.part].compactMap { $0 }
        : entry.metric == nil ? [entry.status.note] : []
      return (own + entry.summary.notes).filter { !$0.isEmpty }.joined(separator: "; ")
    }
    return RunNotes.joined(all, runs)
  }
}

/// Notes on the same case in several runs.
enum RunNotes {
  /// The cell of a case in a run that did not plan the case.
  static let notInRun = Cell.verdict("not in this run", .faint)

  /// The texts of all runs as one text, in which each text follows its run's letter; a text that
  /// all runs share is written once.
  static func joined(_ texts: [String], _ runs: ReportRuns) -> String {
    guard runs.areSeveral else { return texts.first ?? "" }
    if Set(texts).count == 1 { return texts[0] }
    return texts.enumerated().filter { !$0.element.isEmpty }
      .map { "\(runs.letter($0.offset)): \($0.element)" }.joined(separator: "; ")
  }
}

import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// The cases of a workload whose metrics have no better direction, such as nice values: a row a metric.
struct NeutralTable {
  private let runs: ReportRuns
  private let suite: String
  private let workload: String
  /// By run, then by case.
  private let summaries: [[CaseID: CaseSummary]]
  private let ids: [CaseID]

  init(_ runs: ReportRuns, suite: String, workload: String) {
    self.runs = runs
    self.suite = suite
    self.workload = workload
    let suites = runs.suite(suite)
    let cases = suites.map { $0?.cases.filter { $0.id.workload == workload } ?? [] }
    ids = cases.joined().map(\.id).uniqued()
    summaries = cases.map {
      Dictionary($0.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }
  }

  var table: Table {
    let table = runs.table(ofSuite: suite)
    let rows = ids.flatMap { id -> [Row] in
      let shown = (table?.columns ?? []).filter { column in
        !column.isCounted && summaries.contains { $0[id]?.metrics[column.name] != nil }
      }
      return shown.isEmpty ? [Row(id: id, column: nil)] : shown.map { Row(id: id, column: $0) }
    }
    let description = TableDescription<Row>(
      [.text("primitive") { $0.id.primitive }] + (table?.columns { $0.id.parameters } ?? [])
        + [.text("metric") { $0.column?.name }] + runs.indices.flatMap(columns)
        + [.text("notes", notes).ifAny])
    var page = description.table(rows).captioned(
      "\(suite)/\(workload): shown, not ranked", hint: description.constants(rows))
    page.rows = rows.indices.map { place in
      .init(
        page.rows[place].cells, isFirst: place == 0 || rows[place].id != rows[place - 1].id)
    }
    return page
  }

  /// A metric of a case; no metric if no run has a value of the case.
  private struct Row: Sendable {
    let id: CaseID
    let column: MetricColumn?
  }

  private func columns(of run: Int) -> [TableDescription<Row>.Column] {
    let own = summaries[run]
    @Sendable func estimate(_ row: Row) -> Estimate? {
      row.column.flatMap { own[row.id]?.metrics[$0.name]?.estimate }
    }
    @Sendable func quantity(_ row: Row) -> Quantity { row.column.map { Quantity($0) } ?? .number }
    return [
      .shown(runs.title("value", of: run), .figure) { row in
        estimate(row).map { .figure($0.value, quantity(row)) } ?? Self.cell(own[row.id])
      },
      .shown(runs.title("95 %", of: run), .interval) { row in
        estimate(row).map { .spread($0, quantity(row)) } ?? .empty
      },
    ]
  }

  /// The cell of a case that has no value.
  private static func cell(_ summary: CaseSummary?) -> Cell {
    guard let summary else { return RunNotes.notInRun }
    return CaseStatusWords(summary)?.cell ?? .empty
  }

  @Sendable private func notes(_ row: Row) -> String? {
    RunNotes.joined(
      summaries.map { own in
        guard let summary = own[row.id] else { return "" }
        let reason = CaseStatusWords(summary).map { [$0.note] } ?? []
        let part = row.column.flatMap { column in
          RankingRow(summary: summary, column: column, metric: summary.metrics[column.name]).part
        }
        return (reason + [part].compactMap { $0 } + summary.notes).filter { !$0.isEmpty }
          .joined(separator: "; ")
      }, runs)
  }
}

import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// The cases of a workload whose metrics have no better direction, such as nice values: a row a metric.
struct NeutralTable {
  private let runs: ReportRuns
  private let suite: String
  private let workload: String
  private let suites: [SuiteSummary?]
  /// By run, then by case.
  private let summaries: [[CaseID: CaseSummary]]
  private let ids: [CaseID]

  init(_ runs: ReportRuns, suite: String, workload: String) {
    self.runs = runs
    self.suite = suite
    self.workload = workload
    suites = runs.suite(suite)
    let cases = suites.map { $0?.cases.filter { $0.id.workload == workload } ?? [] }
    ids = cases.joined().map(\.id).uniqued()
    summaries = cases.map {
      Dictionary($0.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }
  }

  var table: Table {
    let parameters = SituationColumns(ids, parameters: suiteTable?.parameters ?? [])
    let hasNotes = ids.contains { !notes($0, nil).isEmpty }
    var columns =
      [Table.Column("primitive")] + parameters.columns + [.init("metric")]
    for run in runs.runs.indices {
      columns += [
        .init(runs.title("value", of: run), .figure), .init(runs.title("95 %", of: run), .interval),
      ]
    }
    if hasNotes { columns.append(.init("notes")) }
    return Table(columns, ids.flatMap { rows($0, parameters, hasNotes: hasNotes) })
      .captioned("\(suite)/\(workload): shown, not ranked", hint: parameters.constants)
  }

  private var suiteTable: SuiteTable? { runs.table(ofSuite: suite) }

  private func rows(
    _ id: CaseID, _ parameters: SituationColumns, hasNotes: Bool
  ) -> [Table.Row] {
    let columns = suiteTable?.columns ?? []
    let shown = columns.filter { column in
      !column.isCounted && summaries.contains { $0[id]?.metrics[column.name] != nil }
    }
    let begin = [.text(id.primitive)] + parameters.cells(id)
    guard !shown.isEmpty else {
      let cells = summaries.flatMap { [Self.cell($0[id]), .empty] }
      return [
        Table.Row(
          begin + [.empty] + cells + (hasNotes ? [.text(notes(id, nil))] : []), isFirst: true)
      ]
    }
    return shown.enumerated().map { index, column in
      let cells = summaries.flatMap { own -> [Cell] in
        guard let metric = own[id]?.metrics[column.name] else {
          return [Self.cell(own[id]), .empty]
        }
        let quantity = Quantity(column)
        return [.figure(metric.estimate.value, quantity), .spread(metric.estimate, quantity)]
      }
      return Table.Row(
        begin + [.text(column.name)] + cells
          + (hasNotes ? [.text(notes(id, column))] : []), isFirst: index == 0)
    }
  }

  /// The cell of a case that has no value.
  private static func cell(_ summary: CaseSummary?) -> Cell {
    guard let summary else { return RunNotes.notInRun }
    return CaseStatusWords(summary)?.cell ?? .empty
  }

  private func notes(_ id: CaseID, _ column: MetricColumn?) -> String {
    RunNotes.joined(
      summaries.map { own in
        guard let summary = own[id] else { return "" }
        let reason = CaseStatusWords(summary).map { [$0.note] } ?? []
        let part = column.flatMap { Self.part(summary, $0) }
        return (reason + [part].compactMap { $0 } + summary.notes).filter { !$0.isEmpty }
          .joined(separator: "; ")
      }, runs)
  }

  /// A median of the few invocations that had it would read as one of all.
  private static func part(_ summary: CaseSummary, _ column: MetricColumn) -> String? {
    guard let metric = summary.metrics[column.name], metric.invocations < summary.invocations
    else { return nil }
    return "in \(metric.invocations) of \(summary.invocations) invocations"
  }
}

package import BenchmarkAnalysis
import BenchmarkDocument
package import BenchmarkModel
import BenchmarkStatistics

/// The part of a run that other tools read: its valid cases, process by process.
package struct RunExport: Sendable {
  let document: RunDocument
  let summary: RunSummary
  let cases: [ExportedCase]
  let leftOut: [OmittedCase]

  /// Makes the export of a run.
  ///
  /// - Parameters:
  ///   - summary: The summary of the same run.
  ///   - selection: The cases to export.
  ///   - metric: The column to export; nil for all columns, the workload's primary metric first.
  package init(
    _ run: Run, _ summary: RunSummary, selection: TableSelection = TableSelection(),
    metric: String? = nil
  ) {
    document = run.document
    self.summary = summary
    let places = RunPlaces(run)
    var cases: [ExportedCase] = []
    var leftOut: [OmittedCase] = []
    for suite in summary.suites {
      for summary in suite.cases where selection.contains(summary.id) {
        if let reason = Self.refusal(of: summary) {
          leftOut.append(reason)
        } else if let exported = ExportedCase(
          summary, of: suite, in: run, places, metric: metric)
        {
          cases.append(exported)
        } else {
          leftOut.append(OmittedCase(summary.id, Self.absence(metric)))
        }
      }
    }
    self.cases = cases
    self.leftOut = leftOut
  }

  private static func refusal(of summary: CaseSummary) -> OmittedCase? {
    if summary.planned.isNegativeControl {
      return summary.isMissedControl
        ? OmittedCase(summary.id, "negative controls that were missed")
        : OmittedCase(summary.id, "negative controls: they have no result")
    }
    switch summary.status {
    case .valid:
      return summary.isSetApart
        ? OmittedCase(summary.id, "not ranked: \(summary.reason)", isGrouped: false) : nil
    case .notMeasured: return OmittedCase(summary.id, "not measured: the run was stopped before it")
    case .invalid, .failed, .disturbed:
      let text = "\(summary.status.rawValue): \(summary.reason)"
      return OmittedCase(summary.id, Printable.text(text), isGrouped: false)
    }
  }

  private static func absence(_ metric: String?) -> String {
    metric.map { "no value of \($0)" }
      ?? "no metric of which lower or higher is better; choose one with --metric"
  }
}

/// A valid case, and the figures of each of its processes.
struct ExportedCase: Sendable {
  let summary: CaseSummary
  /// The result of the column that was named for the export, else of the workload's primary metric.
  let primary: ExportedMetric
  /// The results to export: all, the primary one first; only the primary one if a column was named.
  let metrics: [ExportedMetric]
  /// The processes that were timed, in the order of their blocks.
  let processes: [ExportedProcess]
  /// The processes that counted events, each with its values by column.
  let counted: [CountedProcess]

  var id: CaseID { summary.id }

  /// The number of threads that work: the case's parameter `threads`, else its width.
  var threads: Int { id["threads"] ?? summary.planned.width }

  /// Makes an exported case; nil without a primary result.
  init?(
    _ summary: CaseSummary, of suite: SuiteSummary, in run: Run, _ places: RunPlaces,
    metric: String?
  ) {
    let columns = suite.table.columns
    let wanted =
      metric.map { name in columns.first { $0.name == name } }
      ?? suite.primaryMetric(of: summary.id.workload)
    guard let wanted,
      let caseIndex = run.document.plan.cases.firstIndex(where: { $0.id == summary.id }),
      let primary = ExportedMetric(wanted, summary)
    else { return nil }
    let others = columns.filter { $0.name != wanted.name }
    self.summary = summary
    self.primary = primary
    metrics = [primary] + (metric == nil ? others.compactMap { ExportedMetric($0, summary) } : [])
    let blocks = 0..<run.document.plan.launchedBlocks
    processes = blocks.compactMap { block in
      places.figures(of: Launch(caseIndex: caseIndex, block: block), in: run)
        .map { ExportedProcess(block: block, record: $0) }
    }
    let events = metrics.filter(\.column.isCounted).map(\.column)
    counted = run.countedRows(of: caseIndex).compactMap { CountedProcess($0, columns: events) }
  }
}

/// One metric of an exported case.
struct ExportedMetric: Sendable {
  let column: MetricColumn
  let summary: MetricSummary
  let unit: MetricUnit

  var value: Double { summary.estimate.value }
  var interval: Interval? { summary.estimate.interval }

  /// Makes a metric of a case; nil if the case has no value of the metric, or an infinite value.
  init?(_ column: MetricColumn, _ summary: CaseSummary) {
    guard let own = summary.metrics[column.name], own.estimate.value.isFinite else { return nil }
    self.column = column
    self.summary = own
    unit = MetricUnit(column: column.name)
  }

  /// The value of a timed process; nil for a counted metric, because events are counted in other
  /// processes.
  func value(of process: ExportedProcess) -> Double? {
    guard !column.isCounted, summary.byBlock.indices.contains(process.block),
      let value = summary.byBlock[process.block], value.isFinite
    else { return nil }
    return value
  }
}

/// One timed process.
struct ExportedProcess: Sendable {
  let block: Int
  let record: LaunchRecord

  /// The operations of all measured trials; the largest 64-bit number if the sum is larger.
  var operations: Int64 {
    record.trials.map { Int64(clamping: $0.operations) }.clampedSum
  }

  /// User plus system time per operation in ns, the median of the trials.
  var processorNanosecondsPerOperation: Double? {
    median(MetricSource.processorTimePerOperation.values(of: record))
  }
}

/// One process that counted events.
struct CountedProcess: Sendable {
  let operations: Int64
  /// The counts per operation, by the columns' names.
  let values: [String: Double]

  /// Makes a process from its rows; nil if none of the columns was counted.
  init?(_ rows: [CounterRow], columns: [MetricColumn]) {
    var values: [String: Double] = [:]
    var operations: UInt64 = 0
    for column in columns {
      guard case .counted(let event) = column.source,
        let row = rows.first(where: { $0.thread == nil && $0.event == event }),
        let value = row.perOperation, value.isFinite
      else { continue }
      values[column.name] = value
      operations = row.operations
    }
    if values.isEmpty { return nil }
    self.values = values
    self.operations = Int64(clamping: operations)
  }
}

extension [Int64] {
  /// The sum of counts, or the largest 64-bit number if the sum is larger.
  var clampedSum: Int64 {
    reduce(0) { sum, count in
      let (next, overflow) = sum.addingReportingOverflow(count)
      return overflow ? .max : next
    }
  }
}

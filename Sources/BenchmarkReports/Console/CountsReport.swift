public import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics

/// What operations did, beside what they cost: the counted columns of a run for a terminal.
public struct CountsReport {
  private let summary: RunSummary
  private let palette: Palette

  /// What happens less often than this in an operation is shown as next to nothing.
  private static let rare = 0.01
  /// A line's length: a terminal beside an editor.
  private static let width = 112
  private static let indent = "    "

  /// Makes the report of a run.
  public init(_ summary: RunSummary, palette: Palette) {
    self.summary = summary
    self.palette = palette
  }

  /// A table a situation, with the columns that have anything in it; empty for a run that counted nothing.
  public func render() -> String {
    let tables = summary.suites.flatMap { suite in
      suite.rankings().compactMap { table($0, suite.table) }
    }
    let gaps = summary.countingGaps.map(line).joined() + summary.scaledCounts.map(line).joined()
    guard !tables.isEmpty || !gaps.isEmpty else { return "" }
    return palette.heading("what an operation does") + "\n" + tables.joined()
      + (gaps.isEmpty ? "" : "\n" + gaps)
  }

  /// What could not be counted: a user who asked for it should not have to look for it.
  private func line(_ gap: CountingGap) -> String {
    let what = gap.events.isEmpty ? gap.pass.rawValue : gap.events.joined(separator: ", ")
    let share = gap.invocations == gap.of ? "" : " in \(gap.invocations) of \(gap.of) workers"
    return Paragraph.render(
      "\(what)\(share): \(gap.reason)", first: "  not counted: ",
      width: Self.width)
  }

  private func line(_ count: ScaledCount) -> String {
    let how = ScalingText.words(count.leastShare, count.mostUncertainty)
    return Paragraph.render(
      "\(count.event) in \(count.invocations) of \(count.of) workers: \(how) at worst",
      first: "  estimated: ", width: Self.width)
  }

  private func table(_ ranking: Ranking, _ described: SuiteTable) -> String? {
    let cases = ranking.ranked.map(\.summary)
    let columns = fitting(described.columns.filter { isWorthShowing($0, in: cases) }, for: cases)
    guard !columns.isEmpty else { return nil }
    var table = TableText(
      [("primitive", .left)] + columns.map { (Self.title($0), .right) })
    for summary in cases where columns.contains(where: { summary.metrics[$0.name] != nil }) {
      table.add([summary.id.primitive] + columns.map { Self.text(summary.metrics[$0.name]) })
    }
    return "\n  \(ranking.situation)\n" + table.render(indent: Self.indent)
  }

  private func isWorthShowing(_ column: MetricColumn, in cases: [CaseSummary]) -> Bool {
    // A frequency is nothing that an operation does.
    column.isCountedPerOperation
      && cases.contains { ($0.metrics[column.name]?.estimate.value ?? 0) >= Self.rare }
  }

  /// What says again, or in other words, what another column says: shown where there is room.
  private static let secondary: Set<String> = [
    "task_clock_ns_per_op", "context_switches_per_op", "allocated_bytes_per_op",
    "run_queue_ns_per_op", "energy_uj_per_op", "msr_mperf_per_op",
  ]

  /// The first columns that a line holds beside the primitives' names.
  private func fitting(_ columns: [MetricColumn], for cases: [CaseSummary]) -> [MetricColumn] {
    let first = columns.filter { !Self.secondary.contains($0.name) }
    let names = cases.map(\.id.primitive.count) + ["primitive".count]
    var left = Self.width - Self.indent.count - (names.max() ?? 0)
    return Array(
      (first + columns.filter { Self.secondary.contains($0.name) }).prefix { column in
        let cells = cases.map { Self.text($0.metrics[column.name]).count }
        left -= 1 + max(Self.title(column).count, cells.max() ?? 0)
        return left >= 0
      })
  }

  private static func title(_ column: MetricColumn) -> String {
    let name = column.name.hasSuffix("_per_op") ? column.name.dropLast(7) : column.name[...]
    return String(name.map { $0 == "_" ? " " : $0 })
  }

  private static func text(_ metric: MetricSummary?) -> String {
    guard let value = metric?.estimate.value else { return "" }
    if value == 0 { return "0" }
    return value < rare ? "<\(rare)" : Figures.digits(value)
  }
}

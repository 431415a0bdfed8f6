package import BenchmarkAnalysis
package import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

extension RunSummary {
  /// The counted columns of a run: the events per operation.
  ///
  /// The report has a table for each situation, with the columns in which a case has at least
  /// `rareRate`, as many as fit. Lines follow on the events that were not counted, or only
  /// estimated. The report is empty if there are neither tables nor such events.
  package var operationCounts: Document {
    let tables = suites.flatMap { suite in
      suite.rankings().compactMap { table($0, suite.table) }
    }
    let gaps = countingGaps.map(Self.line) + scaledCounts.map(Self.line)
    guard !tables.isEmpty || !gaps.isEmpty else { return [] }
    return [.heading("what an operation does")] + Document(tables.flatMap(\.blocks))
      + Document(gaps.isEmpty ? [] : [.space] + gaps)
  }

  /// The largest length of a line, in characters: a terminal of this width has room beside an
  /// editor.
  private static let width = 112
  private static let indent = 4

  /// A line on events that could not be counted: a user who asked for these events should see the
  /// reason.
  private static func line(_ gap: CountingGap) -> Block {
    let what = gap.events.isEmpty ? gap.pass.rawValue : gap.events.joined(separator: ", ")
    let share = gap.launches == gap.of ? "" : " in \(gap.launches) of \(gap.of) workers"
    return .text("\(what)\(share): \(gap.reason)", label: "  not counted: ", width: width)
  }

  private static func line(_ count: ScaledCount) -> Block {
    let how = ScalingText.words(count.leastShare, count.mostUncertainty)
    return .text(
      "\(count.event) in \(count.launches) of \(count.of) workers: \(how) at worst",
      label: "  estimated: ", width: width)
  }

  private func table(_ ranking: Ranking, _ described: SuiteTable) -> Document? {
    let cases = ranking.ranked.map(\.summary)
    let columns = fitting(described.columns.filter { isWorthShowing($0, in: cases) }, for: cases)
    guard !columns.isEmpty else { return nil }
    let shown = cases.filter { one in columns.contains { one.metrics[$0.name] != nil } }
    let table = Table(
      [.init("primitive")] + columns.map { .init(Self.title($0), .figure) },
      cells: shown.map { one in
        [.text(one.id.primitive)] + columns.map { .text(Self.text(one.metrics[$0.name])) }
      }, indent: Self.indent)
    return [.space, .heading("\(ranking.situation)", level: 2), .table(table)]
  }

  private func isWorthShowing(_ column: MetricColumn, in cases: [CaseSummary]) -> Bool {
    // A frequency is no count per operation.
    column.isCountedPerOperation
      && cases.contains { ($0.metrics[column.name]?.estimate.value ?? 0) >= rareRate }
  }

  /// The columns that repeat another column in another unit or form; they come last, so they are
  /// the first to be left out.
  private static let secondary: Set<String> = [
    "task_clock_ns_per_op", "context_switches_per_op", "allocated_bytes_per_op",
    "run_queue_ns_per_op", "energy_uj_per_op", "msr_mperf_per_op",
  ]

  /// The first columns for which a line has room beside the primitives' names.
  private func fitting(_ columns: [MetricColumn], for cases: [CaseSummary]) -> [MetricColumn] {
    let first = columns.filter { !Self.secondary.contains($0.name) }
    let names = cases.map(\.id.primitive.count) + ["primitive".count]
    var left = Self.width - Self.indent - (names.max() ?? 0)
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

  private static func text(_ metric: MetricSummary?) -> String { rate(metric?.estimate.value) }
}

package import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics

/// The table of the chart `counters`: the counts per operation, with a row for each case and event.
///
/// `per_op` is the median over the counted launches, in `unit` per operation. If an event of a
/// valid case was not counted, `per_op` is empty and `count_reason` has the reason. An event that
/// was counted in no case has one row without a case. If more than ``mostCases`` cases were
/// counted, `count_reason` of a last row without an event says how many cases have no rows.
package enum CountsTable {
  /// The header.
  package static let columns = [
    "case", "workload", "primitive", "status", "reason", "situation", "event", "unit", "per_op",
    "count_reason",
  ]

  /// The largest number of cases with rows, because a page has no room for more.
  package static let mostCases = 120

  /// The table of a run; only the header if nothing was counted.
  ///
  /// - Parameter primitives: The primitives to include; empty for all.
  /// - Complexity: O(cases × events).
  package static func render(_ summary: RunSummary, primitives: [String] = []) -> String {
    let reasons = reasons(summary.countingGaps)
    var text = CSV.line(columns)
    var seen: Set<String> = []
    var cases = 0
    for suite in summary.suites {
      let counted = suite.table.columns.compactMap(Counted.init)
      let known = counted.filter { column in
        suite.cases.contains { $0.metrics[column.name] != nil }
      }
      seen.formUnion(known.map(\.event))
      guard !known.isEmpty else { continue }
      for summary in suite.cases where mayHaveRows(summary, primitives) {
        cases += 1
        guard cases <= mostCases else { continue }
        for column in known { text += line(summary, column, reasons) }
      }
    }
    for (event, reason) in reasons.sorted(by: { $0.key < $1.key }) where !seen.contains(event) {
      text += CSV.line(["", "", "", "", "", "", event, "", "", reason])
    }
    if cases > mostCases {
      let note = "\(cases - mostCases) more cases have no room: choose with --primitive"
      text += CSV.line([String](repeating: "", count: columns.count - 1) + [note])
    }
    return text
  }

  /// A column with the count of an event per operation.
  private struct Counted {
    let name, event, unit: String

    init?(_ column: MetricColumn) {
      guard case .counted(let event) = column.source else { return nil }
      name = column.name
      self.event = event
      let parts = column.name.split(separator: "_")
      unit =
        parts.contains("ns")
        ? "ns" : parts.contains("uj") ? "µJ" : parts.contains("bytes") ? "B" : ""
    }
  }

  /// Whether a case may have rows; controls, cases that were not measured, and cases of primitives
  /// that the user did not choose have none.
  private static func mayHaveRows(_ summary: CaseSummary, _ primitives: [String]) -> Bool {
    !summary.planned.isNegativeControl && summary.status != .notMeasured
      && (primitives.isEmpty || primitives.contains(summary.id.primitive))
  }

  private static func line(
    _ summary: CaseSummary, _ column: Counted, _ reasons: [String: String]
  ) -> String {
    let value = summary.metrics[column.name]?.estimate.value
    let missing = summary.status == .valid ? reasons[column.event] ?? "no row of this event" : ""
    return CSV.line([
      summary.id.description, summary.id.workload, summary.id.primitive, summary.status.rawValue,
      summary.reason, summary.id.situation, column.event, column.unit,
      FigureText.significant(value), value == nil ? missing : "",
    ])
  }

  /// The first reason why each missing event was not counted.
  private static func reasons(_ gaps: [CountingGap]) -> [String: String] {
    Dictionary(
      gaps.flatMap { gap in gap.events.map { ($0, gap.reason) } },
      uniquingKeysWith: { first, _ in first })
  }
}

import BenchmarkModel
import BenchmarkStatistics

/// Tables for a Markdown document: a heading a suite, a table a situation, all text escaped.
public struct WriteUpMarkdown {
  private let writeUp: WriteUp

  /// Makes the text of a run's tables.
  public init(_ writeUp: WriteUp) { self.writeUp = writeUp }

  /// The whole text; empty without tables.
  public func render() -> String { writeUp.suites.map(render).joined(separator: "\n") }

  private func render(_ suite: WriteUpSuite) -> String {
    "## \(Self.escaped(suite.name))\n\n*\(Self.escaped(writeUp.caption))*\n\n\(WriteUp.legend)\n"
      + suite.tables.filter { !$0.shown.isEmpty }.map { "\n" + render($0) }.joined()
  }

  private func render(_ table: WriteUpTable) -> String {
    "### \(Self.escaped(table.situation))\n\n"
      + (table.column.map { ranked(table, $0) } ?? unranked(table))
  }

  private func ranked(_ table: WriteUpTable, _ column: MetricColumn) -> String {
    "\(Self.escaped(column.name)), \(table.direction)\n\n"
      + Self.row(["place", "primitive", column.name, "95 %", "× best", "notes"])
      + "| ---: | --- | ---: | --- | ---: | --- |\n"
      + table.shown.map { row in
        Self.row([
          row.place.map { String($0) } ?? "–", row.primitive, figure(row), interval(row),
          row.ratioToBest.map(Figures.digits) ?? "", row.notes.joined(separator: "; "),
        ])
      }.joined()
  }

  private func unranked(_ table: WriteUpTable) -> String {
    Self.row(["primitive", "metric", "value", "95 %", "notes"])
      + "| --- | --- | ---: | --- | --- |\n"
      + table.shown.map { row in
        Self.row([
          row.primitive, row.estimate == nil ? "" : row.column.name, figure(row), interval(row),
          row.notes.joined(separator: "; "),
        ])
      }.joined()
  }

  private func figure(_ row: WriteUpRow) -> String {
    row.estimate.map { Figures.text($0.value, column: row.column) } ?? row.status
  }

  private func interval(_ row: WriteUpRow) -> String {
    guard let interval = row.estimate?.interval else { return "" }
    return [interval.low, interval.high].map { Figures.text($0, column: row.column) }
      .joined(separator: " to ")
  }

  private static func row(_ cells: [String]) -> String {
    "| " + cells.map(escaped).joined(separator: " | ") + " |\n"
  }

  private static func escaped(_ text: String) -> String { MarkdownText.escaped(text) }
}

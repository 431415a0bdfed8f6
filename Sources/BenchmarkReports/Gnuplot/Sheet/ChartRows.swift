import BenchmarkDocument
import BenchmarkModel

/// The error that a chart can't be drawn from a table.
package struct ChartTableError: Error, CustomStringConvertible {
  package let description: String
}

/// The rows of the tables that a chart draws, with the colours and markers of their primitives.
struct ChartRows: Sendable {
  private(set) var all: [ChartRow]
  /// The compared runs; empty for a single run.
  let runs: [String]
  let options: ChartOptions
  /// The other tables that the chart reads, by the endings of their names.
  let besides: [String: [ChartRow]]
  let columns: [String]
  var styles: SeriesStyles

  /// Reads a table that ``ChartTable`` made, and the other tables that the chart reads.
  init(
    _ table: String, besides: [String: String], options: ChartOptions
  ) throws(ChartTableError) {
    let records = Records(Array(table.utf8))
    guard !records.columns.isEmpty else {
      throw ChartTableError(description: "the table is empty: it is no table of a run")
    }
    for column in ["status", "reason"]
    where !records.columns.contains(column) {
      throw ChartTableError(
        description: "the table has no column \(column): it is not the table of this chart")
    }
    var styles = SeriesStyles(isMonochrome: options.isMonochrome)
    var runs: [String] = []
    all = records.rows.map { row in
      var row = ChartRow(records: records, fields: row)
      styles.note(row.primitive, family: row.text("family"))
      let run = row.text("run")
      if !run.isEmpty, !runs.contains(run) { runs.append(run) }
      row.runIndex = runs.firstIndex(of: run) ?? 0
      return row
    }
    self.runs = runs.count > 1 ? runs : []
    self.styles = styles
    self.options = options
    columns = records.columns
    self.besides = besides.mapValues { text in
      let records = Records(Array(text.utf8))
      return records.rows.map { ChartRow(records: records, fields: $0) }
    }
  }

  var valid: [ChartRow] { all.filter(\.isValid) }

  /// The name of a row's series: the primitive, and its run if several are compared.
  func name(_ row: ChartRow) -> String {
    runs.isEmpty ? row.primitive : row.primitive + Self.runMark + row.text("run")
  }

  /// The same tables, but of the chart's own table only the rows that `choose` returns.
  func keeping(_ choose: ([ChartRow]) -> [ChartRow]) -> ChartRows {
    var rows = self
    rows.all = choose(all)
    return rows
  }

  func has(_ column: String) -> Bool { columns.contains(column) }

  static let runMark = " · "

  /// A sheet without panels, with the notes on rows that are not drawn, and with the reason that
  /// the chart gives if nothing is drawn.
  func sheet(_ title: String, _ subtitle: String, rowsAreCases: Bool = true) -> ChartSheet {
    var sheet = ChartSheet(title: title, subtitle: subtitle)
    sheet.notes = ["invalid", "failed", "not-measured"].compactMap { notDrawn($0, rowsAreCases) }
    sheet.reasonIfEmpty =
      all.isEmpty
      ? "Nothing to draw: the table has no row."
      : valid.isEmpty
        ? "Nothing to draw: none of the table's \(counted(all.count, "row")) is valid; the first says: "
          + (all[0].text("reason").isEmpty ? "no reason" : all[0].text("reason")).shortened(160)
        : "Nothing to draw: no valid row has a figure for this chart."
    return sheet
  }

  /// The note on the rows of a status, with an entry for each primitive and workload of these rows;
  /// nil if no row has the status.
  private func notDrawn(_ status: String, _ rowsAreCases: Bool) -> String? {
    var order: [String] = []
    var counts: [String: Int] = [:]
    for row in all where row.text("status") == status {
      let name = row.workload.shortened(40) + "/" + name(row)
      if counts[name] == nil { order.append(name) }
      counts[name, default: 0] += 1
    }
    guard !order.isEmpty else { return nil }
    let names = order.prefix(12).map { name in
      let count = counts[name] ?? 1
      return count > 1 && rowsAreCases ? "\(name) (\(count) cases)" : name
    }
    return (status == "not-measured" ? "not measured: " : "\(status), not drawn: ")
      + names.joined(separator: ", ") + (order.count > 12 ? " and \(order.count - 12) more" : "")
  }
}

/// A row of a table, whose fields are read by the names of their columns.
struct ChartRow: Sendable {
  fileprivate let records: Records
  fileprivate let fields: [String]
  /// The number of the row's run among the compared runs, from 0.
  fileprivate(set) var runIndex = 0

  func text(_ column: String) -> String { records.field(column, of: fields) }

  /// The number in a column; nil if the field is empty, no number, or out of the range of
  /// measurements.
  func number(_ column: String) -> Double? {
    guard let value = Double(text(column)), value == 0 || (1e-30...1e30).contains(value.magnitude)
    else { return nil }
    return value
  }

  /// A metric with its interval; a value or an end of the interval below `least` becomes `least`.
  ///
  /// The result is nil if the metric is missing or negative, or if it is 0 and `mayBeZero` is
  /// false.
  func figure(_ column: String, least: Double = 0, mayBeZero: Bool = false) -> PlottedFigure? {
    guard let value = number(column), value > 0 || (mayBeZero && value == 0) else { return nil }
    guard let low = number(column + "_low"), let high = number(column + "_high"),
      low >= 0, low <= high
    else { return PlottedFigure(max(value, least)) }
    return PlottedFigure(max(value, least), low: max(low, least), high: max(high, least))
  }

  var isValid: Bool { text("status") == "valid" }
  var workload: String { text("workload") }
  var primitive: String { text("primitive").shortened(72) }
  var threads: Double { number("threads") ?? 0 }
  var inside: Double { max(0, number("inside_ns") ?? 0) }
  var outside: Double { max(0, number("outside_ns") ?? 0) }

  /// The work of an operation, such as `50 ns inside, 200 ns outside`; empty without work.
  var work: String {
    [(inside, "inside"), (outside, "outside")].filter { $0.0 > 0 }
      .map { "\(asked($0.0)) \($0.1)" }.joined(separator: ", ")
  }

  /// The placement of the threads and of their memory, each after a comma; empty for a case without
  /// these parameters.
  var setting: String {
    let placements = [
      "siblings": "within a core", "cores": "within a node", "spread": "across nodes",
      "unpinned": "unbound",
    ]
    let memories = [
      "first": "memory on the first thread's node", "other": "memory on another node",
    ]
    return [
      placements[text("placement")] ?? text("placement"),
      memories[text("memory")] ?? text("memory"),
    ]
    .filter { !$0.isEmpty }.map { ", " + $0 }.joined()
  }
}

extension String {
  /// The text, cut to a number of letters.
  func shortened(_ most: Int) -> String { count <= most ? self : prefix(most - 1) + "…" }
}

/// The text of a round duration, such as a parameter of a plan or a tick of an axis.
@Sendable func asked(_ nanoseconds: Double) -> String {
  let units: [(Double, String)] = [(1e9, " s"), (1e6, " ms"), (1e3, " µs")]
  let (factor, unit) = units.first { nanoseconds >= $0.0 } ?? (1, " ns")
  return FigureText.significant(nanoseconds / factor) + unit
}

/// A count with its noun.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

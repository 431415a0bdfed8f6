import BenchmarkModel

/// A run's table, with the name that charts give the run.
package struct NamedTable: Sendable {
  package let run: String
  /// The table in CSV, by RFC 4180.
  package let bytes: [UInt8]

  package init(run: String, bytes: [UInt8]) {
    self.run = run
    self.bytes = bytes
  }
}

/// Makes a chart's table from the tables of one or several runs, with only the rows and columns
/// that the chart draws.
package struct ChartTable: Sendable {
  private let workloads: Set<String>
  private let metrics: [String]
  private let primitives: [String]
  private let filters: [String]

  /// Makes the choice of the rows and columns to keep.
  ///
  /// - Parameters:
  ///   - workloads: The workloads; empty for all.
  ///   - metrics: The metric columns, which are kept with their intervals; empty for all.
  ///   - primitives: The primitives, in the order of their rows; empty for all.
  ///   - filters: Globs, one of which must match the case's name; empty for all.
  package init(
    workloads: Set<String> = [], metrics: [String] = [], primitives: [String] = [],
    filters: [String] = []
  ) {
    self.filters = filters
    self.workloads = workloads
    self.metrics = metrics
    self.primitives = primitives
  }

  /// The table; with more than one run, it has a column `run`, and the rows of a case are adjacent.
  ///
  /// - Complexity: O(bytes).
  package func render(_ tables: [NamedTable]) -> String {
    let read = tables.map { ($0.run, Records($0.bytes)) }
    var columns: [String] = []
    for (_, records) in read {
      for column in kept(records.columns) where !columns.contains(column) { columns.append(column) }
    }
    let isComparison = tables.count > 1
    var text = CSV.line(columns + (isComparison ? ["run"] : []))
    let rows = read.flatMap { run, records in
      records.rows.filter { isKept($0, records) }.map { row in
        Row(
          id: records.field("case", of: row), primitive: records.field("primitive", of: row),
          fields: columns.map { records.field($0, of: row) } + (isComparison ? [run] : []))
      }
    }
    for row in ordered(rows, isComparison: isComparison) { text += CSV.line(row.fields) }
    return text
  }

  private struct Row {
    let id: String
    let primitive: String
    let fields: [String]
  }

  /// The columns to keep; the parameters are before the status, the metrics after the status.
  private func kept(_ columns: [String]) -> [String] {
    guard !metrics.isEmpty, let status = columns.firstIndex(of: "status") else { return columns }
    let wanted = Set(metrics.flatMap { [$0, $0 + "_low", $0 + "_high"] })
    return columns.enumerated().filter { index, name in
      index <= status || name == "reason" || wanted.contains(name)
    }.map(\.element)
  }

  private func isKept(_ row: [String], _ records: Records) -> Bool {
    (workloads.isEmpty || workloads.contains(records.field("workload", of: row)))
      && (filters.isEmpty || filters.contains { globMatches($0, records.field("case", of: row)) })
      && (primitives.isEmpty || primitives.contains(records.field("primitive", of: row)))
  }

  private func ordered(_ rows: [Row], isComparison: Bool) -> [Row] {
    var rows = rows
    if isComparison {
      var numbers: [String: Int] = [:]
      for row in rows where numbers[row.id] == nil { numbers[row.id] = numbers.count }
      rows = stablySorted(rows) { numbers[$0.id] ?? 0 }
    }
    guard !primitives.isEmpty else { return rows }
    return stablySorted(rows) { row in primitives.firstIndex(of: row.primitive) ?? 0 }
  }

  private func stablySorted(_ rows: [Row], by key: (Row) -> Int) -> [Row] {
    rows.enumerated().map { (key($1), $0, $1) }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
  }
}

/// A table's records, whose fields are found by the names of their columns.
struct Records: Sendable {
  let columns: [String]
  let rows: [[String]]
  private let indices: [String: Int]

  init(_ bytes: [UInt8]) {
    var all: [[String]] = []
    CSV.forEachRecord(bytes) { all.append(copy $0) }
    columns = all.first ?? []
    rows = Array(all.dropFirst())
    indices = Dictionary(
      columns.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// A field of a row; empty if the table has no such column or the row is too short.
  func field(_ column: String, of row: [String]) -> String {
    guard let index = indices[column], row.indices.contains(index) else { return "" }
    return row[index]
  }
}

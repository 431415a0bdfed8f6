import BenchmarkModel

/// A table's rows by the names of their columns.
struct TableRows {
  let rows: [[String: String]]

  init(_ text: String) {
    var header: [String]?
    var rows: [[String: String]] = []
    CSV.forEachRecord(Array(text.utf8)) { fields in
      guard let names = header else {
        header = copy fields
        return
      }
      rows.append(Dictionary(uniqueKeysWithValues: zip(names, copy fields)))
    }
    self.rows = rows
  }

  /// The rows in which a column has a value.
  func having(_ column: String, _ value: String) -> [[String: String]] {
    rows.filter { $0[column] == value }
  }

  /// A column's figures, of the rows that have one.
  func figures(_ column: String) -> [Double] { rows.compactMap { Double($0[column] ?? "") } }
}

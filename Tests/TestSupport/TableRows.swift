package import BenchmarkModel

extension CSV {
  /// The records of a text, the header first.
  package static func records(of text: String) -> [[String]] {
    var records: [[String]] = []
    forEachRecord(Array(text.utf8)) { records.append(copy $0) }
    return records
  }
}

/// A table's rows by the names of their columns.
package struct TableRows {
  package let rows: [[String: String]]

  package init(_ text: String) {
    let records = CSV.records(of: text)
    rows = records.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(records[0], $0)) }
  }

  /// The rows in which a column has a value.
  package func having(_ column: String, _ value: String) -> [[String: String]] {
    rows.filter { $0[column] == value }
  }

  /// The figures of a column, without empty fields.
  package func figures(_ column: String) -> [Double] {
    rows.compactMap { Double($0[column] ?? "") }
  }
}

import BenchmarkModel

extension Reader {
  /// A CSV table, which must give the same records if it is read in pieces, and if it is written
  /// and read again.
  static let csv = Reader(
    name: "csv", summary: "CSV: records, fields and numbers, whole and in pieces"
  ) { input in
    let whole = records(input)
    require(inPieces(input) == whole, "records in pieces are those of the whole")
    let written = whole.map(CSV.line).joined()
    var again: [[String]] = []
    CSV.forEachRecord(Array(written.utf8)) { again.append(copy $0) }
    require(again == whole, "what is written is read as it was")
  }

  private static func records(_ input: Input) -> [[String]] {
    var records: [[String]] = []
    var scanner = CSVScanner()
    _ = scanner.scan(input) { fields in
      for index in 0..<fields.count {
        _ = fields.integer(index, as: Int.self)
        _ = fields.integer(index, as: UInt8.self)
        _ = fields.optionalInteger(index, as: UInt64.self)
        require(
          fields.double(index).map { $0 == Double(fields[index]) || $0.isNaN }
            ?? (Double(fields[index]) == nil),
          "a number is the one that Swift reads")
      }
      records.append(fields.texts)
    }
    return records
  }

  /// Reads the input in two pieces; the second begins with the incomplete record of the first.
  private static func inPieces(_ input: Input) -> [[String]] {
    var records: [[String]] = []
    var scanner = CSVScanner()
    let done = scanner.scan(Input(rebasing: input.prefix(input.count / 2))) {
      records.append($0.texts)
    }
    _ = scanner.scan(Input(rebasing: input.dropFirst(done))) { records.append($0.texts) }
    return records
  }

  /// The rows of each raw table, with the columns of this build or of earlier ones.
  static let rawTables = Reader(
    name: "raw-tables", summary: "raw/*.csv: rows of each table, lists of latencies, counters"
  ) { input in
    let id = CaseID(suite: "a", workload: "b", primitive: "c", parameters: [])
    var scanner = CSVScanner()
    _ = scanner.scan(input) { fields in
      // The caller has already looked up the case and the launch, so a row has at least these
      // fields.
      guard fields.count > 2 else { return }
      for table in RawTable.allCases {
        var record = LaunchRecord()
        guard table.add(fields, to: &record) else { continue }
        var again = LaunchRecord()
        let written = table.lines(of: record, case: id, launch: 0)
        var second = CSVScanner()
        Array(written.utf8).withUnsafeBufferPointer { bytes in
          _ = second.scan(bytes) { _ = table.add($0, to: &again) }
        }
        require(
          table.lines(of: again, case: id, launch: 0) == written,
          "a row is read as it was written")
      }
      if let (number, _, row) = CounterTable.row(fields) {
        _ = CounterTable.lines(of: CountedRecord(rows: [row]), case: id, number: number)
      }
    }
  }
}

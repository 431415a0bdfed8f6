/// The table of counts, `raw/counters.csv`, and the conversion of its rows to fields and back.
package enum CounterTable {
  /// The file, in the run's folder.
  package static let path = "raw/counters.csv"

  /// The header; in a gate, the arm comes after the case.
  package static func columns(of plan: Plan?) -> [String] {
    keyColumns(of: plan) + CounterRow.columns
  }

  private static func keyColumns(of plan: Plan?) -> [String] {
    plan?.gate == nil ? ["case", "launch"] : ["case", "arm", "launch"]
  }

  /// The rows of a launch as CSV lines, to be written together, because a launch without its
  /// closing row counts as cut short.
  package static func lines(
    of record: CountedRecord, case id: CaseID, number: Int, side: PairSide = .candidate,
    in plan: Plan? = nil
  ) -> String {
    let arm = plan?.gate == nil ? [] : [side.rawValue]
    let key = [id.description] + arm + [String(number)]
    return record.rows.map { CSV.oneLine(key + $0.fields) }.joined()
  }

  /// Reads a row's fields after the case; nil if they are no row.
  package static func row(
    _ fields: CSVFields, in plan: Plan? = nil
  ) -> (number: Int, side: PairSide, row: CounterRow)? {
    let keys = keyColumns(of: plan).count
    guard fields.count > keys, let number = fields.integer(keys - 1, as: Int.self),
      let side = plan?.gate == nil ? .candidate : PairSide(rawValue: fields[1]),
      let row = CounterRow(fields, after: keys)
    else { return nil }
    return (number, side, row)
  }
}

extension CounterRow: TableRow {
  static var blank: CounterRow {
    CounterRow(pass: .counters, event: "", status: .failed, value: nil, operations: 0)
  }

  mutating func visit(_ column: inout TableColumns) {
    column("pass", &pass)
    column("thread", &thread)
    column("event", &event)
    column("status", &status)
    column.count("value", &value)
    column("ops", &operations)
    column("time_enabled_ns", &enabledNanoseconds)
    column("time_running_ns", &runningNanoseconds)
    column("reason", &reason)
    column("uncertainty", &uncertainty)
  }
}

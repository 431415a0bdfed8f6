/// The table of what was counted, `raw/counters.csv`: rows to fields and back.
public enum CounterTable {
  /// The file, in the run's folder.
  public static let path = "raw/counters.csv"

  /// The header.
  public static let columns = [
    "case", "invocation", "pass", "thread", "event", "status", "value", "ops", "time_enabled_ns",
    "time_running_ns", "reason",
  ]

  /// The rows of an invocation as CSV lines, to be written at once: one without its closing row never
  /// happened.
  public static func lines(of record: CountedRecord, case id: CaseID, number: Int) -> String {
    record.rows.map { CSV.line([id.description, String(number)] + $0.fields) }.joined()
  }

  /// Reads a row's fields; nil where they are not one.
  public static func row(_ fields: [String]) -> (id: String, number: Int, row: CounterRow)? {
    guard fields.count == columns.count, let number = Int(fields[1]),
      let row = CounterRow(fields: Array(fields[2...]))
    else { return nil }
    return (fields[0], number, row)
  }
}

extension CounterRow {
  /// A count as a whole number, and what was scaled with its fraction.
  private static func figure(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 9e15 ? String(Int64(value)) : "\(value)"
  }

  fileprivate var fields: [String] {
    [
      pass.rawValue, csvField(thread), event, status.rawValue, value.map(Self.figure) ?? "",
      csvField(operations), csvField(enabledNanoseconds), csvField(runningNanoseconds), reason,
    ]
  }

  fileprivate init?(fields: [String]) {
    guard let pass = CountingPass(rawValue: fields[0]), let thread: Int? = csvNumber(fields[1]),
      let status = CounterStatus(rawValue: fields[3]), let value: Double? = csvNumber(fields[4]),
      value?.isFinite ?? true, let operations = UInt64(fields[5]),
      let enabled: UInt64? = csvNumber(fields[6]), let running: UInt64? = csvNumber(fields[7])
    else { return nil }
    self.init(
      pass: pass, thread: thread, event: fields[2], status: status, value: value,
      operations: operations, enabledNanoseconds: enabled, runningNanoseconds: running,
      reason: fields[8])
  }
}

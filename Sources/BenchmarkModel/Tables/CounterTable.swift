/// The table of what was counted, `raw/counters.csv`: rows to fields and back.
package enum CounterTable {
  /// The file, in the run's folder.
  package static let path = "raw/counters.csv"

  /// The header in a run.
  package static let columns = [
    "case", "invocation", "pass", "thread", "event", "status", "value", "ops", "time_enabled_ns",
    "time_running_ns", "reason", "uncertainty",
  ]

  /// The header: in a gate, the arm stands behind the case.
  package static func columns(of plan: Plan?) -> [String] {
    plan?.gate == nil ? columns : [columns[0], "arm"] + columns[1...]
  }

  /// The rows of an invocation as CSV lines, to be written at once: one without its closing row never
  /// happened.
  package static func lines(
    of record: CountedRecord, case id: CaseID, number: Int, side: PairSide = .candidate,
    in plan: Plan? = nil
  ) -> String {
    let arm = plan?.gate == nil ? [] : [side.rawValue]
    let key = [id.description] + arm + [String(number)]
    return record.rows.map { CSV.oneLine(key + $0.fields) }.joined()
  }

  /// Reads a row's fields after the case; nil where they are not one.
  package static func row(
    _ fields: CSVFields, in plan: Plan? = nil
  ) -> (number: Int, side: PairSide, row: CounterRow)? {
    guard fields.count == columns(of: plan).count,
      let side = plan?.gate == nil ? .candidate : PairSide(rawValue: fields[1])
    else { return nil }
    // The rows' own fields begin behind two key fields.
    let fields = fields.dropping(plan?.gate == nil ? 0 : 1)
    guard let number = fields.integer(1, as: Int.self), let row = CounterRow(fields) else {
      return nil
    }
    return (number, side, row)
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
      uncertainty.map { "\($0)" } ?? "",
    ]
  }

  fileprivate init?(_ fields: CSVFields) {
    guard let pass = CountingPass(rawValue: fields[2]),
      let thread = fields.optionalInteger(3, as: Int.self),
      let status = CounterStatus(rawValue: fields[5]), let value = Self.value(fields, 6),
      let operations = fields.integer(7, as: UInt64.self),
      let enabled = fields.optionalInteger(8, as: UInt64.self),
      let running = fields.optionalInteger(9, as: UInt64.self),
      let uncertainty = Self.value(fields, 11)
    else { return nil }
    self.init(
      pass: pass, thread: thread, event: fields[4], status: status, value: value,
      operations: operations, enabledNanoseconds: enabled, runningNanoseconds: running,
      reason: fields[10], uncertainty: uncertainty)
  }

  /// A field that may be empty: the finite number or nil, and nothing at all where it is neither.
  private static func value(_ fields: CSVFields, _ index: Int) -> Double?? {
    if fields.isEmpty(index) { return .some(nil) }
    guard let value = fields.double(index), value.isFinite else { return nil }
    return .some(value)
  }
}

/// The raw tables of a run: their files, their columns, and rows to fields and back.
///
/// Every row begins with the case and the invocation, which is the block's number.
public enum RawTable: String, CaseIterable, Sendable {
  /// A row a trial.
  case trials
  /// A row a thread of an invocation.
  case threads
  /// A row a recorded latency.
  case latency
  /// A row a named value of a trial.
  case observations
  /// A row a failed invocation.
  case failures

  /// The file, in the run's folder.
  public var path: String { "raw/\(rawValue).csv" }

  /// The header.
  public var columns: [String] {
    ["case", "invocation"] + ownColumns
  }

  private var ownColumns: [String] {
    switch self {
    case .trials:
      [
        "trial", "start_ns", "ops", "elapsed_ns", "cpu_user_ns", "cpu_system_ns",
        "voluntary_switches", "involuntary_switches", "steal_ns", "verified", "reason",
      ]
    case .threads: ["thread", "cpu", "ops", "longest_wait_ns"]
    case .latency: ["value_ns", "count"]
    case .observations: ["trial", "name", "value"]
    case .failures: ["kind", "status", "reason"]
    }
  }

  /// The rows of an invocation's record in this table, as CSV lines.
  public func lines(of record: InvocationRecord, case id: CaseID, invocation: Int) -> String {
    let key = [id.description, String(invocation)]
    let rows: [[String]] =
      switch self {
      case .trials: record.trials.map(\.fields)
      case .threads: record.threads.map(\.fields)
      case .latency: record.latencies.map(\.fields)
      case .observations: record.observations.map(\.fields)
      case .failures: record.failure.map { [$0.fields] } ?? []
      }
    return rows.map { CSV.line(key + $0) }.joined()
  }

  /// Adds the row that `fields` (without the case and the invocation) hold to a record; false where
  /// they are not a row of this table.
  public func add(_ fields: ArraySlice<String>, to record: inout InvocationRecord) -> Bool {
    let fields = Array(fields)
    guard fields.count == ownColumns.count else { return false }
    switch self {
    case .trials: return append(TrialRow(fields: fields), to: &record.trials)
    case .threads: return append(ThreadRow(fields: fields), to: &record.threads)
    case .latency: return append(LatencyRow(fields: fields), to: &record.latencies)
    case .observations: return append(ObservationRow(fields: fields), to: &record.observations)
    case .failures:
      guard let row = FailureRow(fields: fields) else { return false }
      record.failure = row
      return true
    }
  }

  private func append<Row>(_ row: Row?, to rows: inout [Row]) -> Bool {
    guard let row else { return false }
    rows.append(row)
    return true
  }
}

/// A number as a field, empty for nil.
func csvField<Number: LosslessStringConvertible>(_ number: Number?) -> String {
  number.map { String($0) } ?? ""
}

/// A field that may be empty: the number or nil, and nothing at all where it is neither.
func csvNumber<Number: LosslessStringConvertible>(_ field: String) -> Number?? {
  field.isEmpty ? .some(nil) : Number(field).map { .some($0) }
}

extension TrialRow {
  fileprivate var fields: [String] {
    [
      csvField(trial), csvField(startNanoseconds), csvField(operations),
      csvField(elapsedNanoseconds),
      csvField(userNanoseconds), csvField(systemNanoseconds), csvField(voluntarySwitches),
      csvField(involuntarySwitches), csvField(stealNanoseconds), isVerified ? "true" : "false",
      reason,
    ]
  }

  fileprivate init?(fields: [String]) {
    guard let trial = Int(fields[0]), let start = Int64(fields[1]),
      let operations = UInt64(fields[2]), let elapsed = UInt64(fields[3]),
      let user = UInt64(fields[4]), let system = UInt64(fields[5]),
      let voluntary = UInt64(fields[6]), let involuntary = UInt64(fields[7]),
      let steal: UInt64? = csvNumber(fields[8]), let isVerified = Bool(fields[9])
    else { return nil }
    self.init(
      trial: trial, startNanoseconds: start, operations: operations, elapsedNanoseconds: elapsed,
      userNanoseconds: user, systemNanoseconds: system, voluntarySwitches: voluntary,
      involuntarySwitches: involuntary, stealNanoseconds: steal,
      isVerified: isVerified, reason: fields[10])
  }
}

extension ThreadRow {
  fileprivate var fields: [String] {
    [csvField(thread), csvField(cpu), csvField(operations), csvField(longestWaitNanoseconds)]
  }

  fileprivate init?(fields: [String]) {
    guard let thread = Int(fields[0]), let cpu = Int(fields[1]), let operations = UInt64(fields[2]),
      let longestWait: UInt64? = csvNumber(fields[3])
    else { return nil }
    self.init(
      thread: thread, cpu: cpu, operations: operations, longestWaitNanoseconds: longestWait)
  }
}

extension LatencyRow {
  fileprivate var fields: [String] { [csvField(valueNanoseconds), csvField(count)] }

  fileprivate init?(fields: [String]) {
    guard let value = UInt64(fields[0]), let count = UInt64(fields[1]) else { return nil }
    self.init(valueNanoseconds: value, count: count)
  }
}

extension ObservationRow {
  fileprivate var fields: [String] { [csvField(trial), name, "\(value)"] }

  fileprivate init?(fields: [String]) {
    guard let trial = Int(fields[0]), let value = Double(fields[2]), value.isFinite
    else { return nil }
    self.init(trial: trial, name: fields[1], value: value)
  }
}

extension FailureRow {
  fileprivate var fields: [String] { [kind.rawValue, csvField(status), reason] }

  fileprivate init?(fields: [String]) {
    guard let kind = FailureKind(rawValue: fields[0]), let status: Int? = csvNumber(fields[1])
    else {
      return nil
    }
    self.init(kind: kind, status: status, reason: fields[2])
  }
}

/// The raw tables of a run: their files, their columns, and rows to fields and back.
///
/// Every row begins with the case and the invocation, which is the block's number; in a gate with the case, the arm, the
/// pair and its try.
package enum RawTable: String, CaseIterable, Sendable {
  /// A row a trial.
  case trials
  /// A row a thread of an invocation.
  case threads
  /// A row an invocation that recorded latencies.
  case latency
  /// A row a named value of a trial.
  case observations
  /// A row a failed invocation.
  case failures

  /// The file, in the run's folder.
  package var path: String { "raw/\(rawValue).csv" }

  /// The header in a run.
  package var columns: [String] { columns(of: nil) }

  /// The header; that of a run without a plan.
  package func columns(of plan: Plan?) -> [String] { Self.keyColumns(of: plan) + ownColumns }

  private static func keyColumns(of plan: Plan?) -> [String] {
    plan?.gate == nil ? ["case", "invocation"] : ["case", "arm", "pair", "try"]
  }

  private var ownColumns: [String] {
    switch self {
    case .trials: TrialRow.columns
    case .threads: ThreadRow.columns
    case .latency: LatencyRow.columns
    case .observations: ObservationRow.columns
    case .failures: FailureRow.columns
    }
  }

  /// The number of an invocation's rows in this table.
  package func rowCount(of record: InvocationRecord) -> Int {
    switch self {
    case .trials: record.trials.count
    case .threads: record.threads.count
    case .latency: record.latencies.contains { $0.count > 0 } ? 1 : 0
    case .observations: record.observations.count
    case .failures: record.failure == nil ? 0 : 1
    }
  }

  /// The rows of an invocation's record in this table, as CSV lines.
  package func lines(
    of record: InvocationRecord, case id: CaseID, invocation: Int, in plan: Plan? = nil
  ) -> String {
    let launch =
      plan?.gate == nil ? [String(invocation)] : PairLaunch(block: invocation).fields
    let key = [id.description] + launch
    let rows: [[String]] =
      switch self {
      case .trials: record.trials.map(\.fields)
      case .threads: record.threads.map(\.fields)
      case .latency: LatencyList.text(of: record.latencies).map { [[$0]] } ?? []
      case .observations: record.observations.map(\.fields)
      case .failures: record.failure.map { [$0.fields] } ?? []
      }
    return rows.map { CSV.oneLine(key + $0) }.joined()
  }

  /// The block of the launch that a row is of; nil if the fields name none.
  package static func block(of fields: CSVFields, in plan: Plan) -> Int? {
    plan.gate == nil ? fields.integer(1, as: Int.self) : PairLaunch(fields)?.block
  }

  /// Adds the row that `fields` hold after the case and the launch to a record; false where they
  /// are not a row of this table.
  package func add(
    _ fields: CSVFields, to record: inout InvocationRecord, in plan: Plan? = nil
  ) -> Bool {
    let keys = Self.keyColumns(of: plan).count
    guard fields.count == keys + ownColumns.count else { return false }
    // The rows' own fields begin behind two key fields.
    let fields = fields.dropping(keys - 2)
    switch self {
    case .trials: return append(TrialRow(fields), to: &record.trials)
    case .threads: return append(ThreadRow(fields), to: &record.threads)
    case .latency: return LatencyList.read(fields.bytes(2), into: &record.latencies)
    case .observations: return append(ObservationRow(fields), to: &record.observations)
    case .failures:
      guard let row = FailureRow(fields) else { return false }
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

extension TrialRow {
  fileprivate static let columns = [
    "trial", "start_ns", "ops", "elapsed_ns", "cpu_user_ns", "cpu_system_ns", "voluntary_switches",
    "involuntary_switches", "steal_ns", "stolen_ns", "waited_ns", "throttled_ns", "slowness",
    "crowding", "distance_ns", "sharing", "state", "verified", "reason",
  ]

  fileprivate var fields: [String] {
    [
      csvField(trial), csvField(startNanoseconds), csvField(operations),
      csvField(elapsedNanoseconds), csvField(userNanoseconds), csvField(systemNanoseconds),
      csvField(voluntarySwitches), csvField(involuntarySwitches), csvField(stealNanoseconds),
      csvField(witness?.stolenNanoseconds), csvField(witness?.waitedNanoseconds),
      csvField(witness?.throttledNanoseconds), csvField(witness?.slowness),
      csvField(witness?.crowding), csvField(witness?.place?.distanceNanoseconds),
      csvField(witness?.place?.sharing), witness?.state.rawValue ?? "",
      isVerified ? "true" : "false", reason,
    ]
  }

  fileprivate init?(_ fields: CSVFields) {
    guard let trial = fields.integer(2, as: Int.self),
      let start = fields.integer(3, as: Int64.self),
      let operations = fields.integer(4, as: UInt64.self),
      let elapsed = fields.integer(5, as: UInt64.self),
      let user = fields.integer(6, as: UInt64.self),
      let system = fields.integer(7, as: UInt64.self),
      let voluntary = fields.integer(8, as: UInt64.self),
      let involuntary = fields.integer(9, as: UInt64.self),
      let steal = fields.optionalInteger(10, as: UInt64.self),
      let isVerified = Bool(fields[19])
    else { return nil }
    let witness = TrialWitness(fields)
    guard witness != nil || (11...18).allSatisfy(fields.isEmpty) else { return nil }
    self.init(
      trial: trial, startNanoseconds: start, operations: operations, elapsedNanoseconds: elapsed,
      userNanoseconds: user, systemNanoseconds: system, voluntarySwitches: voluntary,
      involuntarySwitches: involuntary, stealNanoseconds: steal, witness: witness,
      isVerified: isVerified, reason: fields[20])
  }
}

extension TrialWitness {
  /// Reads the columns behind those of the trial's time.
  fileprivate init?(_ fields: CSVFields) {
    guard let stolen = fields.optionalInteger(11, as: UInt64.self),
      let waited = fields.optionalInteger(12, as: UInt64.self),
      let throttled = fields.optionalInteger(13, as: UInt64.self),
      let state = TrialState(rawValue: fields[18])
    else { return nil }
    let ratios = (14...17).map { fields.double($0) }
    for (column, ratio) in zip(14..., ratios) where !(ratio?.isFinite ?? fields.isEmpty(column)) {
      return nil
    }
    guard (ratios[2] == nil) == (ratios[3] == nil) else { return nil }
    self.init(
      stolenNanoseconds: stolen, waitedNanoseconds: waited, throttledNanoseconds: throttled,
      slowness: ratios[0], crowding: ratios[1],
      place: PlaceReading(distanceNanoseconds: ratios[2], sharing: ratios[3]), state: state)
  }
}

extension ThreadRow {
  fileprivate static let columns = ["thread", "cpu", "ops", "longest_wait_ns"]

  fileprivate var fields: [String] {
    [csvField(thread), csvField(cpu), csvField(operations), csvField(longestWaitNanoseconds)]
  }

  fileprivate init?(_ fields: CSVFields) {
    guard let thread = fields.integer(2, as: Int.self), let cpu = fields.integer(3, as: Int.self),
      let operations = fields.integer(4, as: UInt64.self),
      let longestWait = fields.optionalInteger(5, as: UInt64.self)
    else { return nil }
    self.init(
      thread: thread, cpu: cpu, operations: operations, longestWaitNanoseconds: longestWait)
  }
}

extension LatencyRow {
  fileprivate static let columns = ["latencies"]
}

extension ObservationRow {
  fileprivate static let columns = ["trial", "name", "value"]

  fileprivate var fields: [String] { [csvField(trial), name, "\(value)"] }

  fileprivate init?(_ fields: CSVFields) {
    guard let trial = fields.integer(2, as: Int.self), let value = fields.double(4), value.isFinite
    else { return nil }
    self.init(trial: trial, name: fields[3], value: value)
  }
}

extension FailureRow {
  fileprivate static let columns = ["kind", "status", "reason"]

  fileprivate var fields: [String] { [kind.rawValue, csvField(status), reason] }

  fileprivate init?(_ fields: CSVFields) {
    guard let kind = FailureKind(rawValue: fields[2]),
      let status = fields.optionalInteger(3, as: Int.self)
    else { return nil }
    self.init(kind: kind, status: status, reason: fields[4])
  }
}

/// The raw tables of a run: their files, their columns, and the conversion of rows to fields and
/// back.
///
/// Every row of a run begins with the case and the launch, which has the number of its block. Every
/// row of a gate begins with the case, the arm, the pair's number and the number of times that the
/// pair was measured before.
package enum RawTable: String, CaseIterable, Sendable {
  /// One row for each trial.
  case trials
  /// One row for each thread of a launch.
  case threads
  /// One row for each launch that recorded latencies.
  case latency
  /// One row for each named value of a trial.
  case observations
  /// One row for each failed launch.
  case failures

  /// The file, in the run's folder.
  package var path: String { "raw/\(rawValue).csv" }

  /// The header; a gate's launches have other key columns than a run's.
  package func columns(of plan: Plan?) -> [String] { Self.keyColumns(of: plan) + ownColumns }

  private static func keyColumns(of plan: Plan?) -> [String] {
    plan?.gate == nil ? ["case", "launch"] : ["case", "arm", "pair", "try"]
  }

  private var ownColumns: [String] {
    switch self {
    case .trials: TrialRow.columns
    case .threads: ThreadRow.columns
    case .latency: ["latencies"]
    case .observations: ObservationRow.columns
    case .failures: FailureRow.columns
    }
  }

  /// The number of a launch's rows in this table.
  package func rowCount(of record: LaunchRecord) -> Int {
    switch self {
    case .trials: record.trials.count
    case .threads: record.threads.count
    case .latency: record.latencies.contains { $0.count > 0 } ? 1 : 0
    case .observations: record.observations.count
    case .failures: record.failure == nil ? 0 : 1
    }
  }

  /// The rows of a launch's record in this table, as CSV lines.
  package func lines(
    of record: LaunchRecord, case id: CaseID, launch: Int, in plan: Plan? = nil
  ) -> String {
    let launch =
      plan?.gate == nil ? [String(launch)] : PairLaunch(block: launch).fields
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

  /// The block of a row's launch; nil if the fields name no launch.
  package static func block(of fields: CSVFields, in plan: Plan) -> Int? {
    plan.gate == nil ? fields.integer(1, as: Int.self) : PairLaunch(fields)?.block
  }

  /// Adds a row to a launch's record: the fields after the key columns; returns false if they are
  /// no row of this table.
  package func add(
    _ fields: CSVFields, to record: inout LaunchRecord, in plan: Plan? = nil
  ) -> Bool {
    let keys = Self.keyColumns(of: plan).count
    switch self {
    case .trials: return append(TrialRow(fields, after: keys), to: &record.trials)
    case .threads: return append(ThreadRow(fields, after: keys), to: &record.threads)
    case .latency:
      return fields.count == keys + 1
        && LatencyList.read(fields.bytes(keys), into: &record.latencies)
    case .observations: return append(ObservationRow(fields, after: keys), to: &record.observations)
    case .failures:
      guard let row = FailureRow(fields, after: keys) else { return false }
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

extension TrialRow: TableRow {
  static var blank: TrialRow {
    TrialRow(trial: 0, startNanoseconds: 0, operations: 0, elapsedNanoseconds: 0)
  }

  mutating func visit(_ column: inout TableColumns) {
    column("trial", &trial)
    column("start_ns", &startNanoseconds)
    column("ops", &operations)
    column("elapsed_ns", &elapsedNanoseconds)
    column("cpu_user_ns", &userNanoseconds)
    column("cpu_system_ns", &systemNanoseconds)
    column("voluntary_switches", &voluntarySwitches)
    column("involuntary_switches", &involuntarySwitches)
    column("steal_ns", &stealNanoseconds)
    TrialWitness.visit(&witness, &column)
    column("verified", &isVerified)
    column("reason", &reason)
  }
}

extension TrialWitness {
  /// Passes the columns of a trial's witness to `column`; all of them are empty without a witness.
  fileprivate static func visit(_ witness: inout TrialWitness?, _ column: inout TableColumns) {
    let blank = TrialWitness(state: .quiet)
    var seen = witness ?? blank
    var (distance, sharing) = (seen.place?.distanceNanoseconds, seen.place?.sharing)
    var state = witness?.state
    column("stolen_ns", &seen.stolenNanoseconds)
    column("waited_ns", &seen.waitedNanoseconds)
    column("throttled_ns", &seen.throttledNanoseconds)
    column("slowness", &seen.slowness)
    column("crowding", &seen.crowding)
    column("distance_ns", &distance)
    column("sharing", &sharing)
    column("state", &state)
    column.require((distance == nil) == (sharing == nil))
    if let distance, let sharing {
      seen.place = PlaceReading(distanceNanoseconds: distance, sharing: sharing)
    }
    seen.state = state ?? .quiet
    column.require(state != nil || seen == blank)
    witness = state == nil ? nil : seen
  }
}

extension ThreadRow: TableRow {
  static var blank: ThreadRow { ThreadRow(thread: 0, cpu: 0, operations: 0) }

  mutating func visit(_ column: inout TableColumns) {
    column("thread", &thread)
    column("cpu", &cpu)
    column("ops", &operations)
    column("longest_wait_ns", &longestWaitNanoseconds)
  }
}

extension ObservationRow: TableRow {
  static var blank: ObservationRow { ObservationRow(trial: 0, name: "", value: 0) }

  mutating func visit(_ column: inout TableColumns) {
    column("trial", &trial)
    column("name", &name)
    column("value", &value)
  }
}

extension FailureRow: TableRow {
  static var blank: FailureRow { FailureRow(kind: .crashed, reason: "") }

  mutating func visit(_ column: inout TableColumns) {
    column("kind", &kind)
    column("status", &status)
    column("reason", &reason)
  }
}

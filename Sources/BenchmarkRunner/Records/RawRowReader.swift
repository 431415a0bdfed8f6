import BenchmarkModel

/// Gathers the rows of the raw tables by launch, and refuses rows that the plan can't have.
///
/// A launch's rows are next to each other in a table, so the launch is looked up at the first row
/// only.
struct RawRowReader {
  private let plan: Plan
  /// The number of the machine's CPUs.
  private let cpus: Int
  private let caseIndices: [String: Int]
  private var records: [Launch: LaunchRecord] = [:]
  private var counts: [CountedLaunch: CountedRecord] = [:]

  /// The name of the previous row's case, as bytes of the file.
  private var name: [UInt8] = []
  private var caseIndex: Int?
  /// The launch of the previous row.
  private var current: Launch?
  /// The rows of the current launch that are not in ``records`` yet.
  private var rows = LaunchRecord()
  /// The rows of the current launch that are in ``records`` already.
  private var before = LaunchRecord()

  init(_ document: RunDocument) {
    plan = document.plan
    cpus = document.environment.topology.online.count
    caseIndices = Dictionary(
      uniqueKeysWithValues: plan.cases.enumerated().map { ($1.id.description, $0) })
  }

  /// Adds a row of a table; returns its defect, nil for a sound row.
  mutating func add(_ fields: CSVFields, of table: RawTable) -> String? {
    guard fields.count > 2, let caseIndex = findCase(fields) else { return Self.foreign }
    guard let block = RawTable.block(of: fields, in: plan) else { return Self.malformed }
    let launch = Launch(caseIndex: caseIndex, block: block)
    if launch != current {
      guard plan.launches(launch) else {
        return "a row of a launch that the plan does not have"
      }
      finishLaunch()
      current = launch
      before = records[launch] ?? LaunchRecord()
    }
    let hadLatencies = !(rows.latencies.isEmpty && before.latencies.isEmpty)
    let hadFailure = rows.failure != nil || before.failure != nil
    guard table.add(fields, to: &rows, in: plan) else { return Self.malformed }
    switch table {
    case .trials: return defectOfTrial(plan.cases[caseIndex])
    case .threads: return defectOfThread
    case .latency: return hadLatencies ? Self.twice : rows.defectOfLatencies
    case .observations: return defectOfObservation(plan.cases[caseIndex])
    case .failures:
      if hadFailure { return Self.twice }
      return before.trials.isEmpty ? nil : "the failure of a launch that has trials"
    }
  }

  /// Adds a row of counts; returns its defect, nil for a sound row.
  mutating func addCounts(_ fields: CSVFields) -> String? {
    guard let (number, side, row) = CounterTable.row(fields, in: plan) else {
      return Self.malformed
    }
    guard let caseIndex = findCase(fields) else { return Self.foreign }
    let launch = CountedLaunch(
      caseIndex: caseIndex, pass: row.pass, number: number, side: side)
    guard plan.counts(launch) else { return "a row of a count that the plan does not have" }
    guard counts[launch]?.closing == nil else { return Self.twice }
    counts[launch, default: CountedRecord()].rows.append(row)
    return nil
  }

  /// Returns the added rows as a run; launches that a kill cut short are kept apart.
  consuming func run(_ document: RunDocument, calibrations: [String: Double]) -> RecordedRun {
    finishLaunch()
    var run = Run(document: document, calibrations: calibrations)
    var torn = run
    for (launch, record) in records {
      let isWhole =
        record.failure != nil
        || record.trials.count == plan.cases[launch.caseIndex].sampling.trials
      if isWhole { run.records[launch] = record } else { torn.records[launch] = record }
    }
    for (launch, record) in counts {
      if record.closing != nil {
        run.counted[launch] = record
      } else {
        torn.counted[launch] = record
      }
    }
    return RecordedRun(run: run, torn: torn)
  }

  /// The plan's index of the case that is named by the row's first field.
  private mutating func findCase(_ fields: CSVFields) -> Int? {
    if fields.isPlain(0, name) { return caseIndex }
    let text = fields[0]
    name = Array(text.utf8)
    caseIndex = caseIndices[text]
    return caseIndex
  }

  /// Copies the gathered rows into the record of their launch, whose arrays get no spare capacity.
  private mutating func finishLaunch() {
    guard let current else { return }
    records[current, default: LaunchRecord()].append(rows)
    rows.trials.removeAll(keepingCapacity: true)
    rows.threads.removeAll(keepingCapacity: true)
    rows.latencies.removeAll(keepingCapacity: true)
    rows.observations.removeAll(keepingCapacity: true)
    rows.failure = nil
  }

  // MARK: Defects

  private static let malformed = "not a row of that table"
  private static let foreign = "a row of a case that the plan does not have"
  private static let twice = "a row that is there twice"

  private func defectOfTrial(_ planned: PlannedCase) -> String? {
    guard let row = rows.trials.last else { return nil }
    let next = before.trials.count + rows.trials.count - 1
    guard next < planned.sampling.trials else {
      return "a row of a trial that the plan does not have"
    }
    guard row.trial == next else {
      return "a row of trial \(row.trial), but trial \(next) was expected"
    }
    return planned.defect(of: row, cpus: cpus)
  }

  private var defectOfThread: String? {
    guard let row = rows.threads.last else { return nil }
    let next = before.threads.count + rows.threads.count - 1
    return row.thread == next
      ? nil : "a row of thread \(row.thread), but thread \(next) was expected"
  }

  private func defectOfObservation(_ planned: PlannedCase) -> String? {
    guard let row = rows.observations.last else { return nil }
    guard 0..<planned.sampling.trials ~= row.trial else {
      return "a row of a trial that the plan does not have"
    }
    return rows.defectOfLastObservation(after: before)
  }
}

/// The contents of a run's tables: whole launches, and the rows of launches that a kill cut short.
struct RecordedRun {
  /// The whole launches, and the run's document.
  var run: Run
  /// The rows of launches that a kill cut short, which are measured again.
  var torn: Run
  /// The incomplete last lines that a kill left in tables, by the table's path in the run's folder.
  var tornLines: [String: String] = [:]
}

extension LaunchRecord {
  /// Appends the rows of another record.
  fileprivate mutating func append(_ other: LaunchRecord) {
    trials += other.trials
    threads += other.threads
    latencies += other.latencies
    observations += other.observations
    failure = other.failure ?? failure
  }
}

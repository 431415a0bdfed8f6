/// The version of run.json and of the tables beside it.
package let runSchemaVersion = 1

/// The state of a run.
package enum RunState: String, Codable, Sendable {
  /// The run is being measured, or was killed during the measurement.
  case measuring
  /// Ctrl-C or a signal stopped the run.
  case interrupted
  /// The budget ended the run before all blocks were measured.
  case budgetSpent = "budget-spent"
  /// The plan is done.
  case complete

  package var words: String {
    switch self {
    case .measuring: "not finished"
    case .interrupted: "interrupted"
    case .budgetSpent: "ended by its budget"
    case .complete: "complete"
    }
  }
}

/// The tool that made a run.
package struct ToolVersion: Codable, Equatable, Sendable {
  /// The release.
  package var version: String
  /// The commit, with `-dirty` if the tree had changes; nil if it was not known at build time.
  package var commit: String?
  /// A fingerprint of the executable: only the build that began a run can finish it.
  package var executable: String

  package init(version: String, commit: String?, executable: String) {
    self.version = version
    self.commit = commit
    self.executable = executable
  }
}

/// The content of run.json: all facts that are needed to understand the raw tables.
package struct RunDocument: Codable, Equatable, Sendable {
  package var schemaVersion: Int
  package var tool: ToolVersion
  /// The arguments of the command line, with only the last part of each path.
  package var commandLine: [String]
  /// The state of the run.
  package var state: RunState
  /// The start of the run, in ns since 1970.
  package var startNanoseconds: UInt64
  /// The time at which the run ended or was stopped, in ns since 1970; nil while the run is
  /// measured.
  package var endNanoseconds: UInt64?
  /// The time that the run may take, in ns; nil for no limit.
  package var budgetNanoseconds: UInt64?
  /// The host's name: ``MachineEnvironment/hostLabel``, or the value of `--host-label`.
  package var host: String
  package var environment: MachineEnvironment
  /// The warnings about the machine or the run, a line for each.
  package var warnings: [String]
  /// The number of rows of each raw table when the run ended or was stopped; nil while the run is
  /// measured.
  package var rows: [String: Int]?
  package var plan: Plan
  /// The executables of a gate; nil for a run.
  package var sides: GateSides?

  package init(
    tool: ToolVersion, commandLine: [String], startNanoseconds: UInt64,
    budgetNanoseconds: UInt64?, host: String, environment: MachineEnvironment, warnings: [String],
    plan: Plan
  ) {
    self.schemaVersion = runSchemaVersion
    self.tool = tool
    self.commandLine = commandLine
    self.state = .measuring
    self.startNanoseconds = startNanoseconds
    self.endNanoseconds = nil
    self.budgetNanoseconds = budgetNanoseconds
    self.host = host
    self.environment = environment
    self.warnings = warnings
    self.plan = plan
  }
}

/// A run in memory: its document, its calibrations and the records of its launches.
package struct Run: Equatable, Sendable {
  package var document: RunDocument
  /// The calibrated values, by a name such as `work`; the number of operations of a case's trials
  /// has the name of the case.
  package var calibrations: [String: Double]
  /// The measured launches.
  package var records: [Launch: LaunchRecord]
  package var counted: [CountedLaunch: CountedRecord]

  package init(
    document: RunDocument, calibrations: [String: Double] = [:],
    records: [Launch: LaunchRecord] = [:],
    counted: [CountedLaunch: CountedRecord] = [:]
  ) {
    self.document = document
    self.calibrations = calibrations
    self.records = records
    self.counted = counted
  }
}

extension Run {
  /// The time from the start of the first trial to the start of the last, in s; nil for fewer than
  /// two trials.
  package var launchedSeconds: Double? {
    let starts = records.values.lazy.flatMap(\.trials).map(\.startNanoseconds)
    guard let first = starts.min(), let last = starts.max(), last > first else { return nil }
    return (Double(last) - Double(first)) / 1e9
  }

  /// Whether disturbed launches are left out of figures: only if the plan makes further launches,
  /// and the machine is quiet at times.
  package var leavesOutDisturbed: Bool {
    document.plan.further != nil && document.plan.decided?.isNeverQuiet != true
  }

  /// The part of a launch from which figures are made: the trials that count, or a failed launch as
  /// it is; nil without a record, and for a disturbed launch if such launches are left out.
  package func figures(of launch: Launch) -> LaunchRecord? {
    guard let record = records[launch], leavesOutDisturbed, record.failure == nil else {
      return records[launch]
    }
    return record.quiet(
      besideNeighbours: document.plan.decided?.neverAlone.contains(launch.caseIndex) == true)
  }

  /// The rows of each case that was counted, one array for each launch, in the passes' order.
  ///
  /// If events took turns, each count is of the trials of one turn. Such counts are scaled to the
  /// CPU time of an operation in all trials, so that counts of different turns can be compared.
  package func countedRows() -> [Int: [[CounterRow]]] {
    Dictionary(grouping: counted) { $0.key.caseIndex }
      .mapValues { Self.records($0).map(\.rowsOfMeanOperation) }
  }

  /// The rows of a case like those of ``countedRows()``; in a gate, the rows of one side.
  package func countedRows(of caseIndex: Int, side: PairSide = .candidate) -> [[CounterRow]] {
    countedRecords(of: caseIndex, side: side).map(\.rowsOfMeanOperation)
  }

  /// The records of a case as they were counted, one for each launch, in the passes' order.
  package func countedRecords(of caseIndex: Int, side: PairSide = .candidate) -> [CountedRecord] {
    Self.records(counted.filter { $0.key.caseIndex == caseIndex && $0.key.side == side })
  }

  private static func records(
    _ counted: some Sequence<(key: CountedLaunch, value: CountedRecord)>
  ) -> [CountedRecord] {
    counted
      .sorted {
        let passes = CountingPass.allCases
        let left = ($0.key, passes.firstIndex(of: $0.key.pass) ?? 0)
        let right = ($1.key, passes.firstIndex(of: $1.key.pass) ?? 0)
        return (left.1, left.0.number) < (right.1, right.0.number)
      }
      .map(\.value)
  }
}

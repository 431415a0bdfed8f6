import Foundation
import PerfEvents
import SystemPackage
import TestSupport

@testable import BenchmarkModel
@testable import BenchmarkRunner

/// Plans of as many cases as a test needs, and made-up records of their launches.
enum RunFixture {
  static func plannedCase(
    _ primitive: String, pace: Pace = .window, trials: Int = 2, limit: Int? = nil,
    expectation: Expectation = .valid, kernel: String? = nil,
    placement: Placement = .pinned(cpus: [0, 1])
  ) -> PlannedCase {
    PlannedCase(
      id: CaseID(
        suite: "locks", workload: "contended", primitive: primitive,
        parameters: [Parameter("threads", 2)]),
      pace: pace, summaryLevel: 0.25, expectation: expectation, placement: placement,
      sampling: Sampling(warmups: 1, trials: trials, trialNanoseconds: 1_000_000),
      launchLimit: limit, kernel: kernel)
  }

  /// Two events: page faults, and a breakpoint on the lock's word.
  static let events = [
    PlannedEvent(
      name: "page-faults", column: "page_faults_per_op", encoding: EncodedEvent(type: 1, config: 2)),
    PlannedEvent(
      name: "breakpoint", column: "breakpoint_per_op",
      encoding: EncodedEvent(type: 5, config: 0, config2: 4, breakpointType: 2)),
  ]

  static func document(
    _ cases: [PlannedCase], blocks: Int, budget: UInt64? = nil, counting: CountingPlan? = nil,
    further: FurtherRounds? = nil, repeats: RepeatedRuns? = nil
  ) -> RunDocument {
    let table = SuiteTable(
      suite: "locks", parameters: [ParameterColumn(key: "threads", name: "threads")],
      columns: [MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation)])
    return RunDocument(
      tool: ToolVersion(version: "0", commit: nil, executable: "x"), commandLine: ["syncbench"],
      startNanoseconds: 1, budgetNanoseconds: budget, host: "host",
      environment: MachineEnvironment(software: .init(swiftVersion: "6", buildMode: .debug)),
      warnings: [],
      plan: Plan(
        profile: "test", seed: 11, blocks: blocks, cases: cases, tables: [table],
        counting: counting, further: further, repeats: repeats))
  }

  /// A launch with one trial of a millisecond for each of `states`.
  static func launch(_ states: [TrialState], crowding: Double? = nil, place: PlaceReading? = nil)
    -> LaunchRecord
  {
    LaunchRecord(
      trials: states.enumerated().map { trial, state in
        TrialRow(
          trial: trial, startNanoseconds: 0, operations: 1000, elapsedNanoseconds: 1_000_000,
          witness: TrialWitness(crowding: crowding, place: place, state: state))
      })
  }

  /// The record of a launch that returned rows of all kinds: trials, threads, latencies and
  /// observations.
  ///
  /// The values depend on `number`. All trials but the first fail their check.
  static func record(_ number: Int, trials: Int = 2) -> LaunchRecord {
    LaunchRecord(
      trials: (0..<trials).map {
        TrialRow(
          trial: $0, startNanoseconds: Int64(number), operations: 1000 + UInt64(number),
          elapsedNanoseconds: 5_000_000, stealNanoseconds: $0 == 0 ? nil : 0,
          isVerified: $0 == 0, reason: $0 == 0 ? "" : "lost 1, \"or\" 2")
      },
      threads: (0..<2).map { ThreadRow(thread: $0, cpu: $0, operations: UInt64(number)) },
      latencies: [LatencyRow(valueNanoseconds: UInt64(number), count: 3)],
      observations: [ObservationRow(trial: 0, name: "reads", value: Double(number))])
  }

  /// The row that ends a launch's counts.
  static func closing(
    _ pass: CountingPass, _ operations: UInt64, status: CounterStatus = .counted,
    reason: String = ""
  ) -> CounterRow {
    CounterRow(
      pass: pass, event: CounterRow.closingEvent, status: status, value: Double(operations),
      operations: operations, reason: reason)
  }

  static func failure(_ number: Int) -> LaunchRecord {
    LaunchRecord(
      failure: FailureRow(kind: .exited, status: number, reason: "exited with status \(number)"))
  }
}

extension RunFolder {
  /// Makes the folder of a run that has no row yet.
  @discardableResult
  func begin(_ document: RunDocument) throws -> RunRecorder {
    try create()
    let recorder = try RunRecorder(creatingIn: self, for: document)
    try write(document)
    return recorder
  }

  func text(_ name: String) throws -> String {
    try String(contentsOfFile: path.appending(name).string, encoding: .utf8)
  }

  /// The lines of a file without their ends.
  func lines(_ name: String) throws -> [String] {
    try text(name).split(separator: "\n").map { String($0) }
  }

  /// Replaces the lines of a file.
  func replace(_ name: String, with lines: some Sequence<String>) throws {
    try lines.map { $0 + "\n" }.joined().write(
      toFile: path.appending(name).string, atomically: true, encoding: .utf8)
  }
}

extension RunFolderError {
  /// The line of a bad row; nil for another error.
  var badLine: Int? { if case .badRow(_, let line, _) = self { line } else { nil } }
}

extension FixtureTree {
  /// The folder of a run in the tree, which need not exist yet.
  func runFolder(_ name: String = "run") -> RunFolder {
    RunFolder(FilePath(root).appending(name))
  }
}

import BenchmarkRunner
import Foundation
import SystemPackage
import TestSupport

@testable import BenchmarkModel

/// A small run on disk, written by hand: what commands that read runs are tested on.
struct StoredRun {
  private var cases: [PlannedCase] = []
  private var records: [Invocation: InvocationRecord] = [:]
  private var blocks = 1
  /// What is changed in the document.
  var change: (inout RunDocument) -> Void = { _ in }

  /// Adds a case of the suite `locks` whose launches cost so many ns an operation each.
  mutating func add(_ path: String, costs: [Double]) throws {
    try add(path, costs.map { Self.record($0) })
  }

  /// Adds a case of the suite `locks` of which every launch crashed.
  mutating func add(_ path: String, crashedWith reason: String) throws {
    try add(
      path,
      [InvocationRecord(failure: FailureRow(kind: .crashed, status: 11, reason: reason))])
  }

  private mutating func add(_ path: String, _ launches: [InvocationRecord]) throws {
    cases.append(
      PlannedCase(
        id: try CaseID(parsing: "locks/" + path), pace: .window, summaryLevel: 0,
        expectation: .valid, placement: .pinned(cpus: [0, 1]),
        sampling: Sampling(warmups: 0, trials: 1, trialNanoseconds: 1_000_000)))
    for (block, record) in launches.enumerated() {
      records[Invocation(caseIndex: cases.count - 1, block: block)] = record
    }
    blocks = max(blocks, launches.count)
  }

  private static func record(_ nanoseconds: Double) -> InvocationRecord {
    InvocationRecord(trials: [
      TrialRow(
        trial: 0, startNanoseconds: 0, operations: 1000,
        elapsedNanoseconds: UInt64(nanoseconds * 1000))
    ])
  }

  /// Writes the run below a tree; the folder's path.
  func write(in tree: FixtureTree, as name: String) throws -> String {
    try tree.emptyTables(of: "/\(name)")
    for table in RawTable.allCases {
      var text = CSV.line(table.columns(of: nil))
      for (invocation, record) in records.sorted(by: { $0.key.block < $1.key.block }) {
        text += table.lines(
          of: record, case: cases[invocation.caseIndex].id, invocation: invocation.block)
      }
      try tree.data("/\(name)/\(table.path)", Data(text.utf8))
    }
    let path = tree.root + "/" + name
    try RunFolder(FilePath(path)).write(document)
    return path
  }

  private var document: RunDocument {
    var document = RunDocument(
      tool: ToolVersion(version: "0", commit: nil, executable: "x"), commandLine: ["syncbench"],
      startNanoseconds: 0, budgetNanoseconds: nil, host: "host",
      environment: MachineEnvironment(software: .init(swiftVersion: "6.3", buildMode: .release)),
      warnings: [],
      plan: Plan(
        profile: "quick", seed: 1, blocks: blocks, cases: cases,
        tables: [
          SuiteTable(
            suite: "locks", parameters: [ParameterColumn(key: "threads", name: "threads")],
            columns: [MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation)],
            workloads: MadeUpSuite.workloads, usualChoices: MadeUpSuite.usualChoices)
        ]))
    document.state = .budgetSpent
    change(&document)
    return document
  }
}

import BenchmarkFleet
import BenchmarkRunner
import Foundation
import Glibc
import SystemPackage
import TestSupport

@testable import BenchmarkModel

/// Made-up fleets, and the files that their nodes leave in the folder.
enum FleetFixture {
  static let tool = ToolVersion(version: "0", commit: nil, executable: "cafe")

  static func planned(_ id: CaseID, _ cpus: [Int]) -> PlannedCase {
    PlannedCase(
      id: id, pace: .window, summaryLevel: 0.25, expectation: .valid,
      placement: .pinned(cpus: cpus),
      sampling: Sampling(warmups: 1, trials: 2, trialNanoseconds: 1_000_000))
  }

  static func document(_ plan: Plan, executable: String = "cafe") -> RunDocument {
    var document = RunDocument.made(plan: plan)
    document.tool.executable = executable
    return document
  }

  /// Makes the folder of a run that has no row yet.
  static func begin(_ document: RunDocument, in run: RunFolder) throws {
    try FileAccess.makeFolder(run.path.appending("raw"))
    try run.write(document)
    for table in RawTable.allCases {
      try run.write(CSV.line(table.columns(of: document.plan)), as: table.path)
    }
    try run.write("name,value\n", as: "raw/calibration.csv")
  }

  /// A plan of one case on `cpus`, and of one case on each pair of CPUs in `pairs`.
  static func plan(
    cpus: [Int] = [0, 1], seed: UInt64 = 7, pairs: [(Int, Int)] = [], blocks: Int = 1
  ) -> Plan {
    Plan(
      profile: "test", seed: seed, blocks: blocks,
      cases: [planned(MadeRun.id("contended/ticket/\(cpus.count)"), cpus)]
        + pairs.map { from, to in
          let name = "hand-over/store/from=\(from)/to=\(to)"
          return planned(MadeRun.id(name, suite: "cores"), [from, to])
        },
      tables: [
        SuiteTable(
          suite: "locks", parameters: [ParameterColumn(key: "threads", name: "threads")],
          columns: [.cost])
      ])
  }

  /// A fleet of nodes with two CPUs each.
  static func fleet(
    _ nodes: [String] = ["n1", "n2", "n3"], arguments: [String] = ["--seed", "7"],
    limits: FleetLimits = FleetLimits(minutes: 10), cases: Int = 1
  ) -> Fleet {
    Fleet(
      id: "f00d", startNanoseconds: 1, tool: tool, arguments: arguments,
      kinds: [
        FleetKind(
          cpus: 2, plan: plan().fingerprint, cases: cases, expectedNanoseconds: 60_000_000_000)
      ], nodes: nodes.map { FleetNode(name: $0, kind: 0) }, limits: limits)
  }

  /// Writes a node's run as its job would, with `trials` of the plan's two trials.
  static func measure(
    _ node: String, in folder: FleetFolder, executable: String = "cafe", seed: UInt64 = 7,
    trials: Int = 2, state: RunState = .complete, began: UInt64? = nil
  ) throws {
    let plan = plan(seed: seed)
    var document = document(plan, executable: executable)
    document.startNanoseconds = began ?? UInt64(node.dropFirst()) ?? 0
    document.state = state
    let run = folder.run(of: FleetNode(name: node, kind: 0))
    try begin(document, in: run)
    let record = costs(Array(repeating: 5000, count: trials))
    let rows = RawTable.trials.lines(of: record, case: plan.cases[0].id, launch: 0)
    try FileAccess.replace(
      run.path.appending("raw/trials.csv"),
      with: (CSV.line(RawTable.trials.columns(of: nil)) + rows).utf8)
    try run.write("case,metric,value\nc,ns_per_op,\(node == "n1" ? 1 : 2)\n", as: "summary.csv")
  }
}

/// Objects in a file's place that can't be read as a file.
enum Misplaced: CaseIterable {
  case pipe, folder, device, sparse

  /// Removes the file at the path, and puts the object there.
  func put(at path: String) throws {
    try? FileManager.default.removeItem(atPath: path)
    switch self {
    case .pipe: if mkfifo(path, 0o644) != 0 { throw Errno(rawValue: errno) }
    case .folder: if mkdir(path, 0o755) != 0 { throw Errno(rawValue: errno) }
    case .device: if symlink("/dev/zero", path) != 0 { throw Errno(rawValue: errno) }
    case .sparse:
      let file = try FileDescriptor.open(
        FilePath(path), .writeOnly, options: .create, permissions: .ownerReadWrite)
      // 1 TiB and not more, because a file system in memory limits a file to the size that the
      // machine could map.
      _ = try file.closeAfter { ftruncate(file.rawValue, 1 << 40) }
    }
  }
}

extension FleetFolder {
  /// Collects one figure of each run: the operations of all its trials.
  ///
  /// The fixture's runs have one case.
  func collect(
    _ fleet: Fleet, failures: [String: String] = [:]
  ) throws -> FleetCollection {
    try collect(fleet, failures: failures, columns: ["case", "ops"]) { run in
      [["c", "\(run.records.values.flatMap(\.trials).map(\.operations).reduce(0, +))"]]
    }
  }

  /// The collected table.
  func summary() throws -> String {
    try String(contentsOfFile: summaryPath.string, encoding: .utf8)
  }
}

extension FixtureTree {
  /// Makes a fleet's folder in the tree, and writes the fleet into it.
  func fleetFolder(_ fleet: Fleet = FleetFixture.fleet()) throws -> FleetFolder {
    let folder = FleetFolder(FilePath(root).appending("fleet"))
    try folder.create()
    try folder.write(fleet)
    return folder
  }
}

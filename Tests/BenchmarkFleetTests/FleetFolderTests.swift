import BenchmarkModel
import BenchmarkRunner
import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import BenchmarkFleet

/// A scheduler that accepts every job, or refuses every job with `refusal`.
private struct PaperScheduler: Scheduler {
  var refusal: SchedulerError?
  var cancelRefusal: SchedulerError?
  /// Called when the jobs have been submitted.
  var submitted: @Sendable () -> Void = {}

  func nodes(_ request: NodeRequest) async throws(SchedulerError) -> [SchedulerNode] { [] }
  func submit(_ request: JobRequest) async throws(SchedulerError) -> [String] {
    if let refusal { throw refusal }
    submitted()
    return ["1"]
  }
  func jobs(named name: String) async throws(SchedulerError) -> [NodeJob] { [] }
  func remembered(named name: String, days: Int) async -> [NodeJob] { [] }
  func cancel(named name: String) async throws(SchedulerError) {
    if let cancelRefusal { throw cancelRefusal }
  }
}

@Suite struct FleetFolderTests {
  private let fleet = FleetFixture.fleet()

  private func submit(_ tree: FixtureTree, refusal: SchedulerError? = nil) async throws -> Fleet {
    try await submit(tree, to: PaperScheduler(refusal: refusal))
  }

  private func submit(_ tree: FixtureTree, to scheduler: PaperScheduler) async throws -> Fleet {
    try tree.file("/tool", "what is measured")
    let folder = FleetFolder(FilePath(tree.root + "/fleet"))
    return try await FleetSubmission(folder: folder, scheduler: scheduler).submit(
      fleet,
      executables: FleetExecutables(
        tool: FilePath(tree.root + "/tool"), benchmarks: nil, library: nil),
      sharedPath: folder.path)
  }

  @Test func `a submitted fleet is read back, and its script has all options of the job`()
    async throws
  {
    let tree = try FixtureTree()
    let submitted = try await submit(tree)
    let folder = FleetFolder(FilePath(tree.root + "/fleet"))
    #expect(try folder.read() == submitted)
    #expect(submitted.jobs == ["1"])
    let script = try String(contentsOfFile: folder.scriptPath.string, encoding: .utf8)
    for line in [
      "--job-name=syncbench-f00d", "--nodes=1", "--exclusive", "--mem=0", "--time=10",
      "--signal=TERM@120", "--requeue",
    ] {
      #expect(script.contains("#SBATCH \(line)\n"), "\(line)")
    }
    #expect(script.contains("--cpu-bind=none"))
    #expect(script.contains("--cpus-per-task=\"$SLURM_CPUS_ON_NODE\""))
  }

  @Test func `a second fleet in the same folder is refused, and the first fleet stays`()
    async throws
  {
    let tree = try FixtureTree()
    let submitted = try await submit(tree)
    await #expect(throws: FleetFolderError.occupied(tree.root + "/fleet")) {
      try await submit(tree)
    }
    #expect(try FleetFolder(FilePath(tree.root + "/fleet")).read() == submitted)
  }

  @Test func `a submission that the scheduler refuses leaves its folder free for the next try`()
    async throws
  {
    let tree = try FixtureTree()
    let refusal = SchedulerError.refused("sbatch", reason: "no")
    await #expect(throws: refusal) { try await submit(tree, refusal: refusal) }
    #expect(try await submit(tree).jobs == ["1"])
  }

  @Test func `a refusal leaves the user's empty folder, or the fleet if its jobs may still exist`()
    async throws
  {
    let tree = try FixtureTree()
    try FileManager.default.createDirectory(
      atPath: tree.root + "/fleet", withIntermediateDirectories: true)
    let refusal = SchedulerError.refused("sbatch", reason: "no")
    await #expect(throws: refusal) { try await submit(tree, refusal: refusal) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: tree.root + "/fleet").isEmpty)
    let left = SchedulerError.leftBehind("syncbench-f00d", reason: "no")
    await #expect(throws: left) { try await submit(tree, refusal: left) }
    #expect(try FleetFolder(FilePath(tree.root + "/fleet")).read().id == "f00d")
  }

  @Test(arguments: [nil, SchedulerError.refused("scancel", reason: "no")])
  func `a folder whose jobs can't be recorded stays only if the jobs can't be cancelled`(
    cancelRefusal: SchedulerError?
  ) async throws {
    let tree = try FixtureTree()
    let folder = tree.root + "/fleet"
    let scheduler = PaperScheduler(cancelRefusal: cancelRefusal) {
      // Nothing can be written to a folder in the place of the document.
      unlink(folder + "/fleet.json")
      mkdir(folder + "/fleet.json", 0o755)
    }
    let error = await #expect(throws: (any Error).self) { try await submit(tree, to: scheduler) }
    let isLeft = if case SchedulerError.leftBehind? = error { true } else { false }
    #expect(isLeft == (cancelRefusal != nil))
    #expect(FileManager.default.fileExists(atPath: folder) == isLeft)
  }

  @Test func `a folder with other files in it is left as it is`() async throws {
    let tree = try FixtureTree()
    try tree.file("/fleet/thesis.txt", "mine")
    await #expect(throws: FleetFolderError.notEmpty(tree.root + "/fleet")) {
      try await submit(tree)
    }
    #expect(FileManager.default.fileExists(atPath: tree.root + "/fleet/thesis.txt"))
  }

  @Test
  func `checking a killed submission's folder removes leftovers, and finds the folder occupied`()
    async throws
  {
    let tree = try FixtureTree()
    try tree.file("/tool", "what is measured")
    let folder = FleetFolder(FilePath(tree.root + "/fleet"))
    let left = tree.root + "/fleet/bin/.syncbench-new-0123456789abcdef"
    _ = try await FleetSubmission(folder: folder, scheduler: PaperScheduler()).submit(
      fleet,
      executables: FleetExecutables(
        tool: FilePath(tree.root + "/tool"), benchmarks: nil, library: nil), sharedPath: folder.path
    ) {
      // As if the submission were killed here.
      #expect(try folder.read().jobs.isEmpty)
      try tree.file("/fleet/bin/.syncbench-new-0123456789abcdef", "")
      #expect(throws: FleetFolderError.occupied(folder.path.string)) { try folder.checkFree() }
    }
    #expect(!FileManager.default.fileExists(atPath: left))
  }

  @Test func `the executable of benchmarks lies beside the tool that measures it`() async throws {
    let tree = try FixtureTree()
    try tree.files("/built", ["syncbench": "the tool", "own": "what is measured"])
    let folder = FleetFolder(FilePath(tree.root + "/fleet"))
    _ = try await FleetSubmission(folder: folder, scheduler: PaperScheduler()).submit(
      fleet,
      executables: FleetExecutables(
        tool: FilePath(tree.root + "/built/syncbench"),
        benchmarks: FilePath(tree.root + "/built/own"), library: nil), sharedPath: folder.path)
    for (name, text) in [("syncbench", "the tool\n"), ("benchmarks", "what is measured\n")] {
      #expect(
        try String(contentsOfFile: "\(folder.path)/bin/\(name)", encoding: .utf8) == text)
    }
  }

  @Test func `an executable that is too long to be read whole is copied`() async throws {
    let tree = try FixtureTree()
    try tree.file("/tool", "what is measured")
    let size = 129 << 20
    #expect(truncate(tree.root + "/tool", size) == 0)
    let folder = FleetFolder(FilePath(tree.root + "/fleet"))
    _ = try await FleetSubmission(folder: folder, scheduler: PaperScheduler()).submit(
      fleet,
      executables: FleetExecutables(
        tool: FilePath(tree.root + "/tool"), benchmarks: nil, library: nil), sharedPath: folder.path
    )
    let copied = try FileManager.default.attributesOfItem(atPath: folder.executablePath.string)
    #expect(copied[.size] as? Int == size)
  }

  @Test(arguments: Misplaced.allCases)
  func `a fleet.json that is no file, or is a terabyte long, is an error`(kind: Misplaced) throws {
    let tree = try FixtureTree()
    let folder = try tree.fleetFolder()
    try kind.put(at: folder.documentPath.string)
    #expect(throws: FleetFolderError.self) { try folder.read() }
  }

  @Test(arguments: ["../x", "a b", "-n", "", "n1\nn2"])
  func `a fleet with a node's name that can't be a file's name is an error`(name: String) throws {
    let tree = try FixtureTree()
    let folder = try tree.fleetFolder(FleetFixture.fleet([name]))
    #expect(throws: FleetFolderError.self) { try folder.read() }
  }

  @Test func `each kind of machine in a fleet has its own plan`() {
    let made = Fleet(
      id: "f00d", startNanoseconds: 1, tool: FleetFixture.tool, arguments: [],
      nodes: [("a", 2), ("b", 4), ("c", 2)].map {
        SchedulerNode(name: $0.0, cpus: $0.1, state: "idle")
      },
      limits: { FleetLimits(minutes: Int($0)) },
      kind: { cpus in
        FleetKind(
          cpus: cpus, plan: FleetFixture.plan(cpus: Array(0..<cpus)).fingerprint, cases: 1,
          expectedNanoseconds: UInt64(cpus))
      })
    #expect(made.kinds.map(\.cpus) == [2, 4])
    #expect(made.nodes.map(\.kind) == [0, 1, 0])
    #expect(made.limits.minutes == 4)
    #expect(made.kinds[0].plan == FleetFixture.plan().fingerprint)
  }
}

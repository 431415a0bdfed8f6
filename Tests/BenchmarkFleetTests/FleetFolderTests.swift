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

@Suite struct FleetCollectionTests {
  private let fleet = FleetFixture.fleet(["n1", "n2", "n3", "n4", "n5"])
  private let tree: FixtureTree
  private let folder: FleetFolder

  init() throws {
    tree = try FixtureTree()
    folder = try tree.fleetFolder(fleet)
  }

  @Test func `each run is kept, or refused with its reason, whatever the other runs are`() throws {
    try FleetFixture.measure("n1", in: folder)
    try FleetFixture.measure("n2", in: folder, executable: "beef")
    try FleetFixture.measure("n3", in: folder, seed: 8)
    try FleetFixture.measure("n4", in: folder, trials: 1)
    let collected = try folder.collect(fleet, failures: ["n5": "failed: the node died"])
    #expect(collected.hosts.map(\.state) == [.kept, .refused, .refused, .refused, .missing])
    #expect(collected.hosts[1].reason.contains("another executable (beef, not cafe)"))
    #expect(collected.hosts[2].reason.contains("another plan"))
    #expect(collected.hosts[3].reason.contains("1 launches are missing"))
    #expect(collected.hosts[4].reason == "failed: the node died")
    #expect(try folder.collection() == collected)
  }

  @Test func `a run that was stopped, or damaged, is refused`() throws {
    try FleetFixture.measure("n1", in: folder, state: .interrupted)
    try FleetFixture.measure("n2", in: folder)
    try tree.file("/fleet/hosts/n2/run.json", "{")
    try FleetFixture.measure("n3", in: folder)
    let collected = try folder.collect(fleet)
    #expect(collected.hosts.map(\.state) == [.refused, .refused, .kept, .missing, .missing])
    #expect(collected.hosts[0].reason == "it is not finished (interrupted)")
  }

  @Test func `a second collection finds new runs, and one table has all hosts`() throws {
    try FleetFixture.measure("n1", in: folder)
    #expect(try folder.collect(fleet).nodes(.kept).count == 1)
    try FleetFixture.measure("n2", in: folder)
    #expect(try folder.collect(fleet).nodes(.kept).count == 2)
    #expect(try folder.summary() == "host,case,ops\nn1,c,2000\nn2,c,2000\n")
  }

  @Test(arguments: [
    "case,ops\nc,1\n", "case,ops\n\"c\nn1,d\",1\n", "case,ops\n=1+1,1\n", "",
  ])
  func `figures are those of the raw rows, whatever a node's own summary says`(own: String) throws {
    try FleetFixture.measure("n1", in: folder)
    try tree.data("/fleet/hosts/n1/summary.csv", Data(own.utf8))
    #expect(try folder.collect(fleet).nodes(.kept).count == 1)
    #expect(try folder.summary() == "host,case,ops\nn1,c,2000\n")
  }

  @Test func `a figure that holds a line feed stays in its host's row`() throws {
    try FleetFixture.measure("n1", in: folder)
    _ = try folder.collect(fleet, columns: ["case"]) { _ in [["c\nn2,d"]] }
    #expect(try folder.summary() == "host,case\nn1,\"c\nn2,d\"\n")
  }

  @Test(
    arguments: [Misplaced.pipe, .folder, .device], RawTable.allCases.map(\.path) + ["run.json"])
  func `an object that is no file makes its own node's run refused, and no other`(
    kind: Misplaced, file: String
  ) throws {
    for node in ["n1", "n2", "n3"] { try FleetFixture.measure(node, in: folder) }
    try kind.put(at: "\(tree.root)/fleet/hosts/n2/\(file)")
    let collected = try folder.collect(fleet)
    #expect(collected.hosts.prefix(3).map(\.state) == [.kept, .refused, .kept])
    #expect(collected.hosts[1].reason.contains(file))
  }

  @Test func `a run of another node is refused`() throws {
    try FleetFixture.measure("n1", in: folder)
    try FleetFixture.measure("n2", in: folder, began: 1)
    let collected = try folder.collect(fleet)
    #expect(collected.hosts.prefix(2).map(\.state) == [.kept, .refused])
    #expect(collected.hosts[1].reason.contains("the run of n1"))
  }

  @Test func `collecting removes what killed commands left in the folder, and follows no link`()
    throws
  {
    let left = ".syncbench-new-0123456789abcdef"
    for name in ["", "bin/", "hosts/", "cases/"] { try tree.file("/fleet/\(name)\(left)", "") }
    try tree.file("/outside/\(left)", "")
    try FileManager.default.removeItem(atPath: tree.root + "/fleet/parked")
    try tree.link("/fleet/parked", to: "../outside")
    _ = try folder.collect(fleet)
    let found = FileManager.default.enumerator(atPath: tree.root)?.compactMap { "\($0)" } ?? []
    #expect(found.filter { $0.hasSuffix(left) } == ["outside/\(left)"])
  }

  @Test func `a run that is still being copied does not count`() throws {
    try tree.file("/fleet/incoming/n1/run.json", "{}")
    #expect(try folder.collect(fleet).nodes(.missing).count == 5)
  }

  @Test func `a collection can't be read before it was made`() throws {
    #expect(throws: FleetFolderError.notCollected(folder.path.string)) { try folder.collection() }
  }
}

@Suite struct FleetStatusTests {
  private let fleet = {
    var fleet = FleetFixture.fleet(["n1", "n2", "n3", "n4", "n5", "n6"])
    fleet.jobs = ["1"]
    return fleet
  }()
  private let tree: FixtureTree
  private let folder: FleetFolder

  init() throws {
    tree = try FixtureTree()
    folder = try tree.fleetFolder(fleet)
  }

  @Test func `a node without a job has failed if the fleet's submission was not finished`() throws {
    var begun = fleet
    begun.jobs = []
    let waiting = NodeJob(node: "n1", state: .waiting("JobHeldUser"))
    let status = FleetStatus(begun, in: folder, jobs: [waiting])
    #expect(status.nodes[0].state == .waiting("JobHeldUser", rows: nil))
    guard case .failed(let reason) = status.nodes[1].state else {
      Issue.record("\(status.nodes[1].state)")
      return
    }
    #expect(reason.hasPrefix("the submission was not finished"))
  }

  @Test func `a node's state comes from the folder first, and then from the scheduler`() throws {
    try FleetFixture.measure("n1", in: folder)
    try tree.file("/fleet/failed/n2", "it failed twice\nmore")
    try tree.file("/fleet/state/n3", "parked 120 0")
    try tree.file("/fleet/log/n5.txt", "2026-01-01  begun")
    let status = FleetStatus(
      fleet, in: folder,
      jobs: [
        NodeJob(node: "n1", state: .running(seconds: 5)),
        NodeJob(node: "n2", state: .ended("failed")),
        NodeJob(node: "n3", state: .waiting("BeginTime")),
        NodeJob(node: "n4", state: .running(seconds: 30)),
        NodeJob(node: "n5", state: .ended("timeout")),
      ])
    #expect(
      status.nodes.map(\.state) == [
        .done, .failed("it failed twice"), .waiting("BeginTime", rows: 120),
        .running(seconds: 30, expectedSeconds: 60),
        .failed("its job ended: timeout; the last line of its log: 2026-01-01  begun"),
        .failed(
          "the scheduler knows no job of it, and it left no run; it wrote no log: does the node see the folder '\(folder.path)'?"
        ),
      ])
    #expect(!status.isOver)
  }

  @Test(
    arguments: Misplaced.allCases,
    [
      ("hosts/n2", NodeJob.State.ended("failed"), true), ("failed/n2", .running(seconds: 1), false),
      ("failed/n2", .completed, true), ("state/n2", .waiting("BeginTime"), false),
      ("log/n2.txt", .ended("timeout"), true),
    ])
  func `damage to one node's files does not affect the other nodes`(
    kind: Misplaced, damage: (file: String, job: NodeJob.State, isOver: Bool)
  ) throws {
    // The run of a node is a folder, so a folder there is no damage.
    if damage.file == "hosts/n2", kind == .folder { return }
    try FleetFixture.measure("n1", in: folder)
    try kind.put(at: "\(tree.root)/fleet/\(damage.file)")
    let status = FleetStatus(
      fleet, in: folder,
      jobs: [
        NodeJob(node: "n2", state: damage.job), NodeJob(node: "n3", state: .waiting("Priority")),
      ])
    #expect(status.nodes[0].state == .done)
    #expect(status.nodes[2].state == .waiting("Priority", rows: nil))
    guard case .damaged(let reason, damage.isOver) = status.nodes[1].state else {
      Issue.record("\(status.nodes[1].state)")
      return
    }
    #expect(reason.contains(damage.file))
  }

  @Test func `a line of a megabyte in a node's log is shortened`() throws {
    try tree.file("/fleet/log/n1.txt", String(repeating: "x", count: 1 << 20))
    let status = FleetStatus(fleet, in: folder, jobs: [NodeJob(node: "n1", state: .completed)])
    #expect(try #require(status.failures.first).reason.utf8.count < 1000)
  }

  @Test func `if the scheduler does not answer, nodes that are not done are unknown`() throws {
    try FleetFixture.measure("n1", in: folder)
    let status = FleetStatus(fleet, in: folder, jobs: nil)
    #expect(status.count { $0 == .done } == 1)
    #expect(status.count { $0 == .unknown } == 5)
  }
}

import BenchmarkModel
import CSyncShims
import TestSupport
import Testing

@testable import BenchmarkRunner

@Suite struct PlacementsTests {
  private static let placementIndices = ["cores": 0, "siblings": 1, "unpinned": 2, "spread": 3]

  private func fitting(
    _ topology: CPUTopology, threads: [Int], placements: [String] = [], memory: [Int]? = nil
  ) throws -> (planned: [PlannedCase], leftOut: [String], table: SuiteTable?) {
    let allowed = topology.cpus.map(\.id)
    var selection = CaseSelection()
    selection.suites = ["locks"]
    selection.primitives = ["ticket"]
    selection.overrides = ["threads": threads]
    if !placements.isEmpty {
      selection.overrides["placement"] = placements.compactMap { Self.placementIndices[$0] }
    }
    selection.overrides["memory"] = memory
    let found = try CatalogFixture.catalog.cases(
      tier: .headline, cpus: allowed.count, selection: selection)
    let planner = Planner(Placements(topology, allowed: allowed), .cores)
    let (cases, leftOut) = planner.fitting(found)
    let plan = planner.plan(
      cases, of: CatalogFixture.suites, profile: CatalogFixture.profile, seed: 1)
    return (plan.cases, leftOut, plan.tables.first)
  }

  @Test func `a case is measured within a core, within a node and across nodes in one run`() throws
  {
    let found = try fitting(
      MadeUpMachine.sixteen, threads: [2], placements: ["siblings", "cores", "spread"])
    let contended = found.planned.filter { $0.id.workload == "contended" }
    #expect(
      contended.map(\.id.description)
        == ["siblings", "cores", "spread"].map {
          "locks/contended/ticket/threads=2/inside=0/placement=\($0)"
        })
    #expect(
      contended.map(\.placement)
        == [.pinned(cpus: [0, 8]), .pinned(cpus: [0, 1]), .pinned(cpus: [0, 4])])
    #expect(found.leftOut.isEmpty)
    #expect(found.table?.parameters.map(\.name) == ["inside_ns", "threads", "placement"])
    #expect(found.planned.contains { $0.id.description == "locks/uncontended/ticket/inside=0" })
  }

  @Test func `a run with one placement has no placement parameter`() throws {
    let found = try fitting(MadeUpMachine.sixteen, threads: [2])
    #expect(found.planned.allSatisfy { $0.id["placement"] == nil && $0.memoryCPU == nil })
    #expect(found.table?.parameters.map(\.name) == ["inside_ns", "threads"])
  }

  @Test func `a case of one thread is measured once, without a placement`() throws {
    let found = try fitting(
      MadeUpMachine.sixteen, threads: [1, 2], placements: ["siblings", "spread"])
    #expect(
      found.planned.filter { $0.id["threads"] == 1 }.map(\.id.description)
        == ["locks/contended/ticket/threads=1/inside=0"])
  }

  private static func oneNode(cores: Int, threads: Int) -> CPUTopology {
    MadeUpMachine.topology(nodes: 1, coresPerNode: cores, threads: threads)
  }

  @Test(
    arguments: [
      (
        MadeUpMachine.sixteen, [4, 12], ["siblings", "cores", "spread"],
        ["cores", "spread", "spread"],
        [
          "4 threads with placement=siblings left out: a core has 2 CPUs",
          "12 threads with placement=siblings left out: a core has 2 CPUs",
          "12 threads with placement=cores left out: no node has CPUs for so many threads",
        ]
      ),
      (
        oneNode(cores: 2, threads: 1), [2], ["siblings", "cores", "spread"], ["cores"],
        [
          "2 threads with placement=siblings left out: a core has 1 CPU",
          "2 threads with placement=spread left out: this machine has one node with CPUs to use",
        ]
      ),
      // More threads than CPUs run within the only node.
      (oneNode(cores: 2, threads: 1), [8], ["cores", "spread"], ["cores"], nil),
      (
        oneNode(cores: 1, threads: 2), [2], ["siblings", "cores"], ["siblings"],
        [
          "2 threads with placement=cores left out: they would have the CPUs of placement=siblings"
        ]
      ),
    ] as [(CPUTopology, [Int], [String], [String], [String]?)])
  func `a placement that the machine can't give, or that has another's CPUs, is left out`(
    machine: CPUTopology, threads: [Int], placements: [String], planned: [String],
    leftOut: [String]?
  ) throws {
    let found = try fitting(machine, threads: threads, placements: placements)
    #expect(found.planned.compactMap { $0.id.text(of: "placement") } == planned)
    if let leftOut { #expect(found.leftOut == leftOut) }
  }

  @Test
  func `memory=first is touched first by the first thread's CPU, memory=other by another node's`()
    throws
  {
    let found = try fitting(MadeUpMachine.sixteen, threads: [2], memory: [0, 1])
    let contended = found.planned.filter { $0.id.workload == "contended" }
    #expect(contended.compactMap { $0.id.text(of: "memory") } == ["first", "other"])
    #expect(contended.map(\.memoryCPU) == [0, 4])
    #expect(contended.map(\.placement) == [.pinned(cpus: [0, 1]), .pinned(cpus: [0, 1])])
    let words = contended.map { $0.conditions.last?.words }
    #expect(words == ["on CPU 0", "on CPU 4"])
  }

  @Test func `on a machine of one node, memory on another node is left out with a reason`() throws {
    let machine = MadeUpMachine.topology(nodes: 1, coresPerNode: 2, threads: 1)
    let found = try fitting(machine, threads: [2], memory: [0, 1])
    #expect(found.planned.allSatisfy { $0.id.text(of: "memory") == "first" })
    #expect(found.leftOut == ["memory=other left out: this machine has one memory node"])
  }

  @Test func `a case with a placement is found by its name`() throws {
    let name = "locks/contended/ticket/threads=2/inside=0/placement=spread/memory=first"
    let id = try CaseID(parsing: name)
    #expect(try CatalogFixture.catalog.find(id).id == id)
    #expect(throws: CatalogError.self) {
      try CatalogFixture.catalog.find(
        try CaseID(parsing: "locks/uncontended/ticket/inside=0/placement=spread"))
    }
  }

  @Test func `a placement for a suite without threads of ours is refused`() {
    var selection = CaseSelection()
    selection.suites = ["loops"]
    selection.overrides = ["placement": [0, 1]]
    #expect(throws: CatalogError.unusedOverride("placement", known: ["width", "grain"])) {
      try CatalogFixture.catalog.cases(tier: .headline, cpus: 4, selection: selection)
    }
  }

  @Test func `a program's memory is prepared on the requested CPU`() throws {
    let before = try #require(ProcessFacts.affinity())
    let cpu = try #require(before.cpus.last)
    let program = try FirstTouch.program(on: cpu) {
      let here = sync_current_cpu()
      return TrialProgram(threadCount: 1) { _ in
        0
      } conclude: { _ in
        TrialConclusion(operations: UInt64(here))
      }
    }
    #expect(program.conclude([]).operations == UInt64(cpu))
    #expect(ProcessFacts.affinity() == before)
    #expect(throws: WorkerError.cpuNotAllowed(65_000)) {
      try FirstTouch.program(on: 65_000) { .refusing("not reached") }
    }
  }
}

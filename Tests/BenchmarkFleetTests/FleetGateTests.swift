import BenchmarkFleet
import BenchmarkRunner
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BenchmarkModel

@Suite struct FleetGateTests {
  private static func gateCase(_ primitive: String) -> GateCase {
    GateCase(
      id: MadeRun.id("uncontended/\(primitive)"), metric: "ns_per_op", polarity: .lowerIsBetter)
  }

  private func plan(_ count: Int) -> GatePlan {
    let cases = (0..<count).map { Self.gateCase("lock-\($0)") }
    return GatePlan(seed: 3, cases: cases + [cases[0].sham])
  }

  @Test func `cases are dealt to nodes like cards, and nodes that would get none are left out`() {
    let gate = FleetGate(plan(5), nodes: 2)
    #expect(gate.shares == [[0, 2, 4], [1, 3]])
    #expect(FleetGate(plan(2), nodes: 8).shares == [[0], [1]])
    #expect(gate.words(ofNode: 1).contains("--filter=locks/uncontended/lock-3\n"))
  }

  @Test(arguments: [(40, 4), (163, 4), (163, 7), (41, 40)])
  func `a node's gate has the same looks as a gate of all cases`(cases: Int, nodes: Int) {
    let whole = plan(cases)
    let gate = FleetGate(whole, nodes: nodes)
    for node in gate.shares.indices {
      let own = GatePlan(
        seed: 3, alpha: gate.alpha(ofNode: node), cases: gate.shares[node].map { whole.cases[$0] })
      #expect(own.looks == whole.looks)
    }
  }

  @Test func `a fleet's gate takes as long as the node with the most cases, its sham included`() {
    let whole = plan(5)
    let planned = whole.cases.dropLast().map { PlannedCase.made($0.id) }
    func expected(nodes: Int) -> UInt64 {
      FleetGate(whole, nodes: nodes).expectedNanoseconds(shams: [whole.cases[5]], planned)
    }
    let all = GateEstimate(whole, planned).nanoseconds
    #expect(expected(nodes: 1) == all)
    #expect(expected(nodes: 5) == expected(nodes: 100))
    #expect(expected(nodes: 5) > all / 5)
    #expect(expected(nodes: 2) > all / 2)
  }

  /// The recording of a node's cases, with `pairs` pairs of each case.
  private func recording(_ gate: FleetGate, node: Int, pairs: Int = 80) -> PairRecording {
    let cases = gate.shares[node].map { gate.plan.cases[$0] }
    let rows = gate.shares[node].indices.flatMap { own in
      (0..<pairs).map { pair in
        PairRow(
          caseIndex: own, pair: pair,
          order: pair.isMultiple(of: 2) ? .baselineFirst : .candidateFirst,
          outcome: .measured(a: 10, b: pair.isMultiple(of: 2) ? 10.01 : 9.99))
      }
    }
    return PairRecording(
      plan: GatePlan(seed: 3, alpha: gate.alpha(ofNode: node), cases: cases + [cases[0].sham]),
      rows: rows)
  }

  @Test func `the nodes' recordings become one gate of all cases, each row with its case`() throws {
    let gate = FleetGate(plan(4), nodes: 2)
    var whole = MergedGate(gate.plan)
    try whole.add(recording(gate, node: 0, pairs: 2), of: "n1")
    try whole.add(recording(gate, node: 1, pairs: 3), of: "n2")
    let merged = whole.recording
    #expect(merged.plan.cases.count == 6)
    #expect(merged.plan.alpha == gate.plan.alpha)
    #expect(merged.rows.map(\.caseIndex) == [0, 0, 2, 2, 1, 1, 1, 3, 3, 3])
  }

  @Test func `a node that gated a case of another node is refused by name`() throws {
    let gate = FleetGate(plan(4), nodes: 2)
    let own = recording(gate, node: 0)
    var merged = MergedGate(gate.plan)
    try merged.add(own, of: "n1")
    let before = merged.recording
    #expect(
      throws: FleetGateError.foreignCase(gate.plan.cases[0].id, node: "n2")
    ) { try merged.add(own, of: "n2") }
    #expect(merged.recording == before)
  }

  // MARK: Folders

  /// The folder of a gate of four cases on two nodes, and the recording of each node.
  private func gated(
    in tree: FixtureTree
  ) throws -> (folder: FleetFolder, fleet: Fleet, pairs: (Run) -> PairRecording?) {
    let fleet = FleetFixture.fleet(["n1", "n2"], cases: 4)
    let folder = try tree.fleetFolder(fleet)
    let gate = FleetGate(plan(4), nodes: 2)
    try tree.file("/baseline", "what is compared with")
    try folder.write(gate, of: fleet, baseline: FilePath(tree.root + "/baseline"), limits: nil)
    let recordings = fleet.nodes.indices.map { recording(gate, node: $0, pairs: 2) }
    for (node, recording) in zip(fleet.nodes, recordings) {
      var document = FleetFixture.document(FleetFixture.plan())
      document.host = node.name
      document.plan = Plan(
        gating: recording.plan,
        recording.plan.cases.filter { $0.role == .gated }.map {
          GateSubject(planned: FleetFixture.planned($0.id, [0, 1]), columns: [.cost])
        }, profile: "gate")
      try FleetFixture.begin(document, in: folder.run(of: node))
    }
    return (folder, fleet, { run in recordings[run.document.host == "n1" ? 0 : 1] })
  }

  @Test(arguments: Misplaced.allCases)
  func `a node whose rows can't be read is left out with the reason, and other nodes' rows count`(
    kind: Misplaced
  ) throws {
    let tree = try FixtureTree()
    let (folder, fleet, pairs) = try gated(in: tree)
    try kind.put(at: tree.root + "/fleet/hosts/n1/raw/trials.csv")
    let merged = try folder.mergedGate(of: fleet, pairs: pairs)
    #expect(merged.recording.rows.map(\.caseIndex) == [1, 1, 3, 3])
    #expect(merged.warnings.count == 1)
    #expect(merged.warnings[0].hasPrefix("n1 is left out: "))
  }

  @Test func `all nodes' pairs become one gate, and a node with another node's pairs is left out`()
    throws
  {
    let tree = try FixtureTree()
    let (folder, fleet, pairs) = try gated(in: tree)
    let merged = try folder.mergedGate(of: fleet, pairs: pairs)
    #expect(merged.recording.rows.count == 8)
    #expect(merged.warnings.isEmpty)
    let doubled = try folder.mergedGate(of: fleet) { _ in
      self.recording(FleetGate(self.plan(4), nodes: 2), node: 0, pairs: 2)
    }
    #expect(doubled.recording.rows.count == 4)
    #expect(doubled.warnings[0].contains("of n2 is not one of the gate's cases"))
  }

  @Test(arguments: ["locks/uncontended/lock-3", "beta", "schemaVersion", "seed"])
  func `a damaged plan is an error, because its remaining part could pass for the whole`(
    word: String
  ) throws {
    let tree = try FixtureTree()
    let (folder, fleet, pairs) = try gated(in: tree)
    let path = tree.root + "/fleet/plan.json"
    let plan = try String(contentsOfFile: path, encoding: .utf8)
    #expect(plan.contains(word))
    try plan.replacing(word, with: "locks/uncontended/lock-2")
      .write(toFile: path, atomically: true, encoding: .utf8)
    #expect(throws: FleetFolderError.self) { try folder.mergedGate(of: fleet, pairs: pairs) }
  }
}

import BenchmarkFleet
import BenchmarkModel
import SystemPackage
import TestSupport
import Testing

@Suite struct FleetGateTests {
  private static func gateCase(_ primitive: String) -> GateCase {
    GateCase(
      id: CaseID(suite: "locks", workload: "uncontended", primitive: primitive, parameters: []),
      metric: "ns_per_op", polarity: .lowerIsBetter)
  }

  private func plan(_ count: Int) -> GatePlan {
    let cases = (0..<count).map { Self.gateCase("lock-\($0)") }
    return GatePlan(seed: 3, cases: cases + [cases[0].sham])
  }

  @Test func `cases are dealt to nodes like cards, and no node gets none`() {
    let gate = FleetGate(plan(5), nodes: 2)
    #expect(gate.shares == [[0, 2, 4], [1, 3]])
    #expect(FleetGate(plan(2), nodes: 8).shares == [[0], [1]])
    #expect(gate.words(ofNode: 1).contains("--filter=locks/uncontended/lock-3\n"))
  }

  @Test(arguments: [(40, 4), (163, 4), (163, 7), (41, 40)])
  func `a node judges a case by the looks of a gate of all cases`(cases: Int, nodes: Int) {
    let whole = plan(cases)
    let gate = FleetGate(whole, nodes: nodes)
    for node in gate.shares.indices {
      let own = GatePlan(
        seed: 3, alpha: gate.alpha(ofNode: node), cases: gate.shares[node].map { whole.cases[$0] })
      #expect(own.looks == whole.looks)
    }
  }

  /// What a node recorded of its cases, each told apart in so many pairs.
  private func recording(
    _ gate: FleetGate, node: Int, pairs: Int = 80, slower: Set<Int> = []
  ) -> PairRecording {
    let cases = gate.shares[node].map { gate.plan.cases[$0] }
    let rows = gate.shares[node].enumerated().flatMap { own, place in
      (0..<pairs).map { pair in
        PairRow(
          caseIndex: own, pair: pair,
          order: pair.isMultiple(of: 2) ? .baselineFirst : .candidateFirst, paddingA: 0,
          paddingB: 0,
          outcome: .measured(
            a: 10, b: slower.contains(place) ? 20 : pair.isMultiple(of: 2) ? 10.01 : 9.99))
      }
    }
    return PairRecording(
      plan: GatePlan(seed: 3, alpha: gate.alpha(ofNode: node), cases: cases + [cases[0].sham]),
      rows: rows)
  }

  @Test func `what nodes recorded becomes one gate of all cases, each row with its case`() throws {
    let gate = FleetGate(plan(4), nodes: 2)
    let merged = try FleetGate.merged(
      gate.plan,
      [
        ("n1", recording(gate, node: 0, pairs: 2)), ("n2", recording(gate, node: 1, pairs: 3)),
      ])
    #expect(merged.plan.cases.count == 6)
    #expect(merged.plan.alpha == gate.plan.alpha)
    #expect(merged.rows.map(\.caseIndex) == [0, 0, 2, 2, 1, 1, 1, 3, 3, 3])
  }

  @Test func `a node that gated another case, or another's, is refused by name`() throws {
    let gate = FleetGate(plan(4), nodes: 2)
    let own = recording(gate, node: 0)
    #expect(
      throws: FleetGateError.foreignCase(gate.plan.cases[0].id, node: "n2")
    ) { try FleetGate.merged(gate.plan, [("n1", own), ("n2", own)]) }
  }
}

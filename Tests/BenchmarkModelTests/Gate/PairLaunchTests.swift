import Testing

@testable import BenchmarkModel

@Suite struct PairLaunchTests {
  @Test func `each launch has a number of its own, which identifies the launch`() {
    for block in 0..<200 { #expect(PairLaunch(block: block).block == block) }
    let launch = PairLaunch(Arm(.sham, .candidate), pair: 7, attempt: 2)
    #expect(PairLaunch(block: launch.block) == launch)
    #expect(launch.arm.executable == .baseline)
    #expect(Arm(.gated, .candidate).executable == .candidate)
    #expect(Set(Arm.all.map(\.name)) == ["a", "b", "sham-a", "sham-b"])
  }
}

/// Tests of the defects that are found in the plan of a gate's `run.json`.
@Suite struct GatePlanDefectTests {
  private let planned = ModelFixture.planned(
    ModelFixture.id("mcs"), placement: .pinned(cpus: [0, 1]))

  private func gated(
    metric: String = "ns_per_op", role: GateRole = .gated, name: String = "mcs"
  ) -> GateCase {
    GateCase(id: ModelFixture.id(name), role: role, metric: metric, polarity: .lowerIsBetter)
  }

  private func plan(_ cases: [GateCase], alpha: Double = 0.01) -> Plan {
    let columns = [MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation)]
    return Plan(
      gating: GatePlan(seed: 3, alpha: alpha, cases: cases),
      [GateSubject(planned: planned, columns: columns)], profile: "gate")
  }

  @Test func `a sound plan has no defect, and its launches are only those of its gate`() {
    let plan = plan([gated(), gated(role: .sham)])
    #expect(plan.defect == nil)
    #expect(plan.cases.count == 1)
    let last = PairLaunch(Arm(.sham, .candidate), pair: 239, attempt: 3)
    #expect(plan.launches(Launch(caseIndex: 0, block: last.block)))
    let beyond = PairLaunch(Arm(.gated, .baseline), pair: 240)
    #expect(!plan.launches(Launch(caseIndex: 0, block: beyond.block)))
    let withoutSham = self.plan([gated()])
    #expect(!withoutSham.launches(Launch(caseIndex: 0, block: last.block)))
  }

  @Test func `a plan is defective if no gate can have it`() {
    #expect(plan([gated(), gated()]).defect?.contains("twice") == true)
    #expect(plan([gated(metric: "ops_per_s")]).defect?.contains("its plan does not have") == true)
    #expect(plan([gated(name: "ticket")]).defect?.contains("its plan does not have") == true)
    #expect(plan([gated()], alpha: 0.6).defect?.contains("out of range") == true)
    var none = plan([gated()])
    none.gate?.fixedPairs = 0
    #expect(none.defect?.contains("out of range") == true)
    let other = GatePlan(seed: 4, cases: [gated()])
    var strange = plan([gated()])
    strange.gate = other
    #expect(strange.defect?.contains("the number of launches") == true)
  }
}

import BenchmarkRunner
import Testing

@testable import BenchmarkModel

@Suite struct ScheduleTests {
  private func plan(seed: UInt64, blocks: Int = 3, limits: [Int?]) -> Plan {
    let cases = limits.enumerated().map { index, limit in
      PlannedCase(
        id: CaseID(suite: "s", workload: "w", primitive: "p\(index)", parameters: []),
        pace: .window, summaryLevel: 0, expectation: .valid, placement: .unpinned,
        sampling: Sampling(warmups: 0, trials: 1, trialNanoseconds: 1), launchLimit: limit)
    }
    return Plan(profile: "test", seed: seed, blocks: blocks, cases: cases, tables: [])
  }

  // Another implementation of SplitMix64, Lemire's bound and Durstenfeld's shuffle computed the
  // expected order. A recorded run must keep its order in every later version.
  @Test func `a seed gives the same order in every version`() {
    let schedule = plan(seed: 42, limits: [nil, nil, nil, 1, nil, nil]).schedule()
    let order = (0..<3).map { block in schedule.filter { $0.block == block }.map(\.caseIndex) }
    #expect(order == [[2, 5, 3, 1, 0, 4], [1, 4, 2, 0, 5], [5, 2, 1, 0, 4]])
    #expect(schedule.map(\.block) == schedule.map(\.block).sorted())
  }

  @Test(arguments: [0, 1, 99, UInt64.max])
  func `every block holds every case once`(seed: UInt64) {
    let schedule = plan(seed: seed, limits: [nil, nil, nil, nil, nil]).schedule()
    #expect(Set(schedule).count == 15)
    for block in 0..<3 {
      #expect(
        schedule[(block * 5)..<(block * 5 + 5)].map(\.caseIndex).sorted() == [0, 1, 2, 3, 4])
    }
  }

  @Test func `the few launches of a limited case are spread over the blocks`() {
    let schedule = plan(seed: 5, blocks: 6, limits: [nil, 2, 0, 99, 1]).schedule()
    let blocks = (0..<5).map { index in
      schedule.filter { $0.caseIndex == index }.map(\.block)
    }
    #expect(blocks == [[0, 1, 2, 3, 4, 5], [0, 3], [], [0, 1, 2, 3, 4, 5], [0]])
  }

  @Test(arguments: 1...12)
  func `a case gets as many launches as its limit allows, and at most one per block`(blocks: Int) {
    let schedule = plan(seed: 5, blocks: blocks, limits: (0...13).map { $0 }).schedule()
    for limit in 0...13 {
      #expect(schedule.count { $0.caseIndex == limit } == min(limit, blocks))
    }
  }

  @Test func `another seed gives another order, and blocks differ`() {
    let limits = [Int?](repeating: nil, count: 20)
    let one = plan(seed: 1, limits: limits).schedule()
    #expect(one != plan(seed: 2, limits: limits).schedule())
    #expect(one == plan(seed: 1, limits: limits).schedule())
    #expect(one[0..<20].map(\.caseIndex) != one[20..<40].map(\.caseIndex))
  }

  @Test
  func `a gate's plan has each launch once, although a sham's pair stands in several slots`() {
    let planned = plan(seed: 3, limits: [nil]).cases[0]
    let columns = [MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation)]
    let cases = [GateRole.gated, .sham].map { role in
      GateCase(id: planned.id, role: role, metric: "ns_per_op", polarity: .lowerIsBetter)
    }
    let gate = GatePlan(seed: 3, cases: cases)
    let schedule = Plan(
      gating: gate, [GateSubject(planned: planned, columns: columns)], profile: "gate"
    ).schedule()
    #expect(Set(schedule).count == schedule.count)
    #expect(gate.schedule().count > schedule.count / 2)
  }
}

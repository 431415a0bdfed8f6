import Foundation
import PerfEvents
import Testing

@testable import BenchmarkModel

@Suite struct CountingPlanTests {
  private static func planned(_ primitive: String, kernel: String? = nil) -> PlannedCase {
    ModelFixture.planned(ModelFixture.id(primitive), pace: .operations, kernel: kernel)
  }

  private static let faults = PlannedEvent(
    name: "page-faults", column: "page_faults_per_op", encoding: EncodedEvent(type: 1, config: 2))
  private static let watch = PlannedEvent(
    name: "breakpoint", column: "breakpoint_per_op",
    encoding: EncodedEvent(type: 5, config: 0, config2: 4, breakpointType: 2))
  private static let missing = PlannedEvent(
    name: "cycles", column: "cycles_per_op", encoding: nil, reason: "no PMU")

  private static func plan(
    events: [PlannedEvent] = [faults, watch, missing],
    passes: [CountingPass] = CountingPass.allCases, launches: Int = 2,
    cases: [Int] = [0, 1, 2], sampling: Sampling? = nil
  ) -> Plan {
    Plan(
      profile: "quick", seed: 1, blocks: 1,
      cases: [planned("ticket", kernel: "loop"), planned("mutex"), planned("clh", kernel: "loop")],
      tables: [SuiteTable(suite: "locks", parameters: [], columns: [])],
      counting: CountingPlan(
        events: events, passes: passes, launches: launches, cases: cases,
        sampling: sampling))
  }

  // MARK: The schedule

  @Test
  func `a pass launches all its cases in the plan's order, then all again, before the next pass`() {
    func pass(_ pass: CountingPass, _ number: Int, _ cases: [Int] = [0, 1, 2])
      -> [CountedLaunch]
    {
      cases.map { CountedLaunch(caseIndex: $0, pass: pass, number: number) }
    }
    let expected =
      pass(.counters, 0) + pass(.counters, 1) + pass(.breakpoints, 0) + pass(.breakpoints, 1)
      + pass(.allocations, 0) + pass(.allocations, 1) + pass(.instructions, 0, [0, 2])
    #expect(Self.plan().countedSchedule() == expected)
  }

  @Test func `instructions are counted once, and only in cases whose loop's symbol is known`() {
    let plan = Self.plan(passes: [.instructions], launches: 5)
    #expect(plan.countedSchedule().map(\.caseIndex) == [0, 2])
  }

  @Test func `breakpoints are a pass only if an event watches the lock`() {
    let schedule = Self.plan(events: [Self.faults, Self.missing]).countedSchedule()
    #expect(!schedule.contains { $0.pass == .breakpoints })
    #expect(schedule.contains { $0.pass == .counters })
  }

  @Test func `only the cases that the plan selects are counted`() {
    let schedule = Self.plan(passes: [.counters, .instructions], cases: [1]).countedSchedule()
    #expect(schedule.map(\.caseIndex) == [1, 1])
    #expect(schedule.map(\.pass) == [.counters, .counters])
  }

  @Test func `a plan without counting counts nothing`() {
    let plan = Self.plan()
    let bare = Plan(
      profile: plan.profile, seed: plan.seed, blocks: 1, cases: plan.cases, tables: plan.tables)
    #expect(bare.countedSchedule().isEmpty)
  }

  @Test
  func `events that watch the lock are in the pass 'breakpoints', other events in 'counters'`() {
    #expect(Self.watch.watchesLockWord && Self.watch.pass == .breakpoints)
    #expect(!Self.faults.watchesLockWord && Self.faults.pass == .counters)
    #expect(!Self.missing.watchesLockWord && Self.missing.pass == .counters)
  }

  // MARK: In run.json

  @Test func `a document of a version that could not count is read`() throws {
    let document = ModelFixture.document(Self.plan())
    var object = try #require(
      try JSONSerialization.jsonObject(with: JSONEncoder().encode(document)) as? [String: Any])
    var plan = try #require(object["plan"] as? [String: Any])
    #expect(plan.removeValue(forKey: "counting") != nil)
    var cases = try #require(plan["cases"] as? [[String: Any]])
    for index in cases.indices { cases[index].removeValue(forKey: "kernel") }
    plan["cases"] = cases
    object["plan"] = plan
    let old = try JSONDecoder().decode(
      RunDocument.self, from: JSONSerialization.data(withJSONObject: object))
    #expect(old.plan.counting == nil)
    #expect(old.plan.cases.allSatisfy { $0.kernel == nil })
    #expect(old.plan.cases.map(\.id) == document.plan.cases.map(\.id))
    #expect(old.plan.defect == nil)
  }

  // MARK: Checks

  @Test func `the counting that this tool plans is sound`() {
    #expect(Self.plan().defect == nil)
    #expect(Self.plan(events: [], passes: [], cases: []).defect == nil)
    let long = Sampling(warmups: 0, trials: 100_000, trialNanoseconds: 3_600_000_000_000)
    #expect(Self.plan(launches: 1000, sampling: long).defect == nil)
  }

  @Test(arguments: [0, -1, 1001])
  func `an impossible number of launches is a defect`(launches: Int) {
    #expect(
      Self.plan(launches: launches).defect
        == "its plan has a number of counted launches out of range")
  }

  @Test(arguments: [-1, 3, Int.max])
  func `a counted case that the plan lacks is a defect`(index: Int) {
    #expect(
      Self.plan(cases: [0, index]).defect
        == "its plan counts the case with index \(index) of 3, from 0")
  }

  @Test func `a case or a pass that is counted twice is a defect`() {
    #expect(Self.plan(cases: [1, 0, 1]).defect == "its plan counts a case twice")
    #expect(
      Self.plan(passes: [.counters, .counters]).defect == "its plan has a counting pass twice")
  }

  @Test(arguments: [
    Sampling(warmups: 0, trials: 0, trialNanoseconds: 1),
    Sampling(warmups: -1, trials: 1, trialNanoseconds: 1),
    Sampling(warmups: 0, trials: .max, trialNanoseconds: 1),
    Sampling(warmups: 0, trials: 1, trialNanoseconds: .max),
  ])
  func `an impossible sampling is a defect`(sampling: Sampling) {
    #expect(
      Self.plan(sampling: sampling).defect == "its plan has numbers out of range for counting")
  }

  // MARK: Cases and runs

  @Test func `a new limit changes only a case's limit, and a new sampling only its sampling`()
    throws
  {
    let planned = Self.planned("ticket", kernel: "loop")
    let limited = planned.limited(to: 3)
    #expect(limited.launches(ofBlocks: 8) == 3)
    #expect(limited.launchLimit == 3)
    #expect(limited.kernel == "loop")
    let sampling = Sampling(warmups: 1, trials: 9, trialNanoseconds: 5)
    #expect(limited.sampled(sampling).sampling == sampling)
    #expect(limited.sampled(sampling).sampled(planned.sampling) == limited)
    #expect(limited.limited(to: 5) == planned.limited(to: 5))
  }

  @Test func `a case's counted rows come in the passes' order`() {
    func record(_ text: String) -> CountedRecord {
      CountedRecord(rows: [
        CounterRow(
          pass: .counters, event: "ops", status: .failed, value: nil, operations: 0, reason: text)
      ])
    }
    var run = Run(document: ModelFixture.document(Self.plan()))
    for (index, launch) in Self.plan().countedSchedule().enumerated() {
      run.counted[launch] = record("\(index)")
    }
    #expect(
      run.countedRows(of: 0).map { $0.map(\.reason) } == [
        ["0"], ["3"], ["6"], ["9"], ["12"], ["15"], ["18"],
      ])
    #expect(run.countedRows(of: 1).count == 6)
  }
}

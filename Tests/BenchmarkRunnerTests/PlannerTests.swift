import BenchmarkModel
import Testing

@testable import BenchmarkRunner

@Suite struct PlannerTests {
  private let profile = CatalogFixture.profile

  private func plan(
    cpuOrder: [Int] = [0, 2, 1, 3], isPinned: Bool = true, budget: UInt64? = nil,
    share: Double? = nil, precision: Double? = nil, repeats: RepeatedRuns? = nil,
    _ change: (inout CaseSelection) -> Void = { _ in }
  ) throws -> Plan {
    var selection = CaseSelection()
    change(&selection)
    let cases = try CatalogFixture.catalog.cases(
      tier: .headline, cpus: cpuOrder.count, selection: selection)
    var profile = profile
    profile.furtherShare = share
    return Planner(cpuOrder: cpuOrder, isPinned: isPinned).plan(
      cases, of: CatalogFixture.suites, profile: profile, seed: 7, budgetNanoseconds: budget,
      precision: precision, repeats: repeats)
  }

  private func planned(_ plan: Plan, _ name: String) throws -> PlannedCase {
    try #require(plan.cases.first { $0.id.description == name })
  }

  // MARK: Placement

  @Test(
    arguments: [
      ("locks/contended/ticket/threads=3/inside=0", .pinned(cpus: [0, 2, 1]), 3),
      ("locks/contended/ticket/threads=1/inside=0", .pinned(cpus: [0]), 1),
      ("locks/contended/ticket/threads=9/inside=0", .pinned(cpus: [0, 2, 1, 3]), 9),
      ("locks/uncontended/ticket/inside=0", .pinned(cpus: [0]), 1),
      ("loops/compute/parallel/width=1/grain=10", .process(cpus: [0]), 1),
      ("loops/compute/parallel/width=4/grain=10", .process(cpus: [0, 2, 1, 3]), 4),
      ("qos/nice/background", .process(cpus: [0, 2, 1, 3]), 4),
    ] as [(String, Placement, Int)])
  func `threads of ours are bound to the first CPUs in the given order, and so is a pool's process`(
    name: String, placement: Placement, width: Int
  ) throws {
    let found = try planned(try plan { $0.overrides = ["threads": [1, 3, 9]] }, name)
    #expect(found.placement == placement)
    #expect(found.width == width)
  }

  @Test func `more threads than CPUs get windows that are long enough for preemptions`() throws {
    let plan = try plan { $0.overrides = ["threads": [4, 5]] }
    let four = try planned(plan, "locks/contended/ticket/threads=4/inside=0").sampling
    let five = try planned(plan, "locks/contended/ticket/threads=5/inside=0").sampling
    #expect(four == profile.sampling)
    #expect(five == Sampling(warmups: 1, trials: 3, trialNanoseconds: 30_000_000))
  }

  /// The cases of a control that fails only if its threads meet, with one thread and with two.
  ///
  /// Threads meet if one wants to enter the section while another is inside.
  private func broken(
    cpus: Int, _ expectation: BenchmarkModel.Expectation,
    _ profile: Profile = CatalogFixture.profile
  ) throws -> [PlannedCase] {
    let control = CatalogFixture.primitive("broken", expectation: { _ in expectation })
    let suite = Suite(
      name: "locks", summary: "", columns: [],
      workloads: [
        Workload(
          name: "contended", operation: "one",
          axes: [Axis("threads", .threads, headline: [1, 2], standard: [], thorough: [])],
          pace: .window, summaryLevel: 0.25, threads: .own(parameter: "threads"),
          primitives: [control])
      ])
    let cases = try CaseCatalog(suites: [suite]).cases(tier: .headline, cpus: cpus)
    return Planner(cpuOrder: Array(0..<cpus), isPinned: true)
      .plan(cases, of: [suite], profile: profile, seed: 7).cases
  }

  private static let caughtByMeeting: [BenchmarkModel.Expectation] = [
    .invalid(reason: "it has no lock"), .hangs(reason: "a thread sleeps"),
  ]

  @Test(arguments: caughtByMeeting)
  func `a control that fails only if its threads meet gets few launches with longer windows`(
    expectation: BenchmarkModel.Expectation
  ) throws {
    let cases = try broken(cpus: 2, expectation)
    #expect(cases.map(\.sampling.trialNanoseconds) == [5_000_000, 20_000_000])
    #expect(cases.map { $0.launches(ofBlocks: 10) } == [4, 5])
    #expect(cases[1].sampling.trials == profile.sampling.trials)
  }

  @Test(arguments: caughtByMeeting)
  func `a control that is launched only once has eight of the longer windows`(
    expectation: BenchmarkModel.Expectation
  ) throws {
    let cases = try broken(cpus: 2, expectation, .smoke)
    #expect(cases.map(\.sampling.trials) == [Profile.smoke.sampling.trials, 8])
  }

  @Test func `several threads on a single CPU get few launches, because their windows are long`()
    throws
  {
    let alone = try plan(cpuOrder: [3]) { $0.overrides = ["threads": [1, 2]] }
    let name = "locks/contended/ticket/threads="
    #expect(try planned(alone, name + "1/inside=0").launches(ofBlocks: 10) == 4)
    #expect(try planned(alone, name + "2/inside=0").launches(ofBlocks: 10) == 5)
    #expect(try planned(alone, name + "2/inside=0").sampling.trialNanoseconds == 30_000_000)
    let pair = try plan(cpuOrder: [3, 4]) { $0.overrides = ["threads": [2]] }
    #expect(try planned(pair, name + "2/inside=0").launches(ofBlocks: 10) == 10)
  }

  @Test
  func `with more threads than CPUs, a deadline has time for each thread's turn in each trial`()
    throws
  {
    let plan = try plan { $0.overrides = ["threads": [4, 5, 16]] }
    func more(_ threads: Int) throws -> UInt64 {
      let planned = try planned(plan, "locks/contended/ticket/threads=\(threads)/inside=0")
      return planned.deadlineNanoseconds - 30 * planned.expectedNanoseconds
    }
    // On four CPUs, the deadline has 3 s more than 30 times the expected time. With more threads,
    // it also has 200 ms for each thread in each of the four trials, including the warm-up.
    #expect(try more(4) == 3_000_000_000)
    #expect(try more(5) == 7_000_000_000)
    #expect(try more(16) == 15_800_000_000)
  }

  private func planned(
    _ name: String, width: Int, trialNanoseconds: UInt64 = 5_000_000
  ) throws -> PlannedCase {
    PlannedCase(
      id: try CaseID(parsing: name), pace: .operations, summaryLevel: 0, expectation: .valid,
      placement: .unpinned,
      sampling: Sampling(warmups: 1, trials: 3, trialNanoseconds: trialNanoseconds), width: width)
  }

  @Test func `a trial is expected to take at least as long as its least work`() throws {
    func trial(_ name: String, width: Int) throws -> UInt64 {
      let planned = try planned(name, width: width)
      return (planned.expectedNanoseconds - PlannedCase.launchNanoseconds) / 4
    }
    // The least work is a whole loop, shared by the threads, or an operation of each thread in
    // turn.
    let loop = "c/nested/p/width=2/outer=256/inner=256/grain=10000"
    #expect(try trial(loop, width: 2) == 327_680_000)
    #expect(try trial("c/nested/serial/outer=256/inner=256/grain=10000", width: 1) == 655_360_000)
    #expect(try trial("c/compute/p/width=1/grain=1000000/iterations=16", width: 1) == 16_000_000)
    #expect(try trial("b/mix/p/threads=4/inside=1000000000", width: 4) == 4_000_000_000)
    #expect(try trial("b/waits/p/threads=2/inside=1000000/outside=9000000", width: 2) == 20_000_000)
    // Work that fits into a trial does not lengthen the trial.
    #expect(try trial("b/mix/p/threads=4/inside=10000", width: 4) == 5_000_000)
    #expect(try trial("c/compute/p/width=2/grain=10/iterations=10000", width: 2) == 5_000_000)
    #expect(try trial("locks/uncontended/p", width: 1) == 5_000_000)
  }

  @Test func `a case whose operations are longer than its trials has a deadline that fits them`()
    throws
  {
    let long = try planned("b/mix/p/threads=4/inside=1000000000", width: 4)
    #expect(long.deadlineNanoseconds > 30 * 4 * 4_000_000_000)
    // No length overflows, and a loop without work lengthens no trial.
    let most = Int(Int32.max)
    let endless = try planned(
      "c/nested/p/outer=\(most)/inner=\(most)/grain=\(most)", width: 1)
    #expect(endless.deadlineNanoseconds > long.deadlineNanoseconds)
    let whole = endless.sampled(
      Sampling(warmups: 100_000, trials: 100_000, trialNanoseconds: 3_600_000_000_000))
    #expect(whole.deadlineNanoseconds == .max)
    let idle = try planned("c/nested/p/outer=\(most)/inner=\(most)/grain=0", width: 1)
    #expect(idle.expectedNanoseconds == PlannedCase.launchNanoseconds + 20_000_000)
  }

  @Test func `unpinned means that no thread of ours is bound, and pools keep their width`() throws {
    let plan = try plan(isPinned: false)
    for planned in plan.cases {
      let isOurs = planned.id.suite == "locks"
      #expect(
        planned.placement
          == (isOurs ? .unpinned : .process(cpus: Array([0, 2, 1, 3].prefix(planned.width)))))
    }
  }

  @Test func `with a pool, the process is bound to one CPU more than there are threads of ours`()
    throws
  {
    let queue = CatalogFixture.primitive("queue", usesPool: true)
    let suite = CatalogFixture.suites[0]
    var changed = suite
    changed.workloads = suite.workloads.map { workload in
      var workload = workload
      workload.primitives = [queue]
      return workload
    }
    var selection = CaseSelection()
    selection.overrides = ["threads": [2, 9]]
    let cases = try CaseCatalog(suites: [changed]).cases(
      tier: .headline, cpus: 4, selection: selection)
    let plan = Planner(cpuOrder: [0, 2, 1, 3], isPinned: true).plan(
      cases, of: [changed], profile: profile, seed: 7)
    #expect(
      plan.cases.map(\.placement) == [
        .process(cpus: [0, 2]), .process(cpus: [0, 2, 1]), .process(cpus: [0, 2, 1, 3]),
      ])
  }

  @Test func `a case of one thread has fewer launches, each summed up by its least trial`() throws {
    let plan = try plan { $0.overrides = ["threads": [1, 2]] }
    let alone = try planned(plan, "locks/contended/ticket/threads=1/inside=0")
    #expect(alone.launchLimit == 4)
    #expect(alone.summaryLevel == 0)
    #expect(alone.launches(ofBlocks: 10) == 4)
    let together = try planned(plan, "locks/contended/ticket/threads=2/inside=0")
    #expect(together.launchLimit == nil)
    #expect(together.summaryLevel == 0.25)
    #expect(together.launches(ofBlocks: 10) == 10)
    #expect(
      try planned(plan, "loops/compute/parallel/width=1/grain=10").summaryLevel == 0.25)
  }

  @Test func `a machine of 2048 CPUs uses all of them`() throws {
    let order = (0..<1024).map { $0 * 2 } + (0..<1024).map { $0 * 2 + 1 }
    let plan = try plan(cpuOrder: order) { $0.overrides = ["threads": [2048, 1025]] }
    let all = try planned(plan, "locks/contended/ticket/threads=2048/inside=0")
    #expect(all.placement == .pinned(cpus: order))
    let most = try planned(plan, "locks/contended/ticket/threads=1025/inside=0")
    #expect(most.placement.cpus.last == 1)
    #expect(most.placement.cpus.count == 1025)
    let wide = try planned(plan, "loops/compute/parallel/width=2048/grain=10")
    #expect(wide.placement.cpus.count == 2048)
  }

  @Test func `a case's reference is the reference primitive with the same parameters, if planned`()
    throws
  {
    let plan = try plan()
    let serial = try CaseID(parsing: "loops/compute/serial/grain=10")
    for name in ["parallel/width=1", "parallel/width=4", "serial"] {
      #expect(try planned(plan, "loops/compute/\(name)/grain=10").reference == serial)
    }
    #expect(try planned(plan, "locks/uncontended/ticket/inside=0").reference == nil)
    let filtered = try self.plan { $0.filters = ["*/parallel/*"] }
    #expect(filtered.cases.allSatisfy { $0.reference == nil })
  }

  @Test func `a planned case keeps its workload's pace, summary level, sampling and limit`() throws
  {
    let plan = try plan()
    let ticket = try planned(plan, "locks/contended/ticket/threads=4/inside=0")
    #expect(ticket.pace == .window)
    #expect(ticket.summaryLevel == 0.25)
    #expect(ticket.sampling == profile.sampling)
    #expect(ticket.launchLimit == nil)
    let nice = try planned(plan, "qos/nice/background")
    #expect(nice.pace == .once)
    #expect(nice.sampling.trials == 1)
    #expect(nice.launchLimit == 3)
  }

  @Test func `a control is expected to fail only if its threads can meet`() throws {
    let plan = try plan { $0.overrides = ["threads": [1, 2]] }
    let controls = plan.cases.filter(\.isNegativeControl).map(\.id.description)
    #expect(controls == ["locks/contended/no-lock/threads=2/inside=0"])
  }

  @Test
  func `a case with an open end, and one that is expected to hang, have deadlines of their own`() {
    let open = RunFixture.plannedCase("open", expectation: .open(reason: "its end"))
    #expect(open.deadlineNanoseconds == 10_000_000_000)
    #expect(open.expectedNanoseconds == 300_000_000)
    let stuck = RunFixture.plannedCase("stuck", expectation: .hangs(reason: "it waits"))
    let other = RunFixture.plannedCase("ticket")
    #expect(stuck.deadlineNanoseconds == 500_000_000)
    #expect(stuck.expectedNanoseconds == stuck.deadlineNanoseconds)
    #expect(other.deadlineNanoseconds > 3_000_000_000)
  }

  @Test func `tables hold the measured suites, with each axis once and the suites' declarations`()
    throws
  {
    let tables = try plan { $0.suites = ["qos", "locks"] }.tables
    #expect(tables.map(\.suite) == ["locks", "qos"])
    #expect(
      tables[0].parameters == [
        ParameterColumn(key: "inside", name: "inside_ns"),
        ParameterColumn(key: "threads", name: "threads"),
      ])
    #expect(tables[0].workloads == [WorkloadDescription("contended", .sharesData)])
    #expect(tables[0].role(of: "contended") == .sharesData)
    #expect(tables[0].role(of: "uncontended") == nil)
    #expect(tables[0].usualChoices == ["mutex"] && tables[0].usualQueue == "queue")
    #expect(tables[1].parameters.isEmpty)
    #expect(tables[1].workloads.isEmpty && tables[1].usualChoices.isEmpty)
  }

  @Test func `a budget trims the profile's blocks to at least one, and never adds blocks`() throws {
    #expect(try plan().blocks == 10)
    #expect(try plan().seed == 7)
    #expect(try plan().profile == "test")
    #expect(try plan(budget: 1).blocks == 1)
    #expect(try plan(budget: .max).blocks == 10)
    let counts = try [1, 2, 4, 8].map { try plan(budget: $0 * 500_000_000).blocks }
    #expect(counts == counts.sorted())
    #expect(Set(counts).count > 1)
  }

  // MARK: Launches beyond the blocks

  @Test
  func `each repeated run has a single run's launches, and the plan's time includes the pauses`()
    throws
  {
    let second: UInt64 = 1_000_000_000
    let one = try plan()
    let three = try plan(repeats: RepeatedRuns(3, overNanoseconds: 600 * second))
    #expect(three.blocks == 3 * one.blocks)
    #expect(three.defect == nil)
    for (index, planned) in three.cases.enumerated() {
      let launches = (0..<three.blocks).filter { planned.isMeasured(inBlock: $0, of: three.blocks) }
      let byRun = Dictionary(grouping: launches, by: three.run(ofBlock:)).mapValues(\.count)
      let expected = one.cases[index].launches(ofBlocks: one.blocks)
      #expect(byRun == [0: expected, 1: expected, 2: expected], "\(planned.id)")
    }
    let duration = three.durationNanoseconds(budget: nil)
    #expect(duration > 400 * second && duration < 600 * second)
  }

  @Test func `a profile without a share of time for further launches has only its blocks`() throws {
    #expect(try plan().further == nil)
    #expect(try plan(precision: 0.01).further == nil)
    #expect(Profile.smoke.furtherShare == nil)
  }

  @Test func `a profile's time for further launches is part of the plan's expected time`() throws {
    let bare = try plan()
    for share in [0.5, 1] {
      let further = try #require(try plan(share: share).further)
      let blocks = bare.expectedNanoseconds - UInt64(bare.calibrations.count) * 50_000_000
      #expect(further.nanoseconds == UInt64(share * Double(blocks)))
      #expect(further.precision == 0.05)
      #expect(further.mostLaunches == 80)
      #expect(
        try plan(share: share).expectedNanoseconds
          == bare.expectedNanoseconds + further.nanoseconds
          + 2 * CalibrationStep.expectedNanoseconds)
    }
  }

  @Test func `further launches get the part of a budget that the blocks don't take`() throws {
    let bare = try plan()
    let usual = try #require(try plan(share: 1).further).nanoseconds
    for left in [0, usual / 2, usual, 2 * usual] {
      let plan = try plan(budget: bare.expectedNanoseconds + left, share: 1)
      #expect(plan.blocks == 10)
      #expect(plan.further?.nanoseconds == min(left, usual))
    }
    #expect(try plan(budget: 1, share: 1).further?.nanoseconds == 0)
  }

  @Test func `a requested precision may take the rest of a budget, or a day if there is no budget`()
    throws
  {
    let bare = try plan()
    let day = try #require(try plan(share: 1, precision: 0.01).further)
    #expect(
      day
        == FurtherRounds(precision: 0.01, nanoseconds: 86_400_000_000_000, mostLaunches: 500))
    let left: UInt64 = 3_600_000_000_000
    let hour = try plan(
      budget: bare.expectedNanoseconds + left, share: 1, precision: 0.01)
    #expect(hour.further?.nanoseconds == left)
    #expect(try plan(budget: .max, share: 1, precision: 0.01).defect == nil)
  }

  @Test func `windows that several threads share are pooled, and windows of one thread are not`()
    throws
  {
    let plan = try plan { $0.overrides = ["threads": [1, 2]] }
    let pooled = plan.cases.filter(\.isPooled).map(\.id)
    #expect(!pooled.isEmpty)
    #expect(pooled.allSatisfy { $0.workload == "contended" && $0["threads"] == 2 })
  }

  @Test func `a suite with shared windows has a column for each figure of its regimes`() throws {
    let tables = try plan().tables
    let regimes = ["fast_ns_per_op", "slow_ns_per_op", "slow_time_share"]
    #expect(tables[0].columns.map(\.name) == ["ns_per_op"] + regimes)
    #expect(tables[0].columns.dropFirst().allSatisfy { $0.workloads == ["contended"] })
    #expect(tables[1].columns.map(\.name) == ["ns_per_op"])
  }

  @Test(arguments: Profile.all)
  func `a profile is found by its name and measures something`(profile: Profile) {
    #expect(Profile.named(profile.name) == profile)
    #expect(profile.blocks > 0)
    #expect(profile.sampling.trials > 0)
  }
}

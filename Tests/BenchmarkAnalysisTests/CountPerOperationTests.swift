import BenchmarkModel
import BenchmarkStatistics
import TestSupport
import Testing

@testable import BenchmarkAnalysis

@Suite struct CountPerOperationTests {
  private func row(
    _ event: String, _ value: Double?, _ status: CounterStatus = .counted, thread: Int? = nil,
    operations: UInt64 = 100, reason: String = ""
  ) -> CounterRow {
    CounterRow(
      pass: .counters, thread: thread, event: event, status: status, value: value,
      operations: operations, reason: reason)
  }

  private func figures(_ quantity: CountedQuantity, _ launches: [[CounterRow]])
    -> CountPerOperation.Figures?
  {
    CountPerOperation(quantity, launches: launches).figures
  }

  @Test func `a figure is the median of its launches, and has a range if they are three or more`() {
    let rows = [10.0, 30, 20].map { [row("futex-waits", $0)] }
    let all = figures(.futexWaits, rows)
    #expect(all?.median == 0.2)
    #expect(all?.range == Interval(low: 0.1, high: 0.3))
    #expect(figures(.futexWaits, Array(rows.prefix(2)))?.range == nil)
  }

  @Test func `a perf event is preferred to rusage, and a figure of rusage names rusage's event`() {
    let usage = row("rusage-voluntary-switches", 7)
    let both = figures(.voluntarySwitches, [[usage, row("voluntary-switches", 5)]])
    #expect(both?.event == "voluntary-switches")
    #expect(both?.isWithoutPerf == false)
    let alone = figures(
      .voluntarySwitches, [[usage, row("voluntary-switches", nil, .unavailable, reason: "denied")]])
    #expect(alone?.event == "rusage-voluntary-switches")
    #expect(alone?.isWithoutPerf == true)
  }

  @Test func `a count of user mode alone is labelled as such`() {
    let faults = CountedQuantity("page-faults")
    #expect(figures(faults, [[row("page-faults:u", 3)]])?.isUserModeOnly == true)
  }

  @Test func `a figure is taken from the process's row, or without it from the threads' rows`() {
    let threads = [
      row("futex-waits", 4, thread: 0, operations: 50),
      row("futex-waits", 6, thread: 1, operations: 50),
    ]
    #expect(figures(.futexWaits, [threads])?.median == 0.1)
    #expect(figures(.futexWaits, [threads + [row("futex-waits", 20)]])?.median == 0.2)
  }

  @Test
  func `a scaled figure has the least counted share and the largest uncertainty of its launches`()
    throws
  {
    var rows = [row("instructions", 9, .scaled), row("instructions", 8, .scaled)]
    for (index, share) in [(0, 50), (1, 25)] as [(Int, UInt64)] {
      rows[index].enabledNanoseconds = 100
      rows[index].runningNanoseconds = share
      rows[index].uncertainty = 1 / Double(share)
    }
    let scaling = try #require(figures(.instructions, [[rows[0]], [rows[1]]])?.scaling)
    #expect(scaling.countedShare == 0.25)
    #expect(scaling.uncertainty == 0.04)
    rows[0].uncertainty = nil
    #expect(figures(.instructions, [[rows[0]], [rows[1]]])?.scaling?.uncertainty == nil)
    #expect(figures(.instructions, [[row("instructions", 9)]])?.scaling == nil)
  }

  @Test func `a scaled count is labelled, and an event that was never scheduled has no count`() {
    #expect(figures(.instructions, [[row("instructions", 9, .scaled)]])?.isScaled == true)
    let never = CountPerOperation(
      .instructions, launches: [[row("instructions", nil, .notCounted)]])
    #expect(never.count == .missing(reason: "the kernel never scheduled it"))
  }

  @Test
  func `the reason of a missing count is the kernel's, or that the profile did not count it`() {
    let refused = CountPerOperation(
      .instructions,
      launches: [[row("instructions", nil, .unavailable, reason: "no PMU (ENOENT)")]])
    #expect(refused.count == .missing(reason: "no PMU (ENOENT)"))
    #expect(
      CountPerOperation(.instructions, launches: []).count
        == .missing(reason: "not counted in this profile"))
  }

  @Test(arguments: [Double.nan, .infinity, -1])
  func `an impossible value is no count`(value: Double) {
    #expect(figures(.futexWaits, [[row("futex-waits", value)]]) == nil)
  }

  @Test(arguments: [CountingPass.allocations, .instructions])
  func `a pass of allocations or instructions changes no time and no finding`(pass: CountingPass) {
    let scene = ProfileScenes.ticket
    let disturbed = scene.rows.map { row in
      var row = row
      row.pass = pass
      row.value = row.value.map { $0 * 50 }
      return row
    }
    let extra = CounterRow(
      pass: pass, event: pass == .allocations ? "allocations" : "callgrind-instructions",
      status: .counted, value: 3, operations: 10)
    let plain = CaseProfile(scene.evidence([scene.rows]))
    let profile = CaseProfile(scene.evidence([scene.rows, disturbed + [extra]]))
    #expect(profile.wallTime == plain.wallTime)
    #expect(profile.processorNanosecondsPerOperation == plain.processorNanosecondsPerOperation)
    #expect(profile.findings.map(\.rule) == plain.findings.map(\.rule))
    #expect(profile.counts.contains { $0.figures?.values == [0.3] })
  }

  @Test func `a launch without operations has no count per operation`() {
    #expect(figures(.futexWaits, [[row("futex-waits", 3, operations: 0)]]) == nil)
  }

  @Test func `an event that the user named comes after the default events`() {
    let profile = CaseProfile(
      ProfileScenes.ticket.evidence([[row("sched:sched_wakeup", 3), row("futex-waits", 1)]]))
    #expect(profile.counts.last?.quantity.name == "sched:sched_wakeup")
    #expect(profile.counts.count == CountedQuantity.shown.count + 1)
  }

  @Test func `the energy of all packages is shown, but not that of one package, nor the frequency`()
  {
    let rows = [
      row("energy-uj", 30), row("energy-package-0-uj", 30), row("frequency-khz", 2_000_000),
    ]
    let profile = CaseProfile(ProfileScenes.ticket.evidence([rows]))
    #expect(
      profile.counts.dropFirst(CountedQuantity.shown.count).map(\.quantity.name) == ["energy-uj"])
    let missing = CaseProfile(
      ProfileScenes.ticket.evidence([[row("energy-uj", nil, .unavailable, reason: "no RAPL")]]))
    #expect(missing.counts.count == CountedQuantity.shown.count)
    #expect(rows[2].perOperation == nil)
  }

  // MARK: Cost and waits

  @Test func `the fastest rival is the fastest valid case other than the case itself`() {
    var evidence = ProfileScenes.ticket.evidence()
    func rival(_ name: String, _ cost: Double, _ status: CaseStatus = .valid) -> CaseSummary {
      ProfileScene.summary(MadeRun.id("contended/\(name)"), cost: cost, status: status)
    }
    evidence.rivals = [
      evidence.summary, rival("slow", 300), rival("fast", 20), rival("broken", 1, .invalid),
    ]
    let cost = CaseProfile(evidence).cost
    #expect(cost?.fastestRival?.id.primitive == "fast")
    #expect(cost?.fastestRival?.ratio == 10.95)
    #expect(cost?.comparedRivals == 2)
  }

  @Test func `an invalid case has no cost`() {
    var evidence = ProfileScenes.ticket.evidence()
    evidence.summary = ProfileScene.summary(evidence.id, cost: 1, status: .invalid)
    #expect(CaseProfile(evidence).cost == nil)
  }

  @Test func `a rival whose launches were all disturbed is named as not compared`() throws {
    var evidence = ProfileScenes.ticket.evidence()
    evidence.rivals = [
      ProfileScene.summary(MadeRun.id("contended/mcs/2"), cost: 0, status: .disturbed)
    ]
    let profile = CaseProfile(evidence)
    // The fixture gives the same reason to every summary that is not valid.
    #expect(profile.cost?.comparedRivals == 0)
    #expect(profile.notes.contains("not compared with mcs: lost 3 of 1000 updates"))
  }

  @Test
  func
    `the waits come from the workload that times waits, the smallest share from the case itself`()
  {
    var evidence = ProfileScenes.ticket.evidence()
    evidence.summary = ProfileScene.summary(
      evidence.id, cost: 219, metrics: ["smallest_share": 0.97])
    let id = MadeRun.id("waits/ticket")
    evidence.waits = ProfileScene.summary(
      id, cost: 300,
      metrics: ["wait_p50_ns": 100, "wait_max_ns": 9000, "smallest_share": 0.5, "fairness": 0.9])
    let waits = CaseProfile(evidence).waits
    #expect(waits?.source == id)
    #expect(waits?.percentiles.map(\.level) == [50, 100])
    #expect(waits?.smallestShare?.value == 0.97)
    #expect(waits?.fairness?.value == 0.9)
    #expect(CaseProfile(ProfileScenes.ticket.evidence()).waits == nil)
  }

  @Test
  func `a primitive that has no traits, or never waits and never excludes, is no rival of locks`() {
    func description(_ traits: [BenchmarkModel.Trait]) -> PrimitiveDescription {
      PrimitiveDescription(name: "x", summary: "", traits: traits)
    }
    #expect(!description([]).isRivalOfLocks)
    #expect(!description([.init("waiting", "never"), .init("relock", "passes")]).isRivalOfLocks)
    #expect(description([.init("waiting", "spins"), .init("relock", "deadlocks")]).isRivalOfLocks)
  }
}

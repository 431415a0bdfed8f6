import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkRunner
import BenchmarkStatistics
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// The launches after a plan's blocks, and the rests between launches.
@Suite struct OrchestratorRoundsTests {
  private let tree: FixtureTree

  init() throws { tree = try FixtureTree() }

  private func document(
    nanoseconds: UInt64 = 0, budget: UInt64? = nil, blocks: Int = 6
  ) -> RunDocument {
    RunFixture.document(
      [
        RunFixture.plannedCase("ticket"), RunFixture.plannedCase("mutex"),
        RunFixture.plannedCase(
          "no-lock", limit: 1, expectation: .invalid(reason: "it excludes nobody")),
      ], blocks: blocks, budget: budget,
      further: FurtherRounds(precision: 0.05, nanoseconds: nanoseconds, mostLaunches: 48))
  }

  private func orchestrator(
    _ launcher: FakeLauncher, folder: String = "run", observer: FakeObserver = FakeObserver(),
    precision: FakePrecision = FakePrecision(widths: [0.2, nil, nil]),
    clock: FakeClock = FakeClock(),
    rest: @escaping @Sendable (UInt64) async -> Void = { _ in },
    look: @escaping @Sendable ([Int]) -> PlaceReading? = { _ in nil }
  ) -> Orchestrator {
    Orchestrator(
      folder: tree.runFolder(folder), launcher: launcher, observer: observer,
      precision: precision, rest: rest, now: { clock.now }, look: look)
  }

  private func disturbing(
    _ state: TrialState = .stolen, where isDisturbed: @escaping @Sendable (WorkerRequest) -> Bool
  ) -> FakeLauncher {
    FakeLauncher { request, _ in
      guard request.task == .measure else { return nil }
      return FakeLauncher.measured(request, isDisturbed(request) ? state : .quiet)
    }
  }

  /// A launcher that disturbs a third of the launches by their seed, so that a resumed run sees the
  /// same machine.
  private func disturbing() -> FakeLauncher { disturbing { $0.seed % 3 == 0 } }

  // MARK: Rounds

  @Test func `disturbed launches are repeated in blocks after the plan's, and have no figures`()
    async throws
  {
    let seen = Counter()
    let launcher = disturbing { $0.caseID?.primitive == "mutex" && seen.next() < 2 }
    let observer = FakeObserver()
    let run = try await orchestrator(launcher, observer: observer).start(document())
    #expect(run.document.state == .complete)
    #expect(run.document.plan.decided?.launches == [0, 2, 0])
    #expect(launcher.measurements.count == 15)
    #expect(launcher.measurements.suffix(2).map(\.caseID?.primitive) == ["mutex", "mutex"])
    #expect(run.records.values.count { $0.disturbance == .stolen } == 2)
    let figures = run.records.keys.filter { $0.caseIndex == 1 && run.figures(of: $0) != nil }
    #expect(figures.count == 6)
    #expect(observer.progress.last?.done == 19)
    #expect(observer.progress.last?.total == 19)
    #expect(observer.progress.last?.remainingNanoseconds == 0)
    #expect(try tree.runFolder().read() == run)
  }

  @Test func `the wait between two repeated runs shows its progress each second`() async throws {
    let rests = Mutex<[UInt64]>([])
    let observer = FakeObserver()
    let clock = FakeClock()
    let repeats = RepeatedRuns(2, overNanoseconds: 7_000_000_000)
    let run = try await orchestrator(
      disturbing { _ in false }, observer: observer, clock: clock,
      rest: { pause in
        rests.withLock { $0.append(pause) }
        clock.advance(seconds: Double(pause) / 1e9)
      }
    ).start(
      RunFixture.document([RunFixture.plannedCase("ticket")], blocks: 6, repeats: repeats))
    #expect(run.records.count == 6)
    #expect(
      rests.withLock { $0 } == [1_000_000_000, 1_000_000_000, 1_000_000_000, 500_000_000])
    let left = observer.progress.map(\.remainingNanoseconds)
    #expect(zip(left, left.dropFirst()).allSatisfy { $0 >= $1 })
    #expect(left.last == 0)
  }

  // MARK: Waits for the reference place, which is preferred for figures

  private static let ownCores = PlaceReading(distanceNanoseconds: 30, sharing: 1)
  private static let siblings = PlaceReading(distanceNanoseconds: 28, sharing: 1.3)

  /// A launcher with the first two launches of `mutex` on siblings, and all others on own cores.
  private func moving() -> FakeLauncher {
    let seen = Counter()
    return FakeLauncher { request, _ in
      guard request.task == .measure else { return nil }
      let isEarly = request.caseID?.primitive == "mutex" && seen.next() < 2
      return FakeLauncher.measured(
        request, .quiet, crowding: 1, place: isEarly ? Self.siblings : Self.ownCores)
    }
  }

  @Test func `a launch that repeats another launch waits until the reference place is back`()
    async throws
  {
    let waits = Mutex<[UInt64]>([])
    let looks = Counter()
    let run = try await orchestrator(
      moving(), rest: { pause in waits.withLock { $0.append(pause) } },
      look: { cpus in
        #expect(cpus == [0, 1])
        return looks.next() < 3 ? Self.siblings : Self.ownCores
      }
    ).start(document())
    #expect(run.document.plan.decided?.launches == [0, 2, 0])
    // Three readings find siblings. One reading before each of the two launches finds own cores.
    #expect(looks.count == 5)
    #expect(waits.withLock { $0.count { $0 == 20_000_000 } } == 3)
  }

  @Test func `a run waits two seconds in all for a place that does not come back`() async throws {
    let waits = Mutex<[UInt64]>([])
    let run = try await orchestrator(
      moving(), rest: { pause in waits.withLock { $0.append(pause) } }, look: { _ in Self.siblings }
    ).start(document())
    #expect(run.document.state == .complete)
    #expect(run.document.plan.decided?.launches == [0, 2, 0])
    #expect(waits.withLock { $0.count { $0 == 20_000_000 } } == 100)
  }

  // MARK: Precision

  @Test func `the widths of the cases' intervals decide how many launches are added for precision`()
    async throws
  {
    let launcher = disturbing { _ in false }
    let run = try await orchestrator(launcher, precision: FakePrecision(widths: [nil, 0.1, nil]))
      .start(document(nanoseconds: 10_000_000_000))
    #expect(run.document.plan.decided?.forPrecision == [0, 18, 0])
    #expect(launcher.measurements.count { $0.caseID?.primitive == "mutex" } == 24)
    #expect(try tree.runFolder().read() == run)
  }

  @Test func `a run whose budget is spent decides on no more launches`() async throws {
    let clock = FakeClock()
    let slow = FakeLauncher { request, _ in
      clock.advance(seconds: 1)
      return request.task == .measure ? FakeLauncher.measured(request, .slow) : nil
    }
    let run = try await orchestrator(slow, clock: clock)
      .start(document(nanoseconds: .max, budget: 14_000_000_000))
    #expect(slow.requests.count == 14)
    #expect(run.document.plan.decided?.launches == [0, 0, 0])
  }

  // Without a decision all launches would be left out, and the run would have no figures.
  @Test
  func `a disturbed run whose budget ends in its blocks decides that its machine is never quiet`()
    async throws
  {
    let clock = FakeClock()
    let slow = FakeLauncher { request, number in
      clock.advance(seconds: 1)
      guard request.task == .measure else { return nil }
      return FakeLauncher.measured(request, number < 7 ? .waited : .quiet)
    }
    let document = document(budget: 7_000_000_000)
    let short = try await orchestrator(slow, clock: clock).start(document)
    #expect(short.document.state == .budgetSpent)
    #expect(short.document.plan.decided?.isNeverQuiet == true)
    #expect(short.records.keys.allSatisfy { short.figures(of: $0) != nil })
    // Once the remaining blocks are measured, the machine no longer counts as never quiet.
    let whole = try await orchestrator(slow, clock: clock).resume(try tree.runFolder().read())
    #expect(whole.document.plan.decided?.isNeverQuiet != true)
  }

  @Test(arguments: Array(stride(from: 0, through: 80, by: 4)))
  func `a run that is stopped and resumed ends with the plan and records of a run without a stop`(
    moment: Int
  ) async throws {
    let whole = disturbing()
    let expected = try await orchestrator(whole, folder: "whole")
      .start(document(nanoseconds: 300_000_000))
    try #require(expected.document.plan.decided?.rounds == 3)
    let stopping = FakeLauncher { request, number in
      if number == moment { withUnsafeCurrentTask { $0?.cancel() } }
      guard request.task == .measure else { return nil }
      return FakeLauncher.measured(request, request.seed % 3 == 0 ? .stolen : .quiet)
    }
    let stopped = try await Task {
      try await orchestrator(stopping).start(document(nanoseconds: 300_000_000))
    }.value
    guard moment < whole.requests.count else { return }
    #expect(stopped.document.state == .interrupted)
    let rest = disturbing()
    let run = try await orchestrator(rest).resume(try tree.runFolder().read())
    #expect(run.document.state == .complete)
    #expect(run.document.plan == expected.document.plan)
    #expect(run.records == expected.records)
    #expect(stopping.requests.prefix(moment) + rest.requests == whole.requests[...])
    #expect(try tree.runFolder().read() == run)
  }

  @Test func `a run that is stopped between two rounds is not complete`() async throws {
    // The run is cancelled in the rest after the last launch, when every launch planned so far has
    // a record.
    let clock = FakeClock()
    let launched = Counter()
    let launcher = FakeLauncher { request, _ in
      clock.advance(seconds: 10)
      guard request.task == .measure else { return nil }
      return FakeLauncher.measured(request, launched.next() == 12 ? .stolen : .quiet)
    }
    let document = document()
    let last = try #require(document.plan.schedule().last)
    #expect(document.plan.cases[last.caseIndex].isNegativeControl == false)
    let stopped = try await Task {
      try await orchestrator(launcher, clock: clock) { _ in
        withUnsafeCurrentTask { $0?.cancel() }
      }.start(document)
    }.value
    #expect(stopped.records.count == 13)
    #expect(stopped.document.state == .interrupted)
    let run = try await orchestrator(launcher, clock: clock).resume(
      try tree.runFolder().read())
    #expect(run.document.state == .complete)
    #expect(run.document.plan.decided?.launches.reduce(0, +) == 1)
    #expect(run.records.count == 14)
  }

  // MARK: Rests

  @Test func `a throttled machine rests between launches, for at most a quarter of the run`()
    async throws
  {
    let clock = FakeClock()
    let start = clock.now
    let rests = Mutex<[UInt64]>([])
    let launcher = FakeLauncher { request, _ in
      // Two seconds keep the launches of a case apart without a rest.
      clock.advance(seconds: 2)
      guard request.task == .measure else { return nil }
      return FakeLauncher.measured(request, request.seed % 2 == 0 ? .throttled : .quiet)
    }
    let run = try await orchestrator(launcher, clock: clock) { nanoseconds in
      rests.withLock { $0.append(nanoseconds) }
      clock.advance(seconds: Double(nanoseconds) / 1e9)
      let rested = rests.withLock { $0.reduce(0, +) }
      #expect(4 * rested <= clock.now - start)
    }.start(document(nanoseconds: .max, blocks: 12))
    #expect(run.document.state == .complete)
    let all = rests.withLock { $0 }
    #expect(!all.isEmpty)
    #expect(all.allSatisfy { (25_000_000...400_000_000).contains($0) })
  }

  @Test func `launches of the same case are kept apart by rests`() async throws {
    let clock = FakeClock()
    let rests = Mutex<[UInt64]>([])
    let launcher = FakeLauncher { request, _ in
      clock.advance(seconds: 0.05)
      return request.task == .measure ? FakeLauncher.measured(request, .quiet) : nil
    }
    _ = try await orchestrator(launcher, clock: clock) { nanoseconds in
      rests.withLock { $0.append(nanoseconds) }
      clock.advance(seconds: Double(nanoseconds) / 1e9)
    }.start(document())
    #expect(rests.withLock { !$0.isEmpty && $0.allSatisfy { $0 <= 1_950_000_000 } })
  }

  @Test func `a quiet machine does not rest`() async throws {
    let clock = FakeClock()
    let launcher = FakeLauncher { request, _ in
      clock.advance(seconds: 10)
      return request.task == .measure ? FakeLauncher.measured(request, .quiet) : nil
    }
    let run = try await orchestrator(launcher, clock: clock) { _ in
      Issue.record("it rested")
    }.start(document())
    #expect(run.document.state == .complete)
  }

  // MARK: The speed probe's ratio, which shows whether a core is shared

  @Test(arguments: [(0.5, 0.25), (0.96, 0.48), (0.97, 0.5), (1.3, 0.5)])
  func `a core that is less shared than at the calibration lowers the ratio for later launches`(
    crowding: Double, ratio: Double
  ) async throws {
    let launcher = FakeLauncher { request, number in
      guard request.task == .measure else { return nil }
      return FakeLauncher.measured(request, .quiet, crowding: number == 5 ? crowding : 1)
    }
    let run = try await orchestrator(launcher).start(document())
    #expect(launcher.measurements.prefix(2).allSatisfy { $0.probeRatio == 0.5 })
    #expect(launcher.measurements.dropFirst(2).allSatisfy { $0.probeRatio == ratio })
    #expect(run.calibrations["probe-ratio"] == ratio)
    #expect(try tree.runFolder().read() == run)
  }

  @Test func `launches are judged anew if the ratio was calibrated beside a neighbour`()
    async throws
  {
    let launcher = FakeLauncher { request, number in
      guard request.task == .measure else { return nil }
      let ratio = number >= 6 ? 0.25 : 0.5
      return FakeLauncher.measured(
        request, .quiet, crowding: request.probeRatio.map { ratio / $0 })
    }
    let document = RunFixture.document(
      [
        RunFixture.plannedCase("ticket", placement: .pinned(cpus: [0])),
        RunFixture.plannedCase("mutex"),
      ], blocks: 4, further: FurtherRounds(precision: 0.05, nanoseconds: 0, mostLaunches: 8))
    let run = try await orchestrator(launcher).start(document)
    let read = try tree.runFolder().read()
    #expect(read == run)
    for (launch, record) in read.records {
      let crowding = record.trials.compactMap(\.witness?.crowding)
      let hasOneCPU = launch.caseIndex == 0
      for (value, trial) in zip(crowding, record.trials) {
        #expect(trial.witness?.state == (hasOneCPU && value > 1.08 ? .sharedCore : .quiet))
      }
      #expect(crowding.allSatisfy { $0 == 2 || $0 == 1 })
    }
    #expect(read.records.values.contains { $0.disturbance == .sharedCore })
    #expect(read.calibrations["probe-ratio"] == 0.25)
  }

  @Test func `the probe's ratio is calibrated on the CPU of a case of one CPU`() async throws {
    let launcher = disturbing { _ in false }
    let one = RunFixture.plannedCase("clh", placement: .pinned(cpus: [1]))
    let document = RunFixture.document(
      [RunFixture.plannedCase("ticket", placement: .pinned(cpus: [0, 1])), one], blocks: 1,
      further: FurtherRounds(precision: 0.05, nanoseconds: 0, mostLaunches: 8))
    _ = try await orchestrator(launcher).start(document)
    let calibration = launcher.requests.first { $0.task == .calibrateProbeRatio }
    #expect(calibration?.placement == one.placement)
  }

  // MARK: Results

  @Test func `a case without a quiet launch is disturbed, and its reason names the disturbance`()
    async throws
  {
    let launcher = disturbing(.slow) { $0.caseID?.primitive == "mutex" }
    let run = try await orchestrator(launcher).start(document())
    let cases = try #require(Summarizer(run).summary().suites.first).cases
    #expect(cases.map(\.status) == [.valid, .disturbed, .valid])
    #expect(
      cases[1].reason == "none of its 18 launches was quiet: the CPUs' clocks were slow in 18")
    #expect(cases[1].metrics.isEmpty)
  }

  @Test func `all launches count on a machine that is never quiet`() async throws {
    let launcher = disturbing(.waited) { _ in true }
    let run = try await orchestrator(launcher).start(document())
    #expect(run.document.plan.decided?.isNeverQuiet == true)
    #expect(launcher.measurements.count == 13)
    let cases = try #require(Summarizer(run).summary().suites.first).cases
    #expect(cases[0].status == .valid)
    #expect(cases[0].metrics["ns_per_op"]?.estimate.value == 1000)
    #expect(try tree.runFolder().read() == run)
  }

  // MARK: Hostile plans

  @Test func `a plan whose times exceed any clock is carried out`() async throws {
    var planned = RunFixture.plannedCase("ticket", trials: 1)
    planned = planned.sampled(
      Sampling(warmups: 100_000, trials: 1, trialNanoseconds: 3_600_000_000_000))
    let document = RunFixture.document(
      [planned, RunFixture.plannedCase("mutex")], blocks: 60,
      further: FurtherRounds(precision: 0.05, nanoseconds: .max, mostLaunches: 100_000))
    #expect(document.plan.defect == nil)
    let observer = FakeObserver()
    let run = try await orchestrator(
      disturbing { $0.seed % 3 == 0 }, observer: observer,
      precision: FakePrecision(widths: [nil, nil])
    ).start(document)
    #expect(run.document.state == .complete)
  }
}

import BenchmarkModel
import SystemPackage
import TestSupport
import Testing

@testable import BenchmarkRunner

/// The counting that follows all timing: 4 calibrations and 6 timed launches come first.
@Suite struct OrchestratorCountingTests {
  private static let launchesOfTiming = 10
  private static let launchesOfCounting = 9

  private let tree: FixtureTree
  private let folder: RunFolder

  init() throws {
    tree = try FixtureTree()
    folder = tree.runFolder()
  }

  private func document(
    events: [PlannedEvent] = RunFixture.events, passes: [CountingPass] = CountingPass.allCases,
    sampling: Sampling? = nil, budget: UInt64? = nil, pace: Pace = .operations
  ) -> RunDocument {
    RunFixture.document(
      [
        RunFixture.plannedCase("ticket", pace: pace, kernel: "loop"),
        RunFixture.plannedCase("mutex"), RunFixture.plannedCase("clh", pace: pace),
      ], blocks: 2, budget: budget,
      counting: CountingPlan(
        events: events, passes: passes, launches: 1, cases: [0, 1, 2], sampling: sampling))
  }

  private func orchestrator(
    _ launcher: FakeLauncher, _ instructions: FakeInstructions = FakeInstructions(),
    observer: FakeObserver = FakeObserver(), clock: FakeClock = FakeClock()
  ) -> Orchestrator {
    Orchestrator(
      folder: folder, launcher: launcher, observer: observer, instructions: instructions,
      now: { clock.now })
  }

  /// The row that ends a launch's counts; nil without a record of the launch.
  private func closing(
    _ run: Run, _ caseIndex: Int, _ pass: CountingPass
  ) -> CounterRow? {
    run.counted[CountedLaunch(caseIndex: caseIndex, pass: pass, number: 0)]?.closing
  }

  // MARK: The whole plan

  @Test func `all counting comes after all timing, in the plan's order`() async throws {
    let launcher = FakeLauncher()
    let observer = FakeObserver()
    let document = document()
    let run = try await orchestrator(launcher, observer: observer).start(document)
    #expect(
      launcher.requests.map { $0.counting == nil }
        == Array(repeating: true, count: Self.launchesOfTiming)
        + Array(repeating: false, count: Self.launchesOfCounting))
    let schedule = document.plan.countedSchedule()
    #expect(schedule.count == Self.launchesOfCounting + 1)
    let launched = schedule.filter { $0.pass != .instructions }
    #expect(launcher.counts.map(\.counting?.pass) == launched.map(\.pass))
    #expect(
      launcher.counts.map(\.caseID) == launched.map { document.plan.cases[$0.caseIndex].id })
    #expect(Set(run.counted.keys) == Set(schedule))
    #expect(run.document.state == .complete)
    #expect(run.missingLaunches == 0)
    #expect(try folder.read() == run)
    #expect(observer.progress.map(\.done) == Array(1...20))
    #expect(observer.progress.allSatisfy { $0.total == 20 && $0.failures == 0 })
    #expect(observer.progress.last?.remainingNanoseconds == 0)
  }

  @Test func `each pass requests its own events, and otherwise what the timing requested`()
    async throws
  {
    let launcher = FakeLauncher()
    let run = try await orchestrator(launcher).start(document())
    for request in launcher.counts {
      let events = request.counting?.events.map(\.name)
      switch request.counting?.pass {
      case .counters: #expect(events == ["page-faults"])
      case .breakpoints: #expect(events == ["breakpoint"])
      default: #expect(events == [])
      }
      var timed = request
      timed.counting = nil
      // A trial with breakpoints has fewer operations than a timed trial.
      #expect(launcher.measurements.contains(timed) || request.counting?.pass == .breakpoints)
    }
    let rows = try #require(
      run.counted[CountedLaunch(caseIndex: 0, pass: .counters, number: 0)]?.rows)
    #expect(rows.map(\.event) == ["page-faults", "ops"])
    #expect(rows[0].perOperation == 2)
  }

  @Test func `longer trials get proportionally more operations, and breakpoint trials get few`()
    async throws
  {
    let sampling = Sampling(warmups: 1, trials: 2, trialNanoseconds: 50_000_000)
    let launcher = FakeLauncher()
    let instructions = FakeInstructions()
    _ = try await orchestrator(launcher, instructions).start(document(sampling: sampling))
    #expect(launcher.counts.allSatisfy { $0.sampling == sampling })
    #expect(launcher.measurements.allSatisfy { $0.sampling.trialNanoseconds == 1_000_000 })
    for request in launcher.counts where request.pace == .operations {
      #expect(request.operations == (request.counting?.pass == .breakpoints ? 1000 : 615_000))
    }
    #expect(instructions.asked.map(\.request.operations) == [615_000])
  }

  @Test func `a case that ends its trials itself keeps its sampling`() async throws {
    let sampling = Sampling(warmups: 1, trials: 9, trialNanoseconds: 50_000_000)
    let launcher = FakeLauncher()
    _ = try await orchestrator(launcher).start(document(sampling: sampling, pace: .once))
    let once = launcher.counts.filter { $0.pace == .once }
    #expect(once.count == 6)
    #expect(once.allSatisfy { $0.sampling.trials == 2 && $0.operations == 1 })
  }

  @Test func `a request has 1 to 10^18 operations, whatever length of trials a plan has`() {
    var request = WorkerRequest(
      task: .measure, sampling: Sampling(warmups: 0, trials: 1, trialNanoseconds: 1),
      pace: .operations, operations: 1_000_000_000_000_000_000)
    request.lengthen(to: Sampling(warmups: 0, trials: 1, trialNanoseconds: 3_600_000_000_000))
    #expect(request.operations == 1_000_000_000_000_000_000)
    request.lengthen(to: Sampling(warmups: 0, trials: 1, trialNanoseconds: 0))
    #expect(request.operations == 1)
  }

  @Test func `instructions are requested from the instruction counter, with the loop's name`()
    async throws
  {
    let launcher = FakeLauncher()
    let instructions = FakeInstructions()
    let document = document()
    let run = try await orchestrator(launcher, instructions).start(document)
    #expect(instructions.asked.map(\.kernel) == ["loop"])
    #expect(instructions.asked.map(\.request.caseID) == [document.plan.cases[0].id])
    #expect(closing(run, 0, .instructions)?.status == .counted)
    #expect(!launcher.counts.contains { $0.counting?.pass == .instructions })
  }

  @Test func `the instructions pass fails without an instruction counter, and the run is complete`()
    async throws
  {
    let run = try await Orchestrator(
      folder: folder, launcher: FakeLauncher(), observer: FakeObserver()
    ).start(document())
    #expect(closing(run, 0, .instructions)?.status == .failed)
    #expect(closing(run, 0, .instructions)?.reason == "this tool counts no instructions")
    #expect(run.document.state == .complete)
  }

  @Test func `longer counts are expected to take longer`() {
    let short = document().plan
    let long = document(
      sampling: Sampling(warmups: 0, trials: 1, trialNanoseconds: 1_000_000_000)
    ).plan
    // Nine launches take a second each instead of 3 ms; the length of callgrind's launch is fixed.
    #expect(long.expectedNanoseconds - short.expectedNanoseconds == 9 * (1_000_000_000 - 3_000_000))
  }

  // MARK: Failures

  @Test(
    arguments: [
      (WorkerOutcome.signalled(signal: 11, error: "boom"), .failed, "killed by SIGSEGV: boom"),
      (.timedOut, .failed, "no answer within"),
      (.unreadable(reason: "too much"), .failed, "too much"),
      (.exited(status: 0, output: "locked!\n", error: ""), .failed, "not a worker's answer"),
      (.exited(status: 0, output: "", error: ""), .failed, "not a worker's answer"),
      (.notLaunched(reason: "no such file"), .unavailable, "no such file"),
    ] as [(WorkerOutcome, CounterStatus, String)])
  func `a worker that gives no counts makes one row with the reason, and the run goes on`(
    outcome: WorkerOutcome, status: CounterStatus, reason: String
  ) async throws {
    let launcher = FakeLauncher { request, _ in
      request.counting != nil && request.caseID?.primitive == "mutex" ? outcome : nil
    }
    let run = try await orchestrator(launcher).start(document())
    for pass in [CountingPass.counters, .breakpoints, .allocations] {
      let record = run.counted[CountedLaunch(caseIndex: 1, pass: pass, number: 0)]
      #expect(record?.rows.count == 1)
      #expect(record?.closing?.status == status)
      #expect(record?.closing?.pass == pass)
      #expect(record?.closing?.reason.contains(reason) == true)
      #expect(closing(run, 2, pass)?.status == .counted)
    }
    #expect(run.document.state == .complete)
    #expect(run.records.values.allSatisfy { $0.failure == nil })
    #expect(try folder.read() == run)
  }

  /// Readable answers that are not the requested counts.
  enum OtherAnswer: CaseIterable {
    case trials, calibration, noClosingRow, closingRowFirst, anotherPass
  }

  @Test(arguments: OtherAnswer.allCases)
  func `an answer that is no count of the requested pass makes a failed row`(
    answer: OtherAnswer
  ) async throws {
    let launcher = FakeLauncher { request, _ in
      guard request.counting?.pass == .counters else { return nil }
      var other = request
      var rows = FakeLauncher.counted(request).rows
      switch answer {
      case .trials: other.counting = nil
      case .calibration: other.task = .calibrateWork
      case .noClosingRow: rows.removeLast()
      case .closingRowFirst: rows.reverse()
      case .anotherPass: other.counting?.pass = .allocations
      }
      let changesRows = answer == .noClosingRow || answer == .closingRowFirst
      return changesRows
        ? FakeLauncher.answer(CountedRecord(rows: rows)) : FakeLauncher.success(other)
    }
    let run = try await orchestrator(launcher).start(document(passes: [.counters]))
    #expect(run.counted.count == 3)
    for record in run.counted.values {
      #expect(record.rows.map(\.status) == [.failed])
      #expect(
        record.closing?.reason == "it answered a request to count with something other than counts")
    }
    #expect(try folder.read() == run)
  }

  @Test func `counts in answer to a request for trials are garbled`() async throws {
    let launcher = FakeLauncher { request, _ in
      guard request.task == .measure, request.counting == nil else { return nil }
      var other = request
      other.counting = CountingRequest(pass: .counters)
      return FakeLauncher.success(other)
    }
    let run = try await orchestrator(launcher).start(document())
    #expect(run.records.values.allSatisfy { $0.failure?.kind == .garbled })
  }

  @Test func `a case whose timing failed is not launched again to be counted`() async throws {
    let launcher = FakeLauncher.failing("mutex", .signalled(signal: 11, error: ""))
    let run = try await orchestrator(launcher).start(document())
    #expect(!launcher.counts.contains { $0.caseID?.primitive == "mutex" })
    #expect(launcher.counts.count == 6)
    #expect(closing(run, 1, .counters)?.status == .failed)
    #expect(closing(run, 1, .counters)?.reason == "not launched: killed by SIGSEGV")
    #expect(run.document.state == .complete)
  }

  @Test func `a case whose check failed is not counted in any pass`() async throws {
    let launcher = FakeLauncher { request, _ in
      guard request.task == .measure, request.caseID?.primitive == "ticket" else { return nil }
      return FakeLauncher.trials(
        (0..<2).map {
          TrialRow(
            trial: $0, startNanoseconds: 1, operations: 5, elapsedNanoseconds: 1,
            isVerified: $0 == 0, reason: $0 == 0 ? "" : "lost 1 of 5")
        })
    }
    let instructions = FakeInstructions()
    let run = try await orchestrator(launcher, instructions).start(document())
    #expect(instructions.asked.isEmpty)
    #expect(!launcher.counts.contains { $0.caseID?.primitive == "ticket" })
    for pass in CountingPass.allCases {
      #expect(closing(run, 0, pass)?.reason == "not launched: lost 1 of 5")
    }
  }

  // MARK: Stopping and resuming

  @Test(arguments: launchesOfTiming..<(launchesOfTiming + launchesOfCounting))
  func `a stop while counting leaves no half record, and resuming counts what is missing`(
    moment: Int
  ) async throws {
    let document = document()
    let stopped = try await Task {
      try await orchestrator(FakeLauncher.stopping(at: moment)).start(document)
    }.value
    #expect(stopped.document.state == .interrupted)
    #expect(stopped.records.count == 6)
    #expect(stopped.counted.count == moment - Self.launchesOfTiming)
    #expect(stopped.missingLaunches == 20 - moment)
    #expect(try folder.read() == stopped)

    let launcher = FakeLauncher()
    let run = try await orchestrator(launcher).resume(try folder.read())
    let whole = FakeLauncher()
    _ = try await Orchestrator(
      folder: tree.runFolder("whole"), launcher: whole, observer: FakeObserver()
    ).start(document)
    #expect(launcher.requests[...] == whole.requests[moment...])
    #expect(run.document.state == .complete)
    #expect(run.counted.merging(stopped.counted) { $1 } == run.counted)
    #expect(run.records == stopped.records)
    #expect(try folder.read() == run)
  }

  @Test func `a stop while instructions are counted leaves no record of them`() async throws {
    let stopping = FakeInstructions { _ in
      withUnsafeCurrentTask { $0?.cancel() }
      return nil
    }
    let stopped = try await Task {
      try await orchestrator(FakeLauncher(), stopping).start(document())
    }.value
    #expect(stopped.document.state == .interrupted)
    #expect(stopped.missingLaunches == 1)
    let launcher = FakeLauncher()
    let run = try await orchestrator(launcher).resume(try folder.read())
    #expect(launcher.requests.isEmpty)
    #expect(run.document.state == .complete)
  }

  @Test func `a run that is stopped while it is timed counts nothing`() async throws {
    let stopping = FakeLauncher.stopping(at: 5)
    let stopped = try await Task { try await orchestrator(stopping).start(document()) }.value
    #expect(stopping.counts.isEmpty)
    #expect(stopped.counted.isEmpty)
    #expect(stopped.document.state == .interrupted)
  }

  @Test func `a complete run has nothing left to count`() async throws {
    let whole = try await orchestrator(FakeLauncher()).start(document())
    let launcher = FakeLauncher()
    let instructions = FakeInstructions()
    let again = try await orchestrator(launcher, instructions).resume(whole)
    #expect(launcher.requests.isEmpty && instructions.asked.isEmpty)
    #expect(again.counted == whole.counted && again.records == whole.records)
    #expect(again.document.state == .complete)
  }

  @Test func `a failed count is not missing, and a resumed run does not repeat it`() async throws {
    let broken = FakeLauncher { request, _ in request.counting == nil ? nil : .timedOut }
    _ = try await orchestrator(broken).start(document())
    let launcher = FakeLauncher()
    let run = try await orchestrator(launcher).resume(try folder.read())
    #expect(launcher.requests.isEmpty)
    #expect(run.document.state == .complete)
  }

  @Test
  func `a budget that is spent while counting ends the run, and a resumed run has a new budget`()
    async throws
  {
    let clock = FakeClock()
    let slow = FakeLauncher.taking(seconds: 1, by: clock)
    let run = try await orchestrator(slow, clock: clock)
      .start(document(budget: 13_000_000_000))
    #expect(slow.requests.count == 13)
    #expect(run.counted.count == 3)
    #expect(run.records.count == 6)
    #expect(run.document.state == .budgetSpent)
    let rest = try await orchestrator(slow, clock: clock).resume(try folder.read())
    #expect(slow.requests.count == 19)
    #expect(rest.document.state == .complete)
  }
}

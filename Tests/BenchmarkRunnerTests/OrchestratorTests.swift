import BenchmarkModel
import BenchmarkRunner
import Glibc
import SystemPackage
import TestSupport
import Testing

@Suite struct OrchestratorTests {
  private let tree: FixtureTree
  private let folder: RunFolder

  init() throws {
    tree = try FixtureTree()
    folder = tree.runFolder()
  }

  private func document(blocks: Int = 3, budget: UInt64? = nil) -> RunDocument {
    RunFixture.document(
      [
        RunFixture.plannedCase("ticket", pace: .operations), RunFixture.plannedCase("mutex"),
        RunFixture.plannedCase("clh", pace: .operations, limit: 1),
      ], blocks: blocks, budget: budget)
  }

  private func start(
    _ document: RunDocument, _ launcher: FakeLauncher, observer: FakeObserver = FakeObserver(),
    clock: FakeClock? = nil
  ) async throws -> Run {
    try await orchestrator(launcher, observer, clock).start(document)
  }

  private func resume(_ launcher: FakeLauncher, clock: FakeClock? = nil) async throws -> Run {
    try await orchestrator(launcher, FakeObserver(), clock).resume(try folder.read())
  }

  private func orchestrator(
    _ launcher: FakeLauncher, _ observer: FakeObserver, _ clock: FakeClock?
  ) -> Orchestrator {
    guard let clock else {
      return Orchestrator(folder: folder, launcher: launcher, observer: observer)
    }
    return Orchestrator(
      folder: folder, launcher: launcher, observer: observer, now: { clock.now })
  }

  /// The names of the cases of launches, in order.
  private func cases(_ launches: [Launch], of document: RunDocument) -> [CaseID] {
    launches.map { document.plan.cases[$0.caseIndex].id }
  }

  // MARK: The whole plan

  @Test func `a plan is measured in its order, and the folder has a record of each launch`()
    async throws
  {
    let launcher = FakeLauncher()
    let document = document()
    let run = try await start(document, launcher)
    #expect(launcher.measurements.map(\.caseID) == cases(document.plan.schedule(), of: document))
    #expect(Set(run.records.keys) == Set(document.plan.schedule()))
    #expect(run.document.state == .complete)
    #expect(run.document.endNanoseconds != nil)
    #expect(run.records.count == 7)
    #expect(try folder.read() == run)
  }

  @Test func `work and threads are calibrated first, then once each case whose pace is operations`()
    async throws
  {
    let launcher = FakeLauncher()
    let document = document()
    _ = try await start(document, launcher)
    #expect(
      launcher.requests.prefix(4).map(\.task)
        == [.calibrateWork, .calibrateThread, .calibrateOperations, .calibrateOperations])
    #expect(
      launcher.requests[2...3].map(\.caseID)
        == [document.plan.cases[0].id, document.plan.cases[2].id])
    #expect(launcher.requests.dropFirst(4).allSatisfy { $0.task == .measure })
    #expect(launcher.requests.dropFirst().allSatisfy { $0.workStepsPerMicrosecond == 800 })
    for request in launcher.measurements {
      #expect(request.operations == (request.pace == .operations ? 12_300 : 1))
    }
  }

  @Test func `requests name the orchestrator's process, and the cases of a block have one seed`()
    async throws
  {
    let launcher = FakeLauncher()
    let document = document()
    _ = try await start(document, launcher)
    #expect(launcher.requests.allSatisfy { $0.orchestrator == getpid() })
    let order = document.plan.schedule()
    for (one, request) in zip(order, launcher.measurements) {
      for (other, rival) in zip(order, launcher.measurements) {
        #expect((request.seed == rival.seed) == (one.block == other.block))
      }
    }
  }

  // MARK: Failures

  @Test func `a crash is a failed row, and the run goes on`() async throws {
    let launcher = FakeLauncher { request, _ in
      request.task == .measure && request.caseID?.primitive == "mutex"
        ? .signalled(signal: 11, error: "") : nil
    }
    let observer = FakeObserver()
    let run = try await start(document(), launcher, observer: observer)
    let failed = run.records.filter { $0.value.failure != nil }
    #expect(Set(failed.keys.map(\.caseIndex)) == [1])
    #expect(failed.count == 3)
    #expect(failed.values.allSatisfy { $0.failure?.kind == .crashed && $0.trials.isEmpty })
    #expect(run.document.state == .complete)
    #expect(observer.progress.last?.failures == 3)
    #expect(try folder.read() == run)
  }

  @Test func `a control that hangs is no failure of the run, and a control that crashes is one`()
    async throws
  {
    for (outcome, failures) in [
      (WorkerOutcome.timedOut, 0), (.signalled(signal: 11, error: ""), 1),
    ] {
      let folder = tree.runFolder("run-\(failures)")
      let launcher = FakeLauncher.failing("stuck", outcome)
      let observer = FakeObserver()
      let stuck = RunFixture.plannedCase("stuck", expectation: .hangs(reason: "it waits"))
      _ = try await Orchestrator(folder: folder, launcher: launcher, observer: observer)
        .start(RunFixture.document([stuck, RunFixture.plannedCase("ticket")], blocks: 1))
      #expect(observer.progress.last?.failures == failures)
    }
  }

  @Test func `a case that timed out twice is not launched again`() async throws {
    let launcher = FakeLauncher.failing("mutex", .timedOut)
    let run = try await start(document(blocks: 5), launcher)
    #expect(launcher.requests.filter { $0.caseID?.primitive == "mutex" }.count == 2)
    let kinds = (0..<5).map { run.records[Launch(caseIndex: 1, block: $0)]?.failure?.kind }
    #expect(kinds == [.timedOut, .timedOut, .skipped, .skipped, .skipped])
    #expect(run.records[Launch(caseIndex: 0, block: 4)]?.failure == nil)
    #expect(run.document.state == .complete)
    #expect(try folder.read() == run)
  }

  @Test func `time-outs before a stop still count in the resumed run`() async throws {
    let late: @Sendable (WorkerRequest, Int) -> WorkerOutcome? = { request, number in
      if request.caseID?.primitive == "mutex" { return .timedOut }
      if number == 8 { withUnsafeCurrentTask { $0?.cancel() } }
      return nil
    }
    let document = document(blocks: 5)
    _ = try await Task { try await start(document, FakeLauncher(late)) }.value
    let before = try folder.read().records.values.count { $0.failure?.kind == .timedOut }
    let launcher = FakeLauncher.failing("mutex", .timedOut)
    let run = try await resume(launcher)
    #expect(launcher.requests.count { $0.caseID?.primitive == "mutex" } == 2 - before)
    #expect(run.records.values.count { $0.failure?.kind == .skipped } == 3)
  }

  @Test
  func `a case whose calibration crashes is still launched, with one operation in each trial`()
    async throws
  {
    let launcher = FakeLauncher.failing("ticket", .signalled(signal: 6, error: ""))
    let run = try await start(document(), launcher)
    #expect(run.records.filter { $0.value.failure != nil }.keys.allSatisfy { $0.caseIndex == 0 })
    #expect(run.records.count == 7)
    #expect(
      launcher.measurements.filter { $0.caseID?.primitive == "ticket" }.map(\.operations) == [
        1, 1, 1,
      ])
  }

  // A trial of one operation would measure little more than the reading of the clock.
  @Test
  func `launches without a calibrated number of operations fail, and their trials are dropped`()
    async throws
  {
    let launcher = FakeLauncher { request, _ in
      request.task == .calibrateOperations && request.caseID?.primitive == "ticket"
        ? .exited(status: 0, output: "", error: "") : nil
    }
    let run = try await start(document(), launcher)
    let failed = run.records.filter { $0.value.failure != nil }
    #expect(failed.keys.count == 3 && failed.keys.allSatisfy { $0.caseIndex == 0 })
    for record in failed.values {
      #expect(record.trials.isEmpty)
      #expect(record.failure?.kind == .garbled)
      #expect(
        record.failure?.reason.hasPrefix(
          "its number of operations could not be calibrated: not a worker's")
          == true)
    }
    #expect(try folder.read() == run)
  }

  @Test func `a failed calibration is tried a second time, unless the case hung`() async throws {
    let launcher = FakeLauncher { request, number in
      guard request.task == .calibrateOperations else { return nil }
      return request.caseID?.primitive == "clh"
        ? .timedOut : number == 2 ? .signalled(signal: 9, error: "") : nil
    }
    let run = try await start(document(), launcher)
    #expect(
      launcher.requests.prefix(5).map(\.task)
        == [
          .calibrateWork, .calibrateThread, .calibrateOperations, .calibrateOperations,
          .calibrateOperations,
        ])
    #expect(launcher.requests[2] == launcher.requests[3])
    let failed = run.records.filter { $0.value.failure != nil }
    #expect(failed.keys.map(\.caseIndex) == [2])
    #expect(failed.values.allSatisfy { $0.failure?.kind == .timedOut })
    #expect(run.document.state == .complete)
  }

  @Test func `the error of a run that ends at its first worker says how to continue`() {
    #expect(
      OrchestratorError.cannotCalibrateWork("killed").description.hasSuffix(
        "killed; continue with `run --resume FOLDER`"))
  }

  @Test func `work that can't be calibrated ends the run before it begins`() async throws {
    let launcher = FakeLauncher { _, _ in .notLaunched(reason: "no such file") }
    await #expect(throws: OrchestratorError.cannotCalibrateWork("no such file")) {
      try await start(document(), launcher)
    }
    #expect(launcher.requests.count == 1)
  }

  @Test func `an answer that lacks trials is garbled, because the folder's reader would drop it`()
    async throws
  {
    let launcher = FakeLauncher { request, _ in
      var fewer = request
      fewer.sampling.trials -= 1
      return request.caseID?.primitive == "mutex" ? FakeLauncher.success(fewer) : nil
    }
    let run = try await start(document(), launcher)
    #expect(run.records[Launch(caseIndex: 1, block: 0)]?.failure?.kind == .garbled)
    #expect(try folder.read() == run)
  }

  @Test func `a calibration in answer to a request for trials is garbled`() async throws {
    let launcher = FakeLauncher { request, _ in
      var other = request
      other.task = .calibrateWork
      return request.caseID?.primitive == "mutex" ? FakeLauncher.success(other) : nil
    }
    let run = try await start(document(), launcher)
    #expect(run.records[Launch(caseIndex: 1, block: 2)]?.failure?.kind == .garbled)
  }

  @Test func `an occupied folder is refused before anything is launched`() async throws {
    _ = try await start(document(), FakeLauncher())
    let before = try folder.read()
    let launcher = FakeLauncher()
    await #expect(throws: RunFolderError.occupied(folder.path.string)) {
      try await start(document(), launcher)
    }
    #expect(launcher.requests.isEmpty)
    #expect(try folder.read() == before)
  }

  // MARK: Stopping and resuming

  @Test(arguments: 0...10)
  func `a stop leaves no half record, and a resumed run makes the remaining requests`(
    moment: Int
  ) async throws {
    let document = document()
    let stopping = FakeLauncher.stopping(at: moment)
    let stopped = try await Task { try await start(document, stopping) }.value
    #expect(stopping.requests.count == moment + 1)
    #expect(stopped.document.state == .interrupted)
    #expect(stopped.records.count == max(0, moment - 4))
    #expect(stopped.records.values.allSatisfy { $0.failure == nil })
    #expect(try folder.read() == stopped)

    let launcher = FakeLauncher()
    let run = try await resume(launcher)
    let whole = FakeLauncher()
    _ = try await Orchestrator(
      folder: tree.runFolder("whole"), launcher: whole, observer: FakeObserver()
    ).start(document)
    #expect(stopping.requests.prefix(moment) + launcher.requests == whole.requests[...])
    #expect(run.document.state == .complete)
    #expect(run.document.plan == document.plan)
    #expect(run.records.merging(stopped.records) { $1 } == run.records)
    #expect(try folder.read() == run)
  }

  // MARK: The budget

  @Test func `a spent budget ends the run, and a resumed run has a new budget`() async throws {
    let clock = FakeClock()
    let slow = FakeLauncher.taking(seconds: 1, by: clock)
    let document = document(budget: 6_000_000_000)
    let run = try await start(document, slow, clock: clock)
    #expect(slow.requests.count == 6)
    #expect(run.document.state == .budgetSpent)
    #expect(run.records.count == 2)
    #expect(try folder.read() == run)

    let rest = try await resume(slow, clock: clock)
    #expect(slow.requests.count == 11)
    #expect(rest.document.state == .complete)
  }

  @Test
  func `a run whose budget is spent on calibration measures nothing and keeps the calibrations`()
    async throws
  {
    let clock = FakeClock()
    let slow = FakeLauncher.taking(seconds: 3, by: clock)
    let run = try await start(document(budget: 5_000_000_000), slow, clock: clock)
    #expect(slow.requests.count == 2)
    #expect(run.document.state == .budgetSpent)
    #expect(run.records.isEmpty)
    #expect(run.calibrations.count == 2)
  }

  @Test func `the remaining time never exceeds what is left of the budget`() async throws {
    let clock = FakeClock()
    let observer = FakeObserver()
    let slow = FakeLauncher.taking(seconds: 0.5, by: clock)
    _ = try await start(
      document(budget: 4_000_000_000), slow, observer: observer, clock: clock)
    for progress in observer.progress {
      #expect(progress.elapsedNanoseconds + progress.remainingNanoseconds <= 4_000_000_000)
    }
  }
}

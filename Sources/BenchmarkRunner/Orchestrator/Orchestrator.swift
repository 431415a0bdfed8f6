public import BenchmarkModel
import CSyncShims
import Glibc
import PerfEvents

/// Carries out a plan: calibrates, launches a worker for each invocation, records, and sleeps while a
/// worker measures.
public struct Orchestrator: Sendable {
  private let folder: RunFolder
  private let launcher: any WorkerLaunching
  private let instructions: any InstructionCounting
  private let precision: any PrecisionJudging
  private let observer: any RunObserver
  private let rest: @Sendable (UInt64) async -> Void
  private let now: @Sendable () -> UInt64
  private let look: @Sendable ([Int]) -> PlaceReading?

  /// Makes an orchestrator of a folder.
  ///
  /// - Parameters:
  ///   - folder: Where the run is written.
  ///   - launcher: Starts the workers.
  ///   - observer: Hears of what is measured.
  ///   - instructions: Who counts instructions, where the plan asks for it.
  ///   - precision: Who says how precise the figures are that the blocks gave.
  ///   - rest: Waits so many ns; nil for the system's.
  ///   - now: The monotonic clock in ns; nil for the system's.
  ///   - look: Reads where the host has CPUs; nil for threads that do.
  public init(
    folder: RunFolder, launcher: any WorkerLaunching, observer: any RunObserver,
    instructions: any InstructionCounting = NoInstructionCounting(),
    precision: any PrecisionJudging = NoPrecisionJudging(),
    rest: (@Sendable (UInt64) async -> Void)? = nil, now: (@Sendable () -> UInt64)? = nil,
    look: (@Sendable ([Int]) -> PlaceReading?)? = nil
  ) {
    self.folder = folder
    self.launcher = launcher
    self.instructions = instructions
    self.observer = observer
    self.precision = precision
    self.rest = rest ?? { try? await Task.sleep(nanoseconds: $0) }
    self.now = now ?? { sync_monotonic_ns() }
    self.look = look ?? { PlaceWatch.look(at: $0) }
  }

  /// Starts a new run in the folder.
  public func start(_ document: RunDocument) async throws -> Run {
    try folder.create()
    let recorder = try RunRecorder(creatingIn: folder, for: document)
    try folder.write(document)
    return try await carryOut(Run(document: document), recorder)
  }

  /// Finishes a run that was stopped.
  public func resume(_ run: Run) async throws -> Run {
    var run = run
    run.document.state = .measuring
    run.document.endNanoseconds = nil
    run.document.rows = nil
    // Without a round it was decided by what there was of the blocks.
    if run.document.plan.decided?.rounds == 0 { run.document.plan.decided = nil }
    let recorder = try RunRecorder(resuming: run, in: folder)
    if !recorder.cutFiles.isEmpty { observer.cut(into: recorder.cutFiles) }
    return try await carryOut(run, recorder)
  }

  private func carryOut(_ start: Run, _ recorder: consuming RunRecorder) async throws -> Run {
    var run = start
    var meter = Meter(run: run, start: now(), budget: run.document.budgetNanoseconds)
    // One for all rounds: what may be rested is a share of the whole run's time.
    var pacer = Pacer(budgetNanoseconds: run.document.budgetNanoseconds)
    let uncalibrated = try await calibrate(&run, &meter, recorder)
    try await launch(&run, &meter, &pacer, uncalibrated, recorder)
    while run.isLaunched, !Task.isCancelled, !meter.isSpentForLaunches(now()),
      let rounds = run.nextRounds(precision)
    {
      run.document.plan.decided = rounds
      try folder.write(run.document)
      meter.replan(run)
      try await launch(&run, &meter, &pacer, uncalibrated, recorder)
    }
    try await count(&run, &meter, recorder)
    run.document.state = state(of: run)
    run.document.plan.decided = run.document.plan.decided ?? run.decidedWithoutRounds
    run.document.endNanoseconds = sync_realtime_ns()
    run.document.rows = run.rowCounts
    try folder.write(run.document)
    return run
  }

  /// Launches what the plan has and the run has not.
  private func launch(
    _ run: inout Run, _ meter: inout Meter, _ pacer: inout Pacer,
    _ uncalibrated: [CaseID: FailureRow], _ recorder: borrowing RunRecorder
  ) async throws {
    // The first launches say which place is the reference.
    let places = run.document.plan.decided.map { _ in RunPlaces(run) }
    for invocation in run.document.plan.schedule() where run.records[invocation] == nil {
      if Task.isCancelled || meter.isSpentForLaunches(now()) { break }
      let planned = run.document.plan.cases[invocation.caseIndex]
      if run.document.plan.further != nil {
        let pause = pacer.rest(beforeCase: invocation.caseIndex, at: now())
        if pause > 0 {
          await rest(pause)
          meter.paused(pause)
        }
        if let reference = places?[invocation.caseIndex]?.reference {
          await wait(for: reference, of: planned.placement.cpus, &pacer, meter)
        }
        if Task.isCancelled { break }
      }
      let record = await measure(invocation, of: planned, in: run)
        .failing(uncalibrated[planned.id])
      // What Ctrl-C cut short is no failure: it is measured again.
      if Task.isCancelled { break }
      try recorder.record(record, case: planned.id, invocation: invocation.block)
      run.records[invocation] = record
      if let ratio = run.rescaleCrowding(after: record) {
        try recorder.record(calibration: probeRatioCalibration, value: ratio)
        try recorder.rewriteTrials(of: run)
      }
      meter.finished(planned, record, now())
      observer.progressed(meter.progress(now(), current: planned.id))
      let pause = pacer.rest(after: record, elapsedNanoseconds: meter.elapsed(now()))
      if pause > 0 { await rest(pause) }
    }
  }

  /// Waits until the host has CPUs where they are wanted again, as long as the pacer lets it.
  private func wait(
    for place: Place, of cpus: [Int], _ pacer: inout Pacer, _ meter: Meter
  ) async {
    while !Task.isCancelled, !meter.isSpentForLaunches(now()), let seen = look(cpus),
      !seen.mayBe(of: place)
    {
      let pause = pacer.restForPlace(elapsedNanoseconds: meter.elapsed(now()))
      if pause == 0 { return }
      await rest(pause)
    }
  }

  private func state(of run: Run) -> RunState {
    let plan = run.document.plan
    guard run.isLaunched, run.counted.count == plan.countedCount else {
      return Task.isCancelled ? .interrupted : .budgetSpent
    }
    // Stopped between two rounds, it has all that was planned, and not yet all that is to be.
    return Task.isCancelled && run.nextRounds(precision) != nil ? .interrupted : .complete
  }

  // MARK: Calibration

  /// Finds out what the plan needs; the cases whose operations could not be counted, and why.
  private func calibrate(
    _ run: inout Run, _ meter: inout Meter, _ recorder: borrowing RunRecorder
  ) async throws -> [CaseID: FailureRow] {
    var uncalibrated: [CaseID: FailureRow] = [:]
    for step in run.document.plan.calibrations where run.calibrations[step.name] == nil {
      if Task.isCancelled || meter.isSpent(now()) { return uncalibrated }
      let answer = await answer(to: step, in: run)
      if Task.isCancelled { return uncalibrated }
      if case .calibrated(let value) = answer {
        run.calibrations[step.name] = value
        try recorder.record(calibration: step.name, value: value)
      } else if step.isNeeded {
        throw OrchestratorError.cannotCalibrateWork(answer.reason)
      } else if let planned = step.planned {
        // It is measured at one operation, where its failure is recorded.
        uncalibrated[planned.id] =
          answer.failure ?? FailureRow(kind: .garbled, reason: answer.reason)
      }
      meter.calibrated(now())
      observer.progressed(meter.progress(now(), current: step.planned?.id))
    }
    return uncalibrated
  }

  /// A worker's answer to a calibration.
  ///
  /// A second one is asked where the first failed, perhaps by chance: all launches of the case depend on it.
  private func answer(to step: CalibrationStep, in run: Run) async -> WorkerAnswer {
    let first = await onlyAnswer(to: step, in: run)
    // What hangs would hang again, for as long as its deadline lets it.
    guard !step.isNeeded, !Task.isCancelled, let failure = first.failure, failure.kind != .timedOut
    else { return first }
    return await onlyAnswer(to: step, in: run)
  }

  private func onlyAnswer(to step: CalibrationStep, in run: Run) async -> WorkerAnswer {
    let deadline = step.deadlineNanoseconds(at: run.pace)
    let outcome = await launcher.launch(step.request(in: run), deadlineNanoseconds: deadline)
    return WorkerAnswer(outcome, deadlineNanoseconds: deadline)
  }

  // MARK: Counting

  /// Counts what the plan asks for, after all timing: nothing of it can then have touched a time.
  private func count(
    _ run: inout Run, _ meter: inout Meter, _ recorder: borrowing RunRecorder
  ) async throws {
    let keeper = TracepointKeeper(run.document.plan.counting?.events.named ?? [])
    // Without a use after the loop it would end before it.
    defer { _ = keeper.count }
    for batch in run.countedBatches() {
      if Task.isCancelled || meter.isSpent(now()) { return }
      let records = await counted(batch, in: run)
      if Task.isCancelled { return }
      for (invocation, record) in zip(batch, records) {
        let planned = run.document.plan.planned(invocation)
        try recorder.record(record, case: planned.id, number: invocation.number)
        run.counted[invocation] = record
        meter.counted(invocation.pass, of: planned, now())
        observer.progressed(meter.progress(now(), current: planned.id))
      }
    }
  }

  private func counted(_ batch: [CountedInvocation], in run: Run) async -> [CountedRecord] {
    if batch.count == 1 {
      return [await counted(batch[0], of: run.document.plan.planned(batch[0]), in: run)]
    }
    return await withTaskGroup(of: (Int, CountedRecord).self) { group in
      for (place, invocation) in batch.enumerated() {
        let planned = run.document.plan.planned(invocation)
        group.addTask { (place, await counted(invocation, of: planned, in: run)) }
      }
      return await group.reduce(into: [(Int, CountedRecord)]()) { $0.append($1) }
        .sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  private func counted(
    _ invocation: CountedInvocation, of planned: PlannedCase, in run: Run
  ) async -> CountedRecord {
    if let reason = run.reasonNotToCount(invocation.caseIndex) {
      return .failed(invocation.pass, reason)
    }
    let request = run.request(for: invocation)
    if invocation.pass == .instructions {
      return await instructions.count(request, kernel: planned.kernel ?? "")
    }
    let deadline = request.countedDeadlineNanoseconds(
      from: run.pace.deadlineNanoseconds(of: planned))
    let answer = WorkerAnswer(
      await launcher.launch(request, deadlineNanoseconds: deadline), deadlineNanoseconds: deadline)
    return answer.record(of: invocation.pass)
  }

  /// What opening and closing counters may take beyond the trials, in ns.
  fileprivate static let countingNanoseconds: UInt64 = 2_000_000_000

  // MARK: Invocations

  private func measure(
    _ invocation: Invocation, of planned: PlannedCase, in run: Run
  ) async -> InvocationRecord {
    if let reason = reasonToSkip(invocation, in: run) {
      return InvocationRecord(failure: FailureRow(kind: .skipped, reason: reason))
    }
    let deadline = run.pace.deadlineNanoseconds(of: planned)
    let start = launcher.clockNanoseconds
    let outcome = await launcher.launch(
      run.request(for: invocation), deadlineNanoseconds: deadline)
    return InvocationRecord(
      WorkerAnswer(outcome, deadlineNanoseconds: deadline), of: planned,
      within: AnswerBounds(
        onlineCPUs: onlineCPUCount, launchNanoseconds: launcher.clockNanoseconds - start))
  }

  /// A case that ran past its deadline twice is not launched again: the rule is the same for every
  /// case and keeps one deadlock from eating the run.
  private func reasonToSkip(_ invocation: Invocation, in run: Run) -> String? {
    let late = (0..<invocation.block).filter { block in
      let earlier = Invocation(caseIndex: invocation.caseIndex, block: block)
      return run.records[earlier]?.failure?.kind == .timedOut
    }
    return late.count < 2 ? nil : "not launched: invocations \(late[0]) and \(late[1]) timed out"
  }
}

/// Why a plan can't be carried out at all.
public enum OrchestratorError: Error, Equatable, CustomStringConvertible {
  /// The busy work's length is unknown, and with it every case's.
  case cannotCalibrateWork(String)

  /// One line.
  public var description: String {
    switch self {
    case .cannotCalibrateWork(let reason):
      "the first worker failed, before anything was measured: \(reason); continue with run --resume of its folder"
    }
  }
}

extension WorkerRequest {
  /// When a worker that counts is given up, in ns, from when it would be that measures: each turn of the events is as
  /// many trials again.
  func countedDeadlineNanoseconds(from measured: UInt64) -> UInt64 {
    let events = counting?.events.compactMap(\.encoding) ?? []
    let turns = EventTurns(events, counters: counting?.counters).turns.count
    let trials = UInt64(max(1, 2 * turns))
    let (nanoseconds, isTooLong) = measured.multipliedReportingOverflow(by: trials)
    return (isTooLong ? .max : nanoseconds).plus(Orchestrator.countingNanoseconds)
  }
}

extension CountedRecord {
  /// Whether it is what a worker answers that counted in this way: reading takes any other for one that a
  /// kill cut short.
  fileprivate func isWhole(of pass: CountingPass) -> Bool {
    rows.last?.event == CounterRow.closingEvent && rows.allSatisfy { $0.pass == pass }
  }
}

extension WorkerAnswer {
  /// What a worker answered that was asked to count.
  func record(of pass: CountingPass) -> CountedRecord {
    switch self {
    case .counted(let record) where record.isWhole(of: pass): record
    case .failed(let failure): .failed(pass, failure.reason)
    default: .failed(pass, "it answered a count with something else")
    }
  }
}

package import BenchmarkModel
import CSyncShims
import Glibc
import PerfEvents

/// Carries out a plan: calibrates, starts a worker for each launch, records, and sleeps while a
/// worker measures.
package struct Orchestrator: Sendable {
  private let folder: RunFolder
  private let launcher: any WorkerLaunching
  private let counter: LaunchCounter
  private let precision: any PrecisionJudging
  private let judge: (@Sendable (RunDocument) -> any GateJudging)?
  let observer: any RunObserver
  let rest: @Sendable (UInt64) async -> Void
  let now: @Sendable () -> UInt64
  let look: @Sendable ([Int]) -> PlaceReading?

  /// Makes an orchestrator that writes into a folder.
  ///
  /// - Parameters:
  ///   - folder: The folder to which the run is written.
  ///   - launcher: The launcher of the workers.
  ///   - observer: The observer that is told of the progress.
  ///   - instructions: The counter of instructions, for a plan that counts them.
  ///   - precision: The judge of how precise the cases' figures are.
  ///   - judge: The function that makes the judge of a gate; a gate can't be measured without it.
  ///   - rest: The function that waits for a time in ns; nil for the system's.
  ///   - now: The monotonic clock in ns; nil for the system's.
  ///   - look: The function that reads the place of CPUs on the host; nil for the reading by
  ///     ``PlaceWatch``.
  package init(
    folder: RunFolder, launcher: any WorkerLaunching, observer: any RunObserver,
    instructions: any InstructionCounting = NoInstructionCounting(),
    precision: any PrecisionJudging = NoPrecisionJudging(),
    judge: (@Sendable (RunDocument) -> any GateJudging)? = nil,
    rest: (@Sendable (UInt64) async -> Void)? = nil, now: (@Sendable () -> UInt64)? = nil,
    look: (@Sendable ([Int]) -> PlaceReading?)? = nil
  ) {
    self.folder = folder
    self.launcher = launcher
    self.counter = LaunchCounter(launcher: launcher, instructions: instructions)
    self.observer = observer
    self.precision = precision
    self.judge = judge
    self.rest = rest ?? { try? await Task.sleep(nanoseconds: $0) }
    self.now = now ?? { sync_monotonic_ns() }
    self.look = look ?? { PlaceWatch.look(at: $0) }
  }

  /// Starts a new run in the folder.
  package func start(_ document: RunDocument) async throws -> Run {
    try folder.create()
    let recorder = try RunRecorder(creatingIn: folder, for: document)
    try folder.write(document)
    return try await carryOut(Run(document: document), recorder)
  }

  /// Finishes a run that was stopped.
  package func resume(_ run: Run) async throws -> Run {
    var run = run
    run.document.state = .measuring
    run.document.endNanoseconds = nil
    run.document.rows = nil
    // A decision of 0 rounds, made when the run ended, says only which disturbed launches count.
    // The resumed run decides again.
    if run.document.plan.decided?.rounds == 0 { run.document.plan.decided = nil }
    let recorder = try RunRecorder(resuming: run, in: folder)
    if !recorder.cutFiles.isEmpty { observer.cut(into: recorder.cutFiles) }
    return try await carryOut(run, recorder)
  }

  private func carryOut(_ start: Run, _ recorder: consuming RunRecorder) async throws -> Run {
    var work = Work(
      run: start, meter: Meter(run: start, start: now(), budget: start.document.budgetNanoseconds),
      pacer: Pacer(budgetNanoseconds: start.document.budgetNanoseconds))
    let steps = work.run.document.plan.calibrations
    if let walk = walk(work.run.document) {
      try await launchPairs(walk, &work, recorder)
      try planCauses(&work)
    } else {
      try await calibrate(steps, &work, recorder)
      try await launchRounds(&work, recorder)
    }
    try await count(&work, recorder)
    var run = work.run
    run.document.state = state(of: run)
    // An interrupted run keeps the decision of its last round. A decision at the end could count
    // launches beside neighbours that have left by the time the run is continued.
    if run.document.state != .interrupted || run.document.plan.decided == nil {
      run.document.plan.decided = run.decidedAtEnd
    }
    run.document.endNanoseconds = sync_realtime_ns()
    run.document.rows = run.rowCounts
    try folder.write(run.document)
    return run
  }

  /// The state that is carried from launch to launch.
  struct Work {
    var run: Run
    var meter: Meter
    /// One pacer for all rounds, because its rests are limited to a share of the whole run's time.
    var pacer: Pacer
    /// The cases whose operations could not be calibrated, with the failure.
    var uncalibrated: [CaseID: FailureRow] = [:]
  }

  /// Launches the plan's blocks, then the rounds of further launches.
  private func launchRounds(_ work: inout Work, _ recorder: borrowing RunRecorder) async throws {
    try await launch(&work, recorder)
    while work.run.isLaunched, !Task.isCancelled, !work.meter.isSpentForLaunches(now()),
      let rounds = work.run.nextRounds(precision)
    {
      work.run.document.plan.decided = rounds
      try folder.write(work.run.document)
      work.meter.replan(work.run)
      try await launch(&work, recorder)
    }
  }

  /// Makes the launches of the plan that have no record.
  private func launch(_ work: inout Work, _ recorder: borrowing RunRecorder) async throws {
    let plan = work.run.document.plan
    // Which place of the host is the reference is known only after the blocks, so only the launches
    // of further rounds wait for it.
    let places = plan.decided.map { [run = work.run] _ in RunPlaces(run) }
    for launch in plan.schedule() where work.run.records[launch] == nil {
      if Task.isCancelled || work.meter.isSpentForLaunches(now()) { break }
      await waitForRun(of: launch, &work)
      if plan.further != nil {
        let pause = work.pacer.rest(beforeCase: launch.caseIndex, at: now())
        if pause > 0 {
          await rest(pause)
          work.meter.paused(pause)
        }
        if let reference = places?[launch.caseIndex]?.reference {
          let cpus = plan.cases[launch.caseIndex].placement.cpus
          await wait(for: reference, of: cpus, &work.pacer, work.meter)
        }
        if Task.isCancelled { break }
      }
      guard let record = try await measured(launch, &work, recorder) else { break }
      observer.progressed(work.meter.progress(now(), current: plan.cases[launch.caseIndex].id))
      let pause = work.pacer.rest(after: record, elapsedNanoseconds: work.meter.elapsed(now()))
      if pause > 0 { await rest(pause) }
    }
  }

  /// Measures a launch and records it; nil if Ctrl-C cut the launch short, which is no failure and
  /// is not recorded.
  ///
  /// A launch that was cut short is measured again when the run is continued.
  private func measured(
    _ launch: Launch, padding: Int = 0, _ work: inout Work,
    _ recorder: borrowing RunRecorder
  ) async throws -> LaunchRecord? {
    let planned = work.run.document.plan.cases[launch.caseIndex]
    let record = await measure(launch, of: planned, padding: padding, in: work.run)
      .failing(work.uncalibrated[planned.id])
    if Task.isCancelled { return nil }
    if work.run.document.plan.gate != nil, let failure = record.failure,
      failure.kind == .notLaunched
    {
      throw OrchestratorError.cannotLaunch(failure.reason)
    }
    try recorder.record(record, case: planned.id, launch: launch.block)
    work.run.records[launch] = record
    // A gate never changes the states of earlier trials, because it has decided on cases by these
    // states.
    if work.run.document.plan.gate == nil, let ratio = work.run.rescaleCrowding(after: record) {
      try recorder.record(calibration: probeRatioCalibration, value: ratio)
      try recorder.rewriteTrials(of: work.run)
    }
    work.meter.finished(planned, record, now())
    return record
  }

  // MARK: Pairs

  /// The walk through a gate's pairs; nil for a run.
  private func walk(_ document: RunDocument) -> PairWalk? {
    document.plan.gate.map { gate in
      guard let judge else { preconditionFailure("a gate is measured with a judge") }
      return PairWalk(gate, of: document, judge: judge(document))
    }
  }

  /// Launches pairs until every case is settled, that is, needs no further pair.
  ///
  /// With a budget, cases are measured in groups, in the plan's order. A group begins only when the
  /// group before it is settled, and only if the rest of the budget is likely to suffice for the
  /// new group.
  private func launchPairs(
    _ start: PairWalk, _ work: inout Work, _ recorder: borrowing RunRecorder
  ) async throws {
    let plan = work.run.document.plan
    guard let gate = plan.gate else { return }
    let estimate = GateEstimate(gate, plan.cases)
    let byID = Dictionary(uniqueKeysWithValues: plan.cases.map { ($0.id, $0.pairNanoseconds) })
    let pairNanoseconds = gate.cases.map { byID[$0.id] ?? 0 }
    var walk = start
    var group = 0
    work.meter.take(walk, of: gate, pairNanoseconds)
    // Only the values that all cases share are calibrated here. A case is calibrated right before
    // its first pair, because the budget may be spent before most cases begin.
    try await calibrate(plan.calibrations.filter { $0.planned == nil }, &work, recorder)
    while let launch = walk.nextLaunch(in: work.run) {
      work.meter.take(walk, of: gate, pairNanoseconds)
      if Task.isCancelled || work.meter.isSpentForLaunches(now()) { return }
      if walk.group > group, let casesAtOnce = gate.casesAtOnce {
        group = walk.group
        let expected = estimate.nanoseconds(ofGroup: group, casesAtOnce: casesAtOnce)
        guard work.meter.hasRoom(for: expected, now()) else { return }
      }
      let planned = plan.cases[launch.caseIndex]
      if work.uncalibrated[planned.id] == nil {
        try await calibrate(
          plan.calibrations.filter { $0.planned?.id == planned.id }, &work, recorder)
        if Task.isCancelled || work.meter.isSpentForLaunches(now()) { return }
      }
      let padding = walk.padding(of: launch)
      guard try await measured(launch, padding: padding, &work, recorder) != nil else {
        return
      }
      observer.progressed(work.meter.progress(now(), current: planned.id))
    }
    work.meter.take(walk, of: gate, pairNanoseconds)
    observer.progressed(work.meter.progress(now(), current: nil))
  }

  /// The largest number of cases of a gate that are counted to find the cause of their slowdown.
  ///
  /// Counting a case takes a second or two, and a change that slows more than ten cases slows all
  /// of them by the same cause.
  private static let mostCauses = 10

  /// Plans the counting of the cases that the gate has found slower.
  ///
  /// Cases whose counts were planned before an interruption stay: the tables may have rows of them.
  private func planCauses(_ work: inout Work) throws {
    guard !Task.isCancelled, var walk = walk(work.run.document),
      let gate = work.run.document.plan.gate, let counting = work.run.document.plan.counting
    else { return }
    _ = walk.nextLaunch(in: work.run)
    let slower = Set(walk.judge.slowerCases.map { gate.cases[$0].id })
    let new = work.run.document.plan.cases.indices.filter {
      slower.contains(work.run.document.plan.cases[$0].id) && !counting.cases.contains($0)
    }
    guard !new.isEmpty else { return }
    work.run.document.plan.counting?.cases += new.prefix(
      max(0, Self.mostCauses - counting.cases.count))
    try folder.write(work.run.document)
    work.meter.planCounts(work.run)
  }

  private func state(of run: Run) -> RunState {
    let plan = run.document.plan
    if var walk = walk(run.document) {
      if walk.nextLaunch(in: run) == nil { return .complete }
      return Task.isCancelled ? .interrupted : .budgetSpent
    }
    guard run.isLaunched, run.counted.count == plan.countedCount else {
      return Task.isCancelled ? .interrupted : .budgetSpent
    }
    // A run that was stopped between two rounds has all planned launches, but needs another round.
    return Task.isCancelled && run.nextRounds(precision) != nil ? .interrupted : .complete
  }

  // MARK: Calibration

  /// Finds the values of `steps` that the run does not have yet.
  private func calibrate(
    _ steps: [CalibrationStep], _ work: inout Work, _ recorder: borrowing RunRecorder
  ) async throws {
    for step in steps where work.run.calibrations[step.name] == nil {
      if Task.isCancelled || work.meter.isSpent(now()) { return }
      let answer = await answer(to: step, in: work.run)
      if Task.isCancelled { return }
      if case .calibrated(let value) = answer {
        work.run.calibrations[step.name] = value
        try recorder.record(calibration: step.name, value: value)
      } else if step.isNeeded {
        throw OrchestratorError.cannotCalibrateWork(answer.reason)
      } else if let planned = step.planned {
        // The case is still launched, with one operation in each trial, and each of its launches
        // records the failure.
        work.uncalibrated[planned.id] =
          answer.failure ?? FailureRow(kind: .garbled, reason: answer.reason)
      }
      work.meter.calibrated(now())
      observer.progressed(work.meter.progress(now(), current: step.planned?.id))
    }
  }

  /// A worker's answer to a calibration.
  ///
  /// If a calibration other than that of the busy work fails before its deadline, a second worker
  /// is asked: the failure may be chance, and many launches depend on the answer.
  private func answer(to step: CalibrationStep, in run: Run) async -> WorkerAnswer {
    let first = await onlyAnswer(to: step, in: run)
    // A case that hangs would hang again, until its deadline.
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

  /// Takes the plan's counts, after all timing, so that counting can't affect a time.
  private func count(_ work: inout Work, _ recorder: borrowing RunRecorder) async throws {
    let keeper = TracepointKeeper(work.run.document.plan.counting?.events.named ?? [])
    // Without a use after the loop, the compiler could release the keeper before the loop.
    defer { _ = keeper.count }
    for batch in work.run.countedBatches() {
      if Task.isCancelled || work.meter.isSpent(now()) { return }
      let records = await counter.records(of: batch, in: work.run)
      if Task.isCancelled { return }
      for (launch, record) in zip(batch, records) {
        let planned = work.run.document.plan.planned(launch)
        try recorder.record(record, launch)
        work.run.counted[launch] = record
        work.meter.counted(launch.pass, of: planned, now())
        observer.progressed(work.meter.progress(now(), current: planned.id))
      }
    }
  }

  // MARK: Launches

  /// The factor by which the deadline of a gate's launch exceeds that of a run's launch.
  ///
  /// Both sides do the operations that fill the baseline's trials. A run's deadline is more than 30
  /// times the expected time of a launch, so a candidate that takes a hundred times as long as the
  /// baseline still ends before a gate's deadline: it is slower, but does not hang.
  private static let patience: UInt64 = 4

  private func measure(
    _ launch: Launch, of planned: PlannedCase, padding: Int, in run: Run
  ) async -> LaunchRecord {
    let isGate = run.document.plan.gate != nil
    if !isGate, let reason = reasonToSkip(launch, in: run) {
      return LaunchRecord(failure: FailureRow(kind: .skipped, reason: reason))
    }
    let request = run.request(for: launch)
    let deadline = run.pace.deadlineNanoseconds(of: planned).times(isGate ? Self.patience : 1)
    let start = launcher.clockNanoseconds
    let outcome =
      isGate
      ? await launcher.launch(
        request, of: PairLaunch(block: launch.block).arm.executable, padding: padding,
        deadlineNanoseconds: deadline)
      : await launcher.launch(request, deadlineNanoseconds: deadline)
    return LaunchRecord(
      WorkerAnswer(outcome, deadlineNanoseconds: deadline), of: planned,
      within: AnswerBounds(
        onlineCPUs: onlineCPUCount, launchNanoseconds: launcher.clockNanoseconds - start))
  }

  /// The reason not to launch a case again, because it ran past its deadline twice; nil to launch
  /// it.
  ///
  /// The rule is the same for every case, and keeps a deadlock from using up the run's time.
  private func reasonToSkip(_ launch: Launch, in run: Run) -> String? {
    let late = (0..<launch.block).filter { block in
      let earlier = Launch(caseIndex: launch.caseIndex, block: block)
      return run.records[earlier]?.failure?.kind == .timedOut
    }
    return late.count < 2 ? nil : "not launched: launches \(late[0]) and \(late[1]) timed out"
  }
}

/// An error that ends a run or a gate before its plan is carried out.
package enum OrchestratorError: Error, Equatable, CustomStringConvertible {
  /// The number of steps of busy work in a microsecond, on which every case depends, is unknown.
  case cannotCalibrateWork(String)
  /// A worker of a gate can't be started, which is the fault of neither side.
  case cannotLaunch(String)

  /// One line.
  package var description: String {
    switch self {
    case .cannotLaunch(let reason):
      "a worker can't be started, which is neither side's doing: \(reason); continue with `gate --resume FOLDER`"
    case .cannotCalibrateWork(let reason):
      "the first worker failed, before anything was measured: \(reason); continue with `run --resume FOLDER`"
    }
  }
}

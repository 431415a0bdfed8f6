public import BenchmarkModel
import CSyncShims

/// Carries out a gate's plan: calibrates on the baseline, launches the two sides of each pair one after the
/// other, records, and asks the judge which cases need more.
public struct GateRunner: Sendable {
  private let launcher: any PairLaunching
  private let observer: any GateObserver
  private let onlineCPUs: Int
  private let now: @Sendable () -> UInt64

  /// Makes a runner.
  ///
  /// - Parameters:
  ///   - launcher: Starts the workers of both sides.
  ///   - observer: Hears of what is measured.
  ///   - onlineCPUs: How many CPUs the machine has online; nil to ask the system.
  ///   - now: The monotonic clock in ns; nil for the system's.
  public init(
    launcher: any PairLaunching, observer: any GateObserver, onlineCPUs: Int? = nil,
    now: (@Sendable () -> UInt64)? = nil
  ) {
    self.launcher = launcher
    self.observer = observer
    self.onlineCPUs = onlineCPUs ?? onlineCPUCount
    self.now = now ?? { sync_monotonic_ns() }
  }

  /// Measures until every case is settled, the budget is spent or the task is cancelled.
  ///
  /// With a budget, cases are measured in groups, the first of the plan first: one group is settled before
  /// the next begins, and none begins that the budget is unlikely to see settled.
  ///
  /// - Parameters:
  ///   - plan: The cases, their pairs and the looks at them.
  ///   - subjects: How each of the plan's cases is measured, in their order.
  ///   - judge: Says what a launch comes to, and when a case is settled.
  ///   - recorder: Where the pairs are written as they are measured.
  ///   - budgetNanoseconds: How long it may take, in ns; nil for as long as it takes.
  /// - Throws: ``GateRunError`` where nothing can be measured at all, or nothing recorded.
  public func run<Judge: GateJudging>(
    _ plan: GatePlan, subjects: [GateSubject], judge: Judge, recorder: borrowing GateRecorder,
    budgetNanoseconds: UInt64?
  ) async throws(GateRunError) -> GateMeasurement<Judge> {
    precondition(plan.cases.count == subjects.count, "each case of the plan has its subject")
    var gate = GateState(
      plan: plan, subjects: subjects, judge: judge,
      meter: GateMeter(
        plan: plan, subjects: subjects, calibrations: CalibrationStep.steps(of: subjects).count,
        start: now(), budget: budgetNanoseconds), budget: budgetNanoseconds)
    var end: GateEnd?
    for number in gate.groups.indices where end == nil {
      if number > 0, !gate.meter.hasRoom(for: gate.nanoseconds(ofGroup: number), now()) {
        end = .budgetSpent
        break
      }
      end = try await calibrate(gate.stepsLeft(beforeGroup: number), &gate, recorder)
      if end == nil { end = try await measure(gate.groups[number], &gate, recorder) }
    }
    return GateMeasurement(
      judge: gate.judge, end: end ?? .complete, repeated: gate.repeated,
      calibrations: gate.calibrations, elapsedNanoseconds: gate.meter.elapsed(now()))
  }

  /// Why no more is to be measured; nil where there is more to do.
  private func reasonToStop(_ meter: GateMeter) -> GateEnd? {
    if Task.isCancelled { return .interrupted }
    return meter.isSpent(now()) ? .budgetSpent : nil
  }

  // MARK: Calibration

  /// Calibrates on the baseline alone: both sides then do the same number of operations.
  private func calibrate<Judge: GateJudging>(
    _ steps: [CalibrationStep], _ gate: inout GateState<Judge>, _ recorder: borrowing GateRecorder
  ) async throws(GateRunError) -> GateEnd? {
    for step in steps {
      if let end = reasonToStop(gate.meter) { return end }
      let request = step.request(
        workStepsPerMicrosecond: step.planned == nil
          ? nil : gate.calibrations.workStepsPerMicrosecond, seed: gate.plan.seed)
      let deadline = step.deadlineNanoseconds(at: gate.calibrations.pace)
      let outcome = await launcher.launch(
        request, on: .baseline, padding: 0, deadlineNanoseconds: deadline)
      if Task.isCancelled { return .interrupted }
      switch (WorkerAnswer(outcome, deadlineNanoseconds: deadline), step.planned) {
      case (.calibrated(let value), nil): gate.calibrations.take(value, of: step.subject)
      case (.calibrated(let value), let planned?):
        gate.calibrations.operations[planned.id] = max(1, UInt64(value))
      case (let answer, nil):
        // An older baseline knows nothing of a machine's pace.
        if step.isNeeded { throw .cannotCalibrateWork(answer.reason) }
      case (let answer, let planned?): try giveUp(planned, answer.reason, &gate, recorder)
      }
      gate.meter.calibrated()
      observer.progressed(gate.meter.progress(now(), current: step.planned?.id))
    }
    return nil
  }

  /// Settles a case whose baseline can't be calibrated, and its sham: its first pair failed.
  private func giveUp<Judge: GateJudging>(
    _ planned: PlannedCase, _ reason: String, _ gate: inout GateState<Judge>,
    _ recorder: borrowing GateRecorder
  ) throws(GateRunError) {
    for slot in gate.groups.joined()
    where slot.pair == 0 && gate.subjects[slot.caseIndex].planned.id == planned.id
      && gate.isDue(slot)
    {
      let row = PairRow(slot, .failed(.baseline, reason: "its calibration failed: \(reason)"))
      try keep(row, launches: [], &gate, recorder)
    }
  }

  // MARK: Pairs

  /// How much longer a launch may take than one of a run: both sides do the operations that fill the
  /// baseline's trials, and a candidate that takes a hundred times as long is slower, and does not hang.
  private static let patience: UInt64 = 4

  private func measure<Judge: GateJudging>(
    _ slots: [GateSlot], _ gate: inout GateState<Judge>, _ recorder: borrowing GateRecorder
  ) async throws(GateRunError) -> GateEnd? {
    for slot in slots where gate.isDue(slot) {
      if let end = reasonToStop(gate.meter) { return end }
      for number in 0...RepeatRule.mostRepeats {
        // What Ctrl-C cut short is no failure, and no pair.
        guard let attempt = await measure(slot, number, gate) else { return .interrupted }
        if let reason = attempt.launchProblem { throw .cannotLaunch(reason) }
        let gated = gate.plan.cases[slot.caseIndex]
        let mayRepeat = RepeatRule.isUseful(pairs: gate.pairs, repeated: gate.repeated)
        let row = PairRow(slot, attempt.outcome(onlineCPUs: onlineCPUs, mayRepeat: mayRepeat))
        gate.meter.measured(row)
        try keep(row, launches: attempt.rows(of: gated, pair: slot.pair), &gate, recorder)
        observer.progressed(gate.meter.progress(now(), current: gated.id))
        guard case .repeated = row.outcome else {
          gate.pairs += 1
          break
        }
        gate.repeated += 1
      }
    }
    return nil
  }

  /// Launches the sides of a pair one after the other; nil where the task was cancelled.
  private func measure<Judge: GateJudging>(
    _ slot: GateSlot, _ number: Int, _ gate: GateState<Judge>
  ) async -> PairAttempt? {
    var launches: [(side: PairSide, launch: PairLaunch)] = []
    for side in slot.order.sides {
      let launch = await launch(side, of: slot, gate)
      if Task.isCancelled { return nil }
      launches.append((side, launch))
      // Nothing that the candidate does could change what comes of it.
      if side == .baseline, launch.hasFailed { break }
    }
    return PairAttempt(number: number, launches: launches)
  }

  private func launch<Judge: GateJudging>(
    _ side: PairSide, of slot: GateSlot, _ gate: GateState<Judge>
  ) async -> PairLaunch {
    let gated = gate.plan.cases[slot.caseIndex]
    let subject = gate.subjects[slot.caseIndex]
    let pace = gate.calibrations.pace
    let deadline = pace.deadlineNanoseconds(of: subject.planned).times(Self.patience)
    let start = launcher.clockNanoseconds
    let outcome = await launcher.launch(
      gate.plan.request(for: subject, pair: slot.pair, calibrations: gate.calibrations),
      on: gated.role == .sham ? .baseline : side,
      padding: side == .baseline ? slot.paddingA : slot.paddingB, deadlineNanoseconds: deadline)
    let record = InvocationRecord(
      WorkerAnswer(outcome, deadlineNanoseconds: deadline), of: subject.planned,
      within: AnswerBounds(
        onlineCPUs: onlineCPUs, launchNanoseconds: launcher.clockNanoseconds - start))
    return PairLaunch(record, of: gated, at: slot.caseIndex, judge: gate.judge)
  }

  /// Records a pair before anything is concluded from it.
  private func keep<Judge: GateJudging>(
    _ row: PairRow, launches: [LaunchRow], _ gate: inout GateState<Judge>,
    _ recorder: borrowing GateRecorder
  ) throws(GateRunError) {
    do throws(GateFolderError) {
      try recorder.record(row, launches: launches)
    } catch { throw .folder(error) }
    gate.judge.add(row)
    if case .repeated = row.outcome {} else { gate.next[row.caseIndex] = row.pair + 1 }
    if gate.judge.isSettled(row.caseIndex) { gate.meter.settled(row.caseIndex) }
  }
}

/// What a runner carries from pair to pair.
private struct GateState<Judge: GateJudging> {
  let plan: GatePlan
  let subjects: [GateSubject]
  let groups: [[GateSlot]]
  var judge: Judge
  var meter: GateMeter
  var calibrations = GateCalibrations(workStepsPerMicrosecond: 0)
  /// The number of each case's next pair.
  var next: [Int]
  private let estimate: GateEstimate
  private let casesAtOnce: Int
  /// The pairs that were measured, and how many of them twice.
  var pairs = 0
  var repeated = 0

  init(
    plan: GatePlan, subjects: [GateSubject], judge: Judge, meter: GateMeter, budget: UInt64?
  ) {
    self.plan = plan
    self.subjects = subjects
    self.judge = judge
    self.meter = meter
    next = plan.cases.map { _ in 0 }
    estimate = GateEstimate(plan, subjects)
    casesAtOnce = estimate.casesAtOnce(within: budget)
    groups = plan.schedule(casesAtOnce: casesAtOnce)
  }

  /// Whether a pair is still to be measured: those of a sham stand in several groups.
  func isDue(_ slot: GateSlot) -> Bool {
    slot.pair >= next[slot.caseIndex] && !judge.isSettled(slot.caseIndex)
  }

  func nanoseconds(ofGroup number: Int) -> UInt64 {
    estimate.nanoseconds(of: number * casesAtOnce..<(number + 1) * casesAtOnce)
  }

  /// What is to be calibrated for a group and was not for an earlier one.
  func stepsLeft(beforeGroup number: Int) -> [CalibrationStep] {
    func steps(_ groups: some Sequence<[GateSlot]>) -> [CalibrationStep] {
      let members = Set(groups.joined().map(\.caseIndex))
      return CalibrationStep.steps(
        of: subjects.indices.filter(members.contains).map { subjects[$0] })
    }
    let done = number == 0 ? [] : Set(steps(groups.prefix(number)).map(\.name))
    return steps([groups[number]]).filter { !done.contains($0.name) }
  }
}

extension PairOrder {
  /// The sides in the order in which they run.
  fileprivate var sides: [PairSide] {
    switch self {
    case .baselineFirst: [.baseline, .candidate]
    case .candidateFirst: [.candidate, .baseline]
    }
  }
}

extension CalibrationStep {
  /// What is calibrated of a gate, in order: the busy work, what deadlines follow, then each case with a count of
  /// operations, once even where it has a sham.
  fileprivate static func steps(of subjects: [GateSubject]) -> [CalibrationStep] {
    var names: Set<CaseID> = []
    return [.work, .thread, .turn].map { CalibrationStep(subject: $0) }
      + subjects.filter { $0.planned.pace == .operations && names.insert($0.planned.id).inserted }
      .map { CalibrationStep(subject: .operations($0.planned)) }
  }
}

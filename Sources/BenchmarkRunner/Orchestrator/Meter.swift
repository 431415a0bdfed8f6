import BenchmarkModel

/// Counts the done steps of a run and estimates the remaining time.
struct Meter {
  private var done: Int
  private var total: Int
  private var failures: Int
  private let start: UInt64
  private let budget: UInt64?
  /// The times of steps of one kind, in ns: `left` and `done` are the expected times of the steps
  /// that are left and that were done, and `taken` is the time that the done steps took.
  ///
  /// The ratio of `taken` to `done`, here called pace, differs between kinds.
  private struct Share {
    var left: UInt64
    var done: UInt64 = 0
    var taken: UInt64 = 0

    mutating func advance(_ expected: UInt64, _ nanoseconds: UInt64) {
      done = done.plus(expected)
      taken = taken.plus(nanoseconds)
      left -= min(left, expected)
    }

    /// The remaining time at the pace of this kind; at `pace` if no step of this kind was done.
    func nanoseconds(_ pace: Double) -> Double {
      Double(left) * (done > 0 ? Double(taken) / Double(done) : pace)
    }
  }
  private var calibrating, launching, counting: Share
  /// The expected times, in ns: of the blocks' launches that may have to be repeated, of the
  /// launches made since the start, and of the disturbed launches among these.
  private var repeatable, judged, disturbed: UInt64
  /// The time at which the last step, or the pause after it, ended.
  private var last: UInt64
  /// The time over which launches are spread, in ns, counted from the end of the first launch.
  private let spread: UInt64
  /// The time at which the first launch ended; nil before.
  private var firstLaunch: UInt64?
  /// Whether launches end early enough to leave time for the counting.
  private let keepsCounting: Bool
  /// The time for a gate's pairs, in ns; nil outside a gate, or if there is no budget.
  private let pairBudget: UInt64?
  /// The number of a gate's cases that need no further pair, and the number of the gate's other
  /// cases.
  private var decided: (settled: Int, open: Int)?

  /// Starts at the time `start`, with the records that the run already has.
  init(run: Run, start: UInt64, budget: UInt64?) {
    let plan = run.document.plan
    let schedule = plan.gate == nil ? plan.schedule() : []
    let calibrations = plan.calibrations
    total = schedule.count + calibrations.count + run.counted.count
    let calibrated = calibrations.filter { run.calibrations[$0.name] != nil }.count
    done = run.records.count + calibrated + run.counted.count
    failures = run.records.filter { $1.hasFailed(plan.cases[$0.caseIndex]) }.count
    self.start = start
    self.budget = budget
    last = start
    spread = plan.spreadNanoseconds(budget: budget)
    keepsCounting = plan.groups != nil
    pairBudget = plan.gate == nil ? nil : plan.pairBudgetNanoseconds(of: budget)
    calibrating = Share(
      left: UInt64(calibrations.count - calibrated) * CalibrationStep.expectedNanoseconds)
    launching = Share(
      left: schedule.filter { run.records[$0] == nil }
        .reduce(plan.decided == nil ? plan.further?.nanoseconds ?? 0 : 0) {
          $0.plus(plan.cases[$1.caseIndex].expectedNanoseconds)
        })
    counting = Share(left: 0)
    let mayRepeat = plan.further != nil && plan.decided == nil
    repeatable =
      mayRepeat ? schedule.reduce(0) { $0.plus(plan.cases[$1.caseIndex].expectedNanoseconds) } : 0
    (judged, disturbed) = (0, 0)
    planCounts(run)
  }

  /// Adds the plan's counted launches that have no record yet.
  mutating func planCounts(_ run: Run) {
    let plan = run.document.plan
    let missing = plan.countedSchedule().filter { run.counted[$0] == nil }
    total += missing.count
    counting.left = missing.reduce(0) {
      $0.plus($1.pass.expectedNanoseconds(of: plan.planned($1)))
    }
  }

  /// Replaces the time reserved for further launches by the expected time of the launches that were
  /// added to the plan.
  mutating func replan(_ run: Run) {
    let plan = run.document.plan
    let missing = plan.schedule().filter { run.records[$0] == nil }
    total += missing.count
    launching.left = missing.reduce(0) { $0.plus(plan.cases[$1.caseIndex].expectedNanoseconds) }
    repeatable = 0
  }

  /// Replaces the expected time of a gate's remaining pairs, whose number changes with each look.
  mutating func take(_ walk: PairWalk, of gate: GatePlan, _ pairNanoseconds: [UInt64]) {
    decided = (walk.settled, gate.cases.count - walk.settled)
    launching.left = gate.cases.indices.reduce(0) { sum, index in
      sum.plus(UInt64(walk.pairsLeft(index)).times(pairNanoseconds[index]))
    }
  }

  /// Whether the budget has room for steps with the expected time `nanoseconds`, at the pace so
  /// far.
  func hasRoom(for nanoseconds: UInt64, _ now: UInt64) -> Bool {
    guard let budget = pairBudget else { return true }
    return Double(now - start) + Double(nanoseconds) * pace <= Double(budget)
  }

  /// The time since `start`, in ns.
  func elapsed(_ now: UInt64) -> UInt64 { now - start }

  mutating func calibrated(_ now: UInt64) {
    calibrating.advance(CalibrationStep.expectedNanoseconds, step(now))
  }

  mutating func counted(_ pass: CountingPass, of planned: PlannedCase, _ now: UInt64) {
    counting.advance(pass.expectedNanoseconds(of: planned), step(now))
  }

  mutating func finished(_ planned: PlannedCase, _ record: LaunchRecord, _ now: UInt64) {
    failures += record.hasFailed(planned) ? 1 : 0
    firstLaunch = firstLaunch ?? now
    judged = judged.plus(planned.expectedNanoseconds)
    if record.disturbance != nil { disturbed = disturbed.plus(planned.expectedNanoseconds) }
    launching.advance(
      decided == nil ? planned.expectedNanoseconds : planned.pairNanoseconds / 2, step(now))
  }

  /// Leaves a pause out of the pace of the launches.
  mutating func paused(_ nanoseconds: UInt64) { last = last.plus(nanoseconds) }

  /// The time of the step that ends now, in ns.
  private mutating func step(_ now: UInt64) -> UInt64 {
    defer { last = now }
    done += 1
    // If Ctrl-C cut a pause short, `last` lies after `now`.
    return now - min(now, last)
  }

  /// The ratio of actual to expected time of the done steps of all kinds; 1 if no step was done.
  private var pace: Double {
    let shares = [calibrating, launching, counting]
    let expected = shares.reduce(0) { $0 + Double($1.done) }
    return expected > 0 ? shares.reduce(0) { $0 + Double($1.taken) } / expected : 1
  }

  /// Whether launches must end, because only the time that is reserved for counting is left of the
  /// budget.
  func isSpentForLaunches(_ now: UInt64) -> Bool {
    if let pairBudget { return now - start >= pairBudget }
    guard let budget, keepsCounting else { return isSpent(now) }
    return Double(now - start) + counting.nanoseconds(pace) >= Double(budget)
  }

  /// Whether the budget is spent.
  func isSpent(_ now: UInt64) -> Bool {
    guard let budget else { return false }
    return now - start >= budget
  }

  /// The rest of the time over which launches are spread, in ns; 0 if no launch is left.
  private func spreadLeft(_ now: UInt64) -> UInt64 {
    if launching.left == 0 { return 0 }
    let gone = firstLaunch.map { now - min(now, $0) } ?? 0
    return spread - min(spread, gone)
  }

  /// The expected time of the launches that will repeat disturbed launches, in ns, from the share
  /// of launches that were disturbed so far.
  ///
  /// The time is 0 if most launches were disturbed, because then no launch is repeated.
  private var repeats: Double {
    guard judged > 0, 2 * Double(disturbed) <= Double(judged) else { return 0 }
    let share = Double(disturbed) / Double(judged)
    let ratio = launching.done > 0 ? Double(launching.taken) / Double(launching.done) : pace
    return Double(repeatable) * ratio * share / (1 - share)
  }

  /// The progress of the run.
  ///
  /// The remaining time is the expected time, scaled by the ratio of actual to expected time for
  /// steps of the same kind.
  func progress(_ now: UInt64, current: CaseID?) -> RunProgress {
    let elapsed = now - start
    let launches = max(launching.nanoseconds(pace), Double(spreadLeft(now)))
    let left =
      calibrating.nanoseconds(pace) + launches + repeats + counting.nanoseconds(pace)
    var remaining = UInt64(min(1e18, left))
    if let budget { remaining = min(remaining, budget - min(budget, elapsed)) }
    return RunProgress(
      done: done, total: total, currentCase: current, failures: failures,
      elapsedNanoseconds: elapsed, remainingNanoseconds: remaining, decided: decided)
  }
}

extension LaunchRecord {
  /// Whether the launch failed in a way that its case does not expect.
  fileprivate func hasFailed(_ planned: PlannedCase) -> Bool {
    failure.map { !planned.expects($0) } ?? false
  }
}

extension CountingPass {
  /// The expected time of a counted launch, in ns: about the time on a small virtual machine.
  func expectedNanoseconds(of planned: PlannedCase) -> UInt64 {
    switch self {
    case .counters, .breakpoints: planned.expectedNanoseconds.plus(20_000_000)
    case .allocations: planned.expectedNanoseconds.plus(2_000_000)
    case .instructions: 600_000_000
    }
  }
}

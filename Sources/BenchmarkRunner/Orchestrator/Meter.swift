import BenchmarkModel

/// Counts what is done of a run and guesses what is left.
struct Meter {
  private var done: Int
  private var total: Int
  private var failures: Int
  private let start: UInt64
  private let budget: UInt64?
  private var expectedDone: UInt64 = 0
  private var expectedLeft: UInt64

  /// Starts counting at `start`, with what the run has already.
  init(run: Run, start: UInt64, budget: UInt64?) {
    let plan = run.document.plan
    let schedule = plan.schedule()
    let calibrations = plan.calibrations
    let counted = plan.countedSchedule()
    total = schedule.count + calibrations.count + counted.count
    let calibrated = calibrations.filter { run.calibrations[$0.name] != nil }.count
    done = run.records.count + calibrated + run.counted.count
    failures = run.records.filter { $1.hasFailed(plan.cases[$0.caseIndex]) }.count
    self.start = start
    self.budget = budget
    let launches = schedule.filter { run.records[$0] == nil }
      .reduce(plan.decided == nil ? plan.further?.nanoseconds ?? 0 : 0) {
        $0.plus(plan.cases[$1.caseIndex].expectedNanoseconds)
      }
    expectedLeft = counted.filter { run.counted[$0] == nil }
      .reduce(
        launches.plus(
          UInt64(calibrations.count - calibrated) * CalibrationStep.expectedNanoseconds)
      ) { $0.plus($1.pass.expectedNanoseconds(of: plan.planned($1))) }
  }

  /// Counts the launches that were added to the plan in place of the time that was set aside for them.
  mutating func replan(_ run: Run) {
    let plan = run.document.plan
    let missing = plan.schedule().filter { run.records[$0] == nil }
    total += missing.count
    expectedLeft = plan.countedSchedule().filter { run.counted[$0] == nil }
      .reduce(missing.reduce(0) { $0.plus(plan.cases[$1.caseIndex].expectedNanoseconds) }) {
        $0.plus($1.pass.expectedNanoseconds(of: plan.planned($1)))
      }
  }

  /// The time since the start of this launch, in ns.
  func elapsed(_ now: UInt64) -> UInt64 { now - start }

  mutating func calibrated() { advance(CalibrationStep.expectedNanoseconds, failed: false) }

  mutating func counted(_ pass: CountingPass, of planned: PlannedCase) {
    advance(pass.expectedNanoseconds(of: planned), failed: false)
  }

  mutating func finished(_ planned: PlannedCase, _ record: InvocationRecord) {
    advance(planned.expectedNanoseconds, failed: record.hasFailed(planned))
  }

  private mutating func advance(_ expected: UInt64, failed: Bool) {
    done += 1
    failures += failed ? 1 : 0
    expectedDone = expectedDone.plus(expected)
    expectedLeft -= min(expectedLeft, expected)
  }

  /// Whether the budget is spent.
  func isSpent(_ now: UInt64) -> Bool {
    guard let budget else { return false }
    return now - start >= budget
  }

  /// Where the run is: what is left is what was expected, times what the past took over what it was
  /// expected to take.
  func progress(_ now: UInt64, current: CaseID?) -> RunProgress {
    let elapsed = now - start
    let pace = expectedDone > 0 ? Double(elapsed) / Double(expectedDone) : 1
    var remaining = UInt64(min(1e18, Double(expectedLeft) * pace))
    if let budget { remaining = min(remaining, budget - min(budget, elapsed)) }
    return RunProgress(
      done: done, total: total, currentCase: current, failures: failures,
      elapsedNanoseconds: elapsed, remainingNanoseconds: remaining)
  }
}

extension InvocationRecord {
  /// Whether it failed, and not as a control is to.
  fileprivate func hasFailed(_ planned: PlannedCase) -> Bool {
    failure.map { !planned.expects($0) } ?? false
  }
}

extension CountingPass {
  /// How long a counted invocation should take, in ns: about what it takes on a small virtual machine.
  func expectedNanoseconds(of planned: PlannedCase) -> UInt64 {
    switch self {
    case .counters, .breakpoints: planned.expectedNanoseconds.plus(20_000_000)
    case .allocations: planned.expectedNanoseconds.plus(2_000_000)
    case .instructions: 600_000_000
    }
  }
}

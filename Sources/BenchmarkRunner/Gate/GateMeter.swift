public import BenchmarkModel
import BenchmarkStatistics

extension GatePlan {
  /// How long all pairs up to the first look should take, in ns, about, on a small virtual machine.
  ///
  /// `subjects` has, at each place, what the case there is measured as.
  public func nanosecondsToFirstLook(_ subjects: [GateSubject]) -> UInt64 {
    let pairs = UInt64(looks.first?.pairs ?? 0)
    return subjects.reduce(0) { $0 + 2 * pairs * $1.planned.expectedNanoseconds }
  }
}

/// Counts what is done of a gate, and says what is left at most.
struct GateMeter {
  private let start: UInt64
  private let budget: UInt64?
  /// What a pair of each case should take, in ns.
  private let pairNanoseconds: [UInt64]
  /// The pairs that each case may still need; nil where it was decided.
  private var pairsLeft: [Int?]
  private var pairs = 0
  private var decided = 0
  private var expectedDone: UInt64 = 0
  private var expectedLeft: UInt64

  /// Starts counting at `start`, with so many calibrations before the first pair.
  init(
    plan: GatePlan, subjects: [GateSubject], calibrations: Int, start: UInt64, budget: UInt64?
  ) {
    let most = plan.looks.last?.pairs ?? 0
    self.start = start
    self.budget = budget
    pairNanoseconds = subjects.map { 2 * $0.planned.expectedNanoseconds }
    pairsLeft = subjects.map { _ in most }
    expectedLeft =
      UInt64(calibrations) * CalibrationStep.expectedNanoseconds
      + pairNanoseconds.reduce(0) { $0 + UInt64(most) * $1 }
  }

  /// A calibration was done.
  mutating func calibrated() {
    expectedDone += CalibrationStep.expectedNanoseconds
    expectedLeft -= min(expectedLeft, CalibrationStep.expectedNanoseconds)
  }

  /// A pair was measured.
  mutating func measured(_ row: PairRow) {
    expectedDone += pairNanoseconds[row.caseIndex]
    // A pair that is repeated is still to come: the past took longer, and so may what is left.
    if case .repeated = row.outcome { return }
    pairs += 1
    guard let left = pairsLeft[row.caseIndex], left > 0 else { return }
    pairsLeft[row.caseIndex] = left - 1
    expectedLeft -= min(expectedLeft, pairNanoseconds[row.caseIndex])
  }

  /// A case needs no further pair.
  mutating func settled(_ caseIndex: Int) {
    guard let left = pairsLeft[caseIndex] else { return }
    pairsLeft[caseIndex] = nil
    decided += 1
    expectedLeft -= min(expectedLeft, UInt64(left) * pairNanoseconds[caseIndex])
  }

  /// Whether the budget is spent.
  func isSpent(_ now: UInt64) -> Bool {
    guard let budget else { return false }
    return now - start >= budget
  }

  /// The time since the start, in ns.
  func elapsed(_ now: UInt64) -> UInt64 { now - start }

  /// Where the gate is: what is left at most is every pair that an undecided case may need, times what the
  /// past took over what it was expected to take.
  func progress(_ now: UInt64, current: CaseID?) -> GateProgress {
    let elapsed = elapsed(now)
    let pace = expectedDone > 0 ? Double(elapsed) / Double(expectedDone) : 1
    var remaining = UInt64(Double(expectedLeft) * pace)
    if let budget { remaining = min(remaining, budget - min(budget, elapsed)) }
    return GateProgress(
      decided: decided, undecided: pairsLeft.count - decided, pairs: pairs, currentCase: current,
      elapsedNanoseconds: elapsed, remainingNanoseconds: remaining)
  }
}

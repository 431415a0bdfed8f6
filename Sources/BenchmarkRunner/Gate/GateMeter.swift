public import BenchmarkModel
import BenchmarkStatistics

/// What the cases of a gate should take, known before anything is measured.
public struct GateEstimate: Equatable, Sendable {
  /// To the decision on each gated case, in ns, on a small virtual machine where nothing differs.
  private let gated: [UInt64]
  /// The same of the sham, and of what is calibrated for all.
  private let beside: UInt64

  /// At most so many cases are measured at a time where a budget may cut them off: enough for drift to fall
  /// on several, and few enough for some to be decided.
  public static let mostAtOnce = 4

  /// Estimates a plan; `subjects` has, at each place, what the case there is measured as.
  public init(_ plan: GatePlan, _ subjects: [GateSubject]) {
    let looks = plan.looks.map { UInt64($0.pairs) }
    let costs = zip(plan.cases, subjects).map { gated, subject in
      (gated.role, Self.nanoseconds(subject.planned, looks))
    }
    gated = costs.filter { $0.0 == .gated }.map(\.1)
    beside =
      costs.filter { $0.0 == .sham }.reduce(CalibrationStep.expectedNanoseconds) { $0 + $1.1 }
  }

  /// A case of one thread is decided at its first look, mostly; others were by the third on the average.
  private static func nanoseconds(_ planned: PlannedCase, _ looks: [UInt64]) -> UInt64 {
    let look = planned.width == 1 ? 0 : min(2, looks.count - 1)
    let calibration = planned.pace == .operations ? CalibrationStep.expectedNanoseconds : 0
    return calibration + looks[look] * planned.pairNanoseconds
  }

  /// To the last decision, in ns.
  public var nanoseconds: UInt64 { gated.reduce(beside, +) }

  /// How many cases a budget is likely to decide: the first ones of the plan.
  ///
  /// - Parameter budget: What pairs may take, in ns; nil for as long as they take.
  public func cases(within budget: UInt64?) -> Int {
    guard let budget else { return gated.count }
    var spent = beside
    return gated.prefix { cost in
      spent += cost
      return spent <= budget
    }.count
  }

  /// How many cases are measured at a time: all of them where no budget can cut them off.
  func casesAtOnce(within budget: UInt64?) -> Int {
    budget == nil ? gated.count : max(1, min(Self.mostAtOnce, cases(within: budget)))
  }

  /// What some of the gated cases take, by their numbers among them, in ns.
  func nanoseconds(of numbers: Range<Int>) -> UInt64 {
    gated[numbers.clamped(to: gated.indices)].reduce(0, +)
  }
}

extension PlannedCase {
  /// By how much a worker that is started by exec takes longer than one that a fork server copies, in ns.
  private static let execNanoseconds: UInt64 = 20_000_000

  /// How long a pair should take, in ns.
  fileprivate var pairNanoseconds: UInt64 { 2 * (expectedNanoseconds + Self.execNanoseconds) }
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
    pairNanoseconds = subjects.map(\.planned.pairNanoseconds)
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

  /// Whether the budget has room for what should take so long, at the pace so far.
  func hasRoom(for nanoseconds: UInt64, _ now: UInt64) -> Bool {
    guard let budget else { return true }
    let elapsed = elapsed(now)
    return elapsed + UInt64(Double(nanoseconds) * pace(elapsed)) <= budget
  }

  /// What the past took, over what it was expected to take.
  private func pace(_ elapsed: UInt64) -> Double {
    expectedDone > 0 ? Double(elapsed) / Double(expectedDone) : 1
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
    var remaining = UInt64(Double(expectedLeft) * pace(elapsed))
    if let budget { remaining = min(remaining, budget - min(budget, elapsed)) }
    return GateProgress(
      decided: decided, undecided: pairsLeft.count - decided, pairs: pairs, currentCase: current,
      elapsedNanoseconds: elapsed, remainingNanoseconds: remaining)
  }
}

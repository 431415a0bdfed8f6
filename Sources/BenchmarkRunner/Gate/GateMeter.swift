public import BenchmarkModel
import BenchmarkStatistics

/// What the cases of a gate should take, known before anything is measured.
public struct GateEstimate: Equatable, Sendable {
  /// What takes time to the decision on a gated case, on a small virtual machine where nothing differs.
  private struct Cost: Equatable {
    let nanoseconds: UInt64
    let pairs: UInt64
  }

  private let gated: [Cost]
  /// A pair of the shams, in ns, and what is calibrated for them and for all.
  private let shamPair, calibration: UInt64

  /// At most so many cases are measured at a time where a budget may cut them off: enough for drift to fall
  /// on several, and few enough for some to be decided.
  public static let mostAtOnce = 4

  /// Estimates a plan; `subjects` has, at each place, what the case there is measured as.
  public init(_ plan: GatePlan, _ subjects: [GateSubject]) {
    let looks = plan.looks.map { UInt64($0.pairs) }
    let planned = zip(plan.cases, subjects).map { ($0.role, $1.planned) }
    let shams = planned.filter { $0.0 == .sham }.map(\.1)
    gated = planned.filter { $0.0 == .gated }.map { Self.cost($1, looks) }
    shamPair = shams.reduce(0) { $0 + $1.pairNanoseconds }
    calibration = shams.reduce(CalibrationStep.expectedNanoseconds) {
      $0 + $1.calibrationNanoseconds
    }
  }

  /// A case of one thread is decided at its first look, mostly; others were by the third on the average.
  private static func cost(_ planned: PlannedCase, _ looks: [UInt64]) -> Cost {
    let pairs = looks[planned.width == 1 ? 0 : min(2, looks.count - 1)]
    return Cost(
      nanoseconds: planned.calibrationNanoseconds + pairs * planned.pairNanoseconds, pairs: pairs)
  }

  /// To the last decision, in ns.
  public var nanoseconds: UInt64 { nanoseconds(ofFirst: gated.count) }

  /// To the decision on so many cases, the first ones of the plan, in ns: a sham takes the pairs of the one that
  /// takes the most.
  private func nanoseconds(ofFirst count: Int) -> UInt64 {
    let first = gated.prefix(count)
    return calibration + first.reduce(0) { $0 + $1.nanoseconds }
      + shamPair * (first.map(\.pairs).max() ?? 0)
  }

  /// How many cases a budget is likely to decide: the first ones of the plan.
  ///
  /// - Parameter budget: What pairs may take, in ns; nil for as long as they take.
  public func cases(within budget: UInt64?) -> Int {
    guard let budget else { return gated.count }
    return gated.indices.prefix { nanoseconds(ofFirst: $0 + 1) <= budget }.count
  }

  /// How many cases are measured at a time: all of them where no budget can cut them off.
  func casesAtOnce(within budget: UInt64?) -> Int {
    budget == nil ? gated.count : max(1, min(Self.mostAtOnce, cases(within: budget)))
  }

  /// What some of the gated cases take behind those before them, by their numbers among them, in ns.
  func nanoseconds(of numbers: Range<Int>) -> UInt64 {
    nanoseconds(ofFirst: numbers.upperBound) - nanoseconds(ofFirst: numbers.lowerBound)
  }
}

extension PlannedCase {
  /// By how much a worker that is started by exec takes longer than one that a fork server copies, in ns.
  private static let execNanoseconds: UInt64 = 20_000_000

  /// How long its operations take to be calibrated, in ns.
  fileprivate var calibrationNanoseconds: UInt64 {
    pace == .operations ? CalibrationStep.expectedNanoseconds : 0
  }

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

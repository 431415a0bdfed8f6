package import BenchmarkModel
import BenchmarkStatistics

/// The expected time of the cases of a gate, known before anything is measured.
package struct GateEstimate: Equatable, Sendable {
  /// The expected time and number of pairs until a case is decided, for executables that don't
  /// differ, on a small virtual machine.
  private struct Cost: Equatable {
    let nanoseconds: UInt64
    let pairs: UInt64
  }

  private let gated: [Cost]
  /// The time of one pair of each sham, summed over the shams, in ns.
  private let shamPair: UInt64
  /// The time to calibrate the values that all cases share, and the operations of the shams, in ns.
  private let calibration: UInt64

  /// The largest number of cases that are measured at a time if a budget may end the gate early: so
  /// many that a drift falls on several cases alike, and so few that some cases are decided before
  /// the budget ends.
  package static let mostAtOnce = 4

  /// Estimates a gate, whose cases are planned as `cases`.
  package init(_ plan: GatePlan, _ cases: [PlannedCase]) {
    let looks = plan.looks.map { UInt64($0.pairs) }
    let byID = Dictionary(cases.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let planned = plan.cases.compactMap { gated in byID[gated.id].map { (gated.role, $0) } }
    let shams = planned.filter { $0.0 == .sham }.map(\.1)
    gated = planned.filter { $0.0 == .gated }.map { Self.cost($1, looks) }
    shamPair = shams.reduce(0) { $0 + $1.pairNanoseconds }
    calibration = shams.reduce(CalibrationStep.expectedNanoseconds) {
      $0 + $1.calibrationNanoseconds
    }
  }

  /// Estimates a case's cost: a case of width 1 is mostly decided at its first look, and a wider
  /// case on average at its third.
  private static func cost(_ planned: PlannedCase, _ looks: [UInt64]) -> Cost {
    let pairs = looks[planned.width == 1 ? 0 : min(2, looks.count - 1)]
    return Cost(
      nanoseconds: planned.calibrationNanoseconds + pairs * planned.pairNanoseconds, pairs: pairs)
  }

  /// The time to the last decision, in ns.
  package var nanoseconds: UInt64 { nanoseconds(ofFirst: gated.count) }

  /// The smallest budget, in whole minutes, that leaves ``nanoseconds`` for the pairs.
  package var minutes: UInt64 {
    (nanoseconds + min(nanoseconds / 9, 30_000_000_000)) / 60_000_000_000 + 1
  }

  /// The time to the decision on the first `count` cases of the plan, in ns: a sham takes as many
  /// pairs as the case with the most pairs.
  private func nanoseconds(ofFirst count: Int) -> UInt64 {
    let first = gated.prefix(count)
    return calibration + first.reduce(0) { $0 + $1.nanoseconds }
      + shamPair * (first.map(\.pairs).max() ?? 0)
  }

  /// The number of the plan's first cases that a budget is likely to decide.
  ///
  /// - Parameter budget: The time for the pairs, in ns; nil without a limit.
  package func cases(within budget: UInt64?) -> Int {
    guard let budget else { return gated.count }
    return gated.indices.prefix { nanoseconds(ofFirst: $0 + 1) <= budget }.count
  }

  /// The number of cases that are measured at a time; nil for all cases, if there is no budget.
  package func casesAtOnce(within budget: UInt64?) -> Int? {
    budget.map { max(1, min(Self.mostAtOnce, cases(within: $0))) }
  }

  /// The time of a group of `casesAtOnce` gated cases, in ns, without the groups before it.
  func nanoseconds(ofGroup group: Int, casesAtOnce: Int) -> UInt64 {
    nanoseconds(ofFirst: (group + 1) * casesAtOnce) - nanoseconds(ofFirst: group * casesAtOnce)
  }
}

extension Plan {
  /// The part of a budget for a gate's pairs, in ns; if the plan counts the causes of slowdowns, a
  /// tenth of the budget, but no more than 30 s, is kept for the counting.
  package func pairBudgetNanoseconds(of budget: UInt64?) -> UInt64? {
    budget.map { counting == nil ? $0 : $0 - min($0 / 10, 30_000_000_000) }
  }
}

extension PlannedCase {
  /// The time by which starting a worker by exec exceeds copying a fork server, in ns.
  private static let execNanoseconds: UInt64 = 20_000_000

  /// The time to calibrate the case's operations, in ns.
  fileprivate var calibrationNanoseconds: UInt64 {
    pace == .operations ? CalibrationStep.expectedNanoseconds : 0
  }

  /// The expected time of a pair, in ns.
  var pairNanoseconds: UInt64 { 2 * (expectedNanoseconds + Self.execNanoseconds) }
}

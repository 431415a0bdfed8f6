/// Sums launches up and decides, while pairs come in, which cases need no more pairs.
///
/// Measuring knows nothing of statistics: it asks this.
package protocol GateJudging: Sendable {
  /// Returns the value of a launch in the gated metric of a case of ``GatePlan/cases``; nil without a value.
  func value(of record: LaunchRecord, caseIndex: Int) -> Double?

  /// Takes a pair.
  mutating func add(_ row: PairRow)

  /// Whether a case needs no further pair by now; a sham may need more if a case after it does.
  func isSettled(_ caseIndex: Int) -> Bool

  /// The places of the gated cases that are slower by now.
  var slowerCases: [Int] { get }
}

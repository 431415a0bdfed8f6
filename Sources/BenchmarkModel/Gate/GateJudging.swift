/// A judge that reduces each launch to a value and, while pairs come in, decides which cases need
/// no more pairs.
///
/// The runner computes no statistics, so it gets a judge from its caller.
package protocol GateJudging: Sendable {
  /// Returns the value of a launch in the metric of a case of ``GatePlan/cases``; nil without a
  /// value.
  func value(of record: LaunchRecord, caseIndex: Int) -> Double?

  /// Adds a measurement of a pair, whatever its outcome.
  mutating func add(_ row: PairRow)

  /// Whether a case needs no further pair at present.
  ///
  /// A sham (the baseline measured against itself) needs as many pairs as the gated case whose
  /// decision took the most, so the answer becomes false again if a later decision took more.
  func isSettled(_ caseIndex: Int) -> Bool

  /// The indices in ``GatePlan/cases`` of the gated cases that were found slower so far.
  var slowerCases: [Int] { get }
}

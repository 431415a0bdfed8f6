/// Sums launches up and decides, while pairs come in, which cases need no more of them.
///
/// Measuring knows nothing of statistics: it asks this.
public protocol GateJudging: Sendable {
  /// The values of the gated metric that an invocation gave, one a trial or one alone.
  func samples(of record: InvocationRecord, caseIndex: Int) -> [Double]

  /// What an invocation's values are summed up to; nil where there are none.
  func value(of samples: [Double], caseIndex: Int) -> Double?

  /// Takes a pair.
  mutating func add(_ row: PairRow)

  /// Whether a case needs no further pair by now; a sham may need more where a case after it does.
  func isSettled(_ caseIndex: Int) -> Bool
}

/// How the measuring of a gate ended.
public enum GateEnd: String, Codable, Sendable {
  /// Every case was decided, or has had all of its pairs.
  case complete
  /// Ctrl-C stopped it.
  case interrupted
  /// The budget cut it off.
  case budgetSpent = "budget-spent"
}

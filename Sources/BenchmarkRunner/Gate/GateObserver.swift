public import BenchmarkModel

/// How far a gate is, between two pairs.
public struct GateProgress: Equatable, Sendable {
  /// Cases that need no further pair, shams among them.
  public var decided: Int
  /// Cases that do.
  public var undecided: Int
  /// Pairs measured so far.
  public var pairs: Int
  /// What was measured last.
  public var currentCase: CaseID?
  /// The time since the start, in ns.
  public var elapsedNanoseconds: UInt64
  /// What is left at most, as far as can be told, in ns.
  public var remainingNanoseconds: UInt64

  /// Makes progress of its parts.
  public init(
    decided: Int, undecided: Int, pairs: Int, currentCase: CaseID?, elapsedNanoseconds: UInt64,
    remainingNanoseconds: UInt64
  ) {
    self.decided = decided
    self.undecided = undecided
    self.pairs = pairs
    self.currentCase = currentCase
    self.elapsedNanoseconds = elapsedNanoseconds
    self.remainingNanoseconds = remainingNanoseconds
  }
}

/// Hears of a gate between its pairs; never while a worker measures.
public protocol GateObserver: Sendable {
  /// A pair was recorded, or a case calibrated.
  func progressed(_ progress: GateProgress)
}

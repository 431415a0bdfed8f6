public import BenchmarkModel

/// How far a run is, between two invocations.
public struct RunProgress: Sendable {
  /// Steps done: calibrations and invocations, this time or before.
  public var done: Int
  /// All steps.
  public var total: Int
  /// What is measured next, or was last.
  public var currentCase: CaseID?
  /// Failed invocations so far.
  public var failures: Int
  /// The time since the start of this launch, in ns.
  public var elapsedNanoseconds: UInt64
  /// What is left, as far as can be told, in ns; of a gate at most.
  public var remainingNanoseconds: UInt64
  /// The number of a gate's cases that need no further pair, and of those that do; nil for a run.
  public var decided: (settled: Int, open: Int)?
}

/// Hears of a run between its invocations; never while a worker measures.
public protocol RunObserver: Sendable {
  /// Something was recorded.
  func progressed(_ progress: RunProgress)

  /// Rows of launches that were not whole were moved from their tables into these files.
  func cut(into files: [String])
}

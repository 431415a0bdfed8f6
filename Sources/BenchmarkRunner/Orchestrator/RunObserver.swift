package import BenchmarkModel

/// How far a run is, between two invocations.
package struct RunProgress: Sendable {
  /// Steps done: calibrations and invocations, this time or before.
  package var done: Int
  /// All steps.
  package var total: Int
  /// What is measured next, or was last.
  package var currentCase: CaseID?
  /// Failed invocations so far.
  package var failures: Int
  /// The time since the start of this launch, in ns.
  package var elapsedNanoseconds: UInt64
  /// What is left, as far as can be told, in ns; of a gate at most.
  package var remainingNanoseconds: UInt64
  /// The number of a gate's cases that need no further pair, and of those that do; nil for a run.
  package var decided: (settled: Int, open: Int)?
}

/// Hears of a run between its invocations; never while a worker measures.
package protocol RunObserver: Sendable {
  /// Something was recorded.
  func progressed(_ progress: RunProgress)

  /// Rows of launches that were not whole were moved from their tables into these files.
  func cut(into files: [String])
}

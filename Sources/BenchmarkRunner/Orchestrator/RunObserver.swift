package import BenchmarkModel

/// The progress of a run, between two launches.
package struct RunProgress: Sendable {
  /// Steps done: calibrations and launches, this time or before.
  package var done: Int
  /// All steps.
  package var total: Int
  /// The next case, or the last one.
  package var currentCase: CaseID?
  /// Failed launches so far.
  package var failures: Int
  /// The time since the start of this launch, in ns.
  package var elapsedNanoseconds: UInt64
  /// The estimated remaining time, in ns; for a gate an upper bound.
  package var remainingNanoseconds: UInt64
  /// The number of a gate's cases that need no further pair, and of those that do; nil for a run.
  package var decided: (settled: Int, open: Int)?
}

/// Hears of a run between its launches; never while a worker measures.
package protocol RunObserver: Sendable {
  /// Something was recorded.
  func progressed(_ progress: RunProgress)

  /// Rows of launches that were not whole were moved from their tables into these files.
  func cut(into files: [String])
}

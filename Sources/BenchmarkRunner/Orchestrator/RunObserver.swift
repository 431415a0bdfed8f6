package import BenchmarkModel

/// The progress of a run, between two launches.
package struct RunProgress: Sendable {
  /// The number of steps done: calibrations and launches, also those before a resumption.
  package var done: Int
  /// The number of all steps.
  package var total: Int
  /// The case of the last step; nil if that step had no case, while a repeated run is waited for,
  /// and after a gate's last pair.
  package var currentCase: CaseID?
  /// The number of launches so far that failed in a way that their cases do not expect.
  package var failures: Int
  /// The time since the run was started or continued, in ns.
  package var elapsedNanoseconds: UInt64
  /// The estimated remaining time, in ns; for a gate an upper bound.
  package var remainingNanoseconds: UInt64
  /// The number of a gate's cases that need no further pair, and the number of the gate's other
  /// cases; nil for a run.
  package var decided: (settled: Int, open: Int)?
}

/// An observer of a run, called between launches and never while a worker measures.
package protocol RunObserver: Sendable {
  /// Takes the progress: after each step, every second while a repeated run is waited for, and
  /// after a gate's last pair.
  func progressed(_ progress: RunProgress)

  /// Takes the names of the files into which the rows of incomplete launches were moved.
  func cut(into files: [String])
}

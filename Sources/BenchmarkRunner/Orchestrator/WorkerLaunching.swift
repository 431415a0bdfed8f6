package import BenchmarkModel
import CSyncShims

/// The end of a worker, as the orchestrator saw it.
package enum WorkerOutcome: Equatable, Sendable {
  /// It ended by itself.
  case exited(status: Int, output: String, error: String)
  /// A signal ended it.
  case signalled(signal: Int, error: String)
  /// It ran past its deadline and was killed.
  case timedOut
  /// It ended, but its output could not be taken.
  case unreadable(reason: String)
  /// It could not be started.
  case notLaunched(reason: String)
}

/// Starts worker processes: handed in, so that a test can hold them.
package protocol WorkerLaunching: Sendable {
  /// Starts a worker, hands it the request, and waits for its end.
  ///
  /// Cancelled, it kills the worker and returns.
  func launch(_ request: WorkerRequest, deadlineNanoseconds: UInt64) async -> WorkerOutcome

  /// Starts a worker of one of a gate's executables.
  ///
  /// - Parameter padding: By how many bytes the worker's environment is longer.
  func launch(
    _ request: WorkerRequest, of side: PairSide, padding: Int, deadlineNanoseconds: UInt64
  ) async -> WorkerOutcome

  /// The monotonic clock by which a launch takes its time, in ns.
  var clockNanoseconds: UInt64 { get }
}

extension WorkerLaunching {
  /// Starts a worker of the one executable that there is.
  package func launch(
    _ request: WorkerRequest, of side: PairSide, padding: Int, deadlineNanoseconds: UInt64
  ) async -> WorkerOutcome {
    await launch(request, deadlineNanoseconds: deadlineNanoseconds)
  }

  /// The system's monotonic clock, in ns.
  package var clockNanoseconds: UInt64 { sync_monotonic_ns() }
}

package import BenchmarkModel
import CSyncShims

/// The end of a worker, as the orchestrator saw it.
package enum WorkerOutcome: Equatable, Sendable {
  /// The worker ended by itself.
  case exited(status: Int, output: String, error: String)
  /// A signal ended the worker.
  case signalled(signal: Int, error: String)
  /// The worker was killed, because it ran past its deadline or the task was cancelled.
  case timedOut
  /// The worker ended, but its output could not be read.
  case unreadable(reason: String)
  /// The worker could not be started.
  case notLaunched(reason: String)
}

/// A launcher of worker processes, handed in so that a test can replace it.
package protocol WorkerLaunching: Sendable {
  /// Starts a worker, hands it the request, and waits for its end.
  ///
  /// If the task is cancelled, the function kills the worker and returns.
  func launch(_ request: WorkerRequest, deadlineNanoseconds: UInt64) async -> WorkerOutcome

  /// Starts a worker of one of a gate's executables.
  ///
  /// - Parameter padding: The number of bytes that are added to the worker's environment.
  func launch(
    _ request: WorkerRequest, of side: PairSide, padding: Int, deadlineNanoseconds: UInt64
  ) async -> WorkerOutcome

  /// The monotonic clock by which a launch is timed, in ns.
  var clockNanoseconds: UInt64 { get }
}

extension WorkerLaunching {
  /// Starts a worker of the only executable.
  package func launch(
    _ request: WorkerRequest, of side: PairSide, padding: Int, deadlineNanoseconds: UInt64
  ) async -> WorkerOutcome {
    await launch(request, deadlineNanoseconds: deadlineNanoseconds)
  }

  /// The system's monotonic clock, in ns.
  package var clockNanoseconds: UInt64 { sync_monotonic_ns() }
}

public import BenchmarkModel
import CSyncShims

/// Starts workers of a gate's two executables: handed in, so that a test can hold them.
public protocol PairLaunching: Sendable {
  /// Starts a worker of one side, hands it the request, and waits for its end.
  ///
  /// Cancelled, it kills the worker and returns.
  ///
  /// - Parameters:
  ///   - request: What the worker is asked to do.
  ///   - side: The baseline or the candidate.
  ///   - padding: By how many bytes the worker's environment is longer.
  ///   - deadlineNanoseconds: How long it may take, in ns, before it is killed.
  func launch(
    _ request: WorkerRequest, on side: PairSide, padding: Int, deadlineNanoseconds: UInt64
  ) async -> WorkerOutcome

  /// The monotonic clock by which a launch takes its time, in ns.
  var clockNanoseconds: UInt64 { get }
}

extension PairLaunching {
  /// The system's monotonic clock, in ns.
  public var clockNanoseconds: UInt64 { sync_monotonic_ns() }
}

public import BenchmarkModel

/// Starts workers of a gate's two executables: handed in, so that a test can hold them.
public protocol PairLaunching: Sendable {
  /// Starts a worker of one side, hands it the request, and waits for its end.
  ///
  /// Cancelled, it kills the worker and returns.
  ///
  /// - Parameter padding: By how many bytes the worker's environment is longer.
  func launch(
    _ request: WorkerRequest, on side: PairSide, padding: Int, deadlineNanoseconds: UInt64
  ) async -> WorkerOutcome
}

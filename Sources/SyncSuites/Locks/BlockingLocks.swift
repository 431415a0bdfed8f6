import BenchmarkRunner
import SyncPrimitives

extension LocksSuite {
  /// Locks of ours whose waiters sleep on a futex.
  static let blockingLocks: [CounterEntry] = []
}

import BenchmarkRunner
import SyncPrimitives

extension LocksSuite {
  /// Locks whose waiters keep their CPUs.
  static let spinningLocks: [CounterEntry] = [
    CounterEntry(
      "test-and-set", "spinlock by exchange", lock: TestAndSetLock.self),
    CounterEntry(
      "ttas-pause", "spinlock that reads before it tries",
      lock: TTASPauseLock.self),
    CounterEntry("ticket", "fair spinlock", lock: TicketLock.self),
  ]
}

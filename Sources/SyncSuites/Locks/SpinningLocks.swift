import BenchmarkRunner
import SyncPrimitives

extension LocksSuite {
  /// Locks whose waiters keep their CPUs.
  static let spinningLocks: [CounterEntry] = [
    CounterEntry(
      "test-and-set", "spinlock by exchange, with a pause between tries", lock: TestAndSetLock.self),
    CounterEntry(
      "ttas", "spinlock that reads before it tries, without a pause", tier: .standard,
      lock: TTASLock<NoRest>.self),
    CounterEntry("ttas-pause", "spinlock that reads before it tries", lock: TTASLock<Pause>.self),
    CounterEntry(
      "ttas-yield", "spinlock that yields before it reads and tries again", tier: .standard,
      lock: TTASLock<Yield>.self),
    CounterEntry(
      "ttas-backoff", "spinlock that waits longer the more often it has lost", tier: .standard,
      lock: TTASBackoffLock.self),
    CounterEntry("ticket", "fair spinlock", lock: TicketLock.self),
    CounterEntry(
      "ticket-backoff", "fair spinlock that looks less often the more threads are ahead of it",
      tier: .standard, lock: TicketBackoffLock.self),
    CounterEntry("mcs", "fair spinlock, each waiter on a node of its own", lock: MCSLock.self),
    CounterEntry(
      "clh", "fair spinlock, each waiter on the node of the one before", tier: .standard,
      lock: CLHLock.self),
  ]
}

import BenchmarkRunner
import SyncPrimitives

extension LocksSuite {
  /// The lower bounds of the cost of a lock, and counters without a lock.
  static let controls: [CounterEntry] = [
    CounterEntry(
      "no-lock", "nothing: the floor; must lose updates from two threads on",
      isUnprotected: true, lock: NoLock.self),
    CounterEntry("atomic-add", "floor: one atomic addition, no lock", family: .floor) {
      AtomicAddCounter()
    },
    CounterEntry(
      "compare-and-swap", "one word without a lock: a loop of compare-and-swap", tier: .standard,
      family: .floor
    ) { CompareAndSwapCounter() },
    CounterEntry(
      "thread-shard", "floor: a counter of each thread's own, summed at the end", tier: .standard,
      family: .floor
    ) { ThreadShardCounter() },
  ]
}

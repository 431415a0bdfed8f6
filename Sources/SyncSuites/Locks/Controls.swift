import BenchmarkRunner
import SyncPrimitives

extension LocksSuite {
  /// What no lock can cost less than, and what counts without one.
  static let controls: [CounterEntry] = [
    CounterEntry(
      "no-lock", "nothing: the floor; must lose updates from two threads on",
      isUnprotected: true, lock: NoLock.self),
    CounterEntry("atomic-add", "floor: one atomic addition, no lock") {
      AtomicAddCounter()
    },
  ]
}

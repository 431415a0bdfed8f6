import BenchmarkModel
import SyncPrimitives

extension LocksSuite {
  /// Locks that are broken on purpose, each in a way of its own.
  ///
  /// The check, the deadline or the thread sanitizer must report each of these locks. Only the
  /// workload `control` has these locks.
  static let brokenLocks: [CounterEntry] = [
    CounterEntry(
      control: "broken-skips-atomic",
      "a spinlock that looks and then takes, without an atomic exchange",
      failing: { threads in
        threads < 2
          ? .unsound(reason: "one thread alone is never beside another")
          : .invalid(reason: "two threads may find it free at once")
      }, of: BrokenSkipsAtomic.self),
    CounterEntry(
      control: "broken-relaxed",
      "test-and-set with relaxed orderings, seen by the thread sanitizer",
      failing: { _ in
        .unsound(
          reason: "its orderings are relaxed: a strongly ordered machine hides the fault, "
            + "the thread sanitizer sees it")
      }, of: BrokenRelaxed.self),
    CounterEntry(
      control: "broken-lost-wakeup", "a futex mutex whose woken waiter forgets the other sleepers",
      failing: { threads in
        threads < 3
          ? .unsound(reason: "so few threads leave no second sleeper to forget")
          : .hangs(reason: "a thread sleeps, and nobody wakes it")
      }, of: BrokenLostWakeup.self),
    CounterEntry(
      control: "broken-self-deadlock", "a lock whose acquire locks twice", isForOneThread: true,
      failing: { _ in .hangs(reason: "it waits for itself") }, of: BrokenSelfDeadlock.self),
  ]
}

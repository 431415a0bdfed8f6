import BenchmarkRunner
import SyncPrimitives

extension LocksSuite {
  /// Locks of ours whose waiters sleep on a futex.
  static let blockingLocks: [CounterEntry] = [
    CounterEntry(
      "futex-mutex", "three-state futex, sleeps at once", tier: .standard, lock: FutexMutex.self),
    CounterEntry(
      "spin-park-futex", "three-state futex: a few threads spin for a bounded time, then sleep",
      lock: SpinParkFutex.self),
    CounterEntry(
      "spin-park-membarrier", "the same with a release that is a plain store and a look",
      tier: .standard, lock: SpinParkMembarrier.self),
    CounterEntry(
      "pi-futex", "the kernel hands over by priority, the holder inherits it",
      tier: .standard, lock: PriorityInheritingFutex.self),
    CounterEntry(
      "mcs-park", "queue lock, waiters spin and then sleep on their own nodes",
      tier: .standard, lock: MCSParkLock.self),
    CounterEntry(
      "unfair-futex-owner", "knows its owner; counterpart of os_unfair_lock", tier: .standard,
      lock: UnfairOwnerFutex.self),
    CounterEntry(
      "synchronized-table", "recursive locks by address; counterpart of @synchronized",
      tier: .standard, lock: SynchronizedTableLock.self),
    CounterEntry(
      "atomic-wrapper", "an @Atomic property wrapper's mutate, over pthread-mutex",
      tier: .standard, lock: AtomicWrapperMutate.self),
    CounterEntry(
      "atomic-wrapper-get-set",
      "+= through an @Atomic property; must lose updates from two threads on",
      isUnprotected: true, tier: .standard
    ) { AtomicWrapperGetSetCounter() },
    CounterEntry(
      "queue-property-get-set",
      "+= through a property of a queue's sync; must lose updates from two threads on",
      isUnprotected: true, tier: .standard
    ) { QueuePropertyGetSetCounter() },
  ]
}

import BenchmarkRunner
import CSyncShims
import SyncPrimitives

extension LocksSuite {
  /// Locks whose waiters never sleep.
  static let spinningLocks: [CounterEntry] = [
    CounterEntry(
      "test-and-set", "spinlock by exchange, with a pause between tries", lock: TestAndSetLock.self),
    CounterEntry(
      "ttas", "spinlock that reads before each further try, without a pause", tier: .standard,
      lock: TTASLock<NoRest>.self),
    CounterEntry(
      "ttas-pause", "spinlock that reads before each further try", lock: TTASLock<Pause>.self),
    CounterEntry(
      "ttas-yield", "spinlock that yields before it reads and tries again", tier: .standard,
      lock: TTASLock<Yield>.self),
    CounterEntry(
      "ttas-backoff", "spinlock that waits longer the more often it has lost", tier: .standard,
      lock: TTASBackoffLock.self),
    CounterEntry("ticket", "fair spinlock", lock: TicketLock.self),
    CounterEntry(
      "ticket-backoff", "fair spinlock whose waiter looks less often the more threads are ahead",
      tier: .standard, lock: TicketBackoffLock.self),
    CounterEntry("mcs", "fair spinlock, each waiter spins on its own node", lock: MCSLock.self),
    CounterEntry(
      "clh", "fair spinlock, each waiter spins on its predecessor's node", tier: .standard,
      lock: CLHLock.self),
    CounterEntry(
      "queued-spinlock", "Linux's: the first waiter spins on the lock's word, others queue",
      tier: .standard, lock: QueuedSpinlock.self),
    CounterEntry(
      "cna", "mcs that prefers waiters of its own memory node (\(memoryNodes))", tier: .standard,
      lock: CNALock.self),
    CounterEntry(
      "hemlock", "fair spinlock with one word for each thread", tier: .standard,
      lock: HemlockLock.self),
    CounterEntry(
      "reciprocating", "spinlock that serves each stack of arrivals from its top",
      tier: .standard, lock: ReciprocatingLock.self),
    CounterEntry(
      "waiting-array", "ticket lock (TWA) whose distant waiters spin on a shared array",
      tier: .standard, lock: WaitingArrayLock.self),
    CounterEntry(
      "flat-combining", "the holder also runs the sections of the waiting threads",
      tier: .standard, lock: FlatCombiningLock.self),
  ]

  /// Locks of this package whose waiters sleep, and Swift properties that a lock or a queue guards.
  ///
  /// The properties with `get-set` in their name lose updates.
  static let blockingLocks: [CounterEntry] = [
    CounterEntry(
      "futex-mutex", "three-state futex, sleeps at once", tier: .standard, lock: FutexMutex.self),
    CounterEntry(
      "spin-park-futex", "three-state futex: a few threads spin for a bounded time, then sleep",
      lock: SpinParkFutex.self),
    CounterEntry(
      "spin-park-membarrier",
      "as spin-park-futex, but a release is a plain store and then a check for sleepers",
      tier: .standard, lock: SpinParkMembarrier.self),
    CounterEntry(
      "parking-lot", "one byte; waiters spin, then sleep in a table outside the lock",
      tier: .standard, lock: ParkingLotLock.self),
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

  /// Locks of the system's libraries and of SwiftNIO, and primitives that are used as locks.
  static let systemLocks: [CounterEntry] = [
    CounterEntry("pthread-mutex", "glibc's default mutex", lock: PthreadMutex.self),
    CounterEntry(
      "pthread-mutex-adaptive", "glibc's mutex that tries before it sleeps",
      lock: PthreadMutexOf<AdaptiveKind>.self),
    CounterEntry(
      "pthread-mutex-errorcheck", "glibc's mutex that checks its owner", tier: .standard,
      lock: PthreadMutexOf<ErrorCheckKind>.self),
    CounterEntry(
      "pthread-mutex-recursive", "glibc's mutex that counts its owner's acquisitions",
      tier: .standard, lock: PthreadMutexOf<RecursiveKind>.self),
    CounterEntry(
      "pthread-mutex-pi", "glibc's mutex that lends its owner the waiters' priority",
      tier: .standard, lock: PthreadMutexOf<PriorityInheritingKind>.self),
    CounterEntry(
      "pthread-mutex-robust", "glibc's mutex that outlives its owner", tier: .standard,
      lock: PthreadMutexOf<RobustKind>.self),
    CounterEntry(
      "pthread-spinlock", "glibc's spinlock", tier: .standard, lock: PthreadSpinlock.self),
    CounterEntry(
      "sem", "POSIX semaphore that starts at one", tier: .standard, lock: SemaphoreLock.self),
    CounterEntry(
      "condition-variable", "a flag behind a pthread mutex and a condition variable",
      tier: .standard, lock: ConditionVariableLock.self),
    CounterEntry("ns-lock", "Foundation, over pthread-mutex", lock: NSLockExclusion.self),
    CounterEntry(
      "ns-recursive-lock", "Foundation, over a recursive pthread mutex",
      tier: .standard, lock: NSRecursiveLockExclusion.self),
    CounterEntry(
      "ns-condition-lock", "Foundation, over a mutex and a condition variable", tier: .standard,
      lock: NSConditionLockExclusion.self),
    CounterEntry("mutex", "Synchronization.Mutex", lock: StandardMutex.self),
    CounterEntry("nio-lock", "SwiftNIO, over pthread-mutex", lock: NIOLockExclusion.self),
    CounterEntry(
      "nio-locked-value-box", "SwiftNIO's value behind pthread-mutex", tier: .standard,
      lock: NIOLockedValueBoxExclusion.self),
    CounterEntry(
      "dispatch-semaphore", "DispatchSemaphore(value: 1)",
      lock: DispatchSemaphoreLock.self),
    CounterEntry("serial-queue-sync", "a serial queue's sync", lock: SerialQueueSync.self),
    CounterEntry(
      "serial-queue-sync-f", "dispatch_sync_f in place of sync", tier: .standard,
      traits: SyncFunctionCounter<Serial>.traits
    ) { SyncFunctionCounter<Serial>() },
    CounterEntry(
      "actor", "an actor's increment, awaited by tasks", actor: ActorCounter.self),
    CounterEntry(
      "actor-from-thread", "an actor's increment, for threads: each starts a task and waits for it",
      usesPool: true, tier: .standard, family: .composite
    ) { ActorForThreadsCounter() },
    CounterEntry(
      "operation-queue", "an operation, added and waited for, one at a time", usesPool: true,
      tier: .standard, lock: OperationQueueExclusion.self),
  ]

  /// The floors: counters without a lock.
  static let floors: [CounterEntry] = [
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

  /// The words about the machine's memory nodes in `cna`'s summary: with a single node, `cna` is
  /// `mcs`.
  private static var memoryNodes: String {
    let nodes = sync_memory_nodes()
    return nodes > 1 ? "here \(nodes) nodes" : "here one node, so it is mcs"
  }
}

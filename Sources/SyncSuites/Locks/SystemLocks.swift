import BenchmarkRunner
import SyncPrimitives

extension LocksSuite {
  /// Locks of the system's libraries, and primitives that are used as locks.
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
      "serial-queue-sync-f", "the same through dispatch_sync_f", tier: .standard,
      traits: SyncFunctionCounter<Serial>.traits
    ) { SyncFunctionCounter<Serial>() },
    CounterEntry(
      "actor", "an actor's increment, awaited by tasks", actor: ActorCounter.self),
    CounterEntry(
      "actor-from-thread", "the same, for threads: each starts a task and waits for it",
      usesPool: true, tier: .standard, family: .composite
    ) { ActorForThreadsCounter() },
    CounterEntry(
      "operation-queue", "an operation, added and waited for, one at a time", usesPool: true,
      tier: .standard, lock: OperationQueueExclusion.self),
  ]
}

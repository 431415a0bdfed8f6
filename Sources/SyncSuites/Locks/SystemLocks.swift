import BenchmarkRunner
import SyncPrimitives

extension LocksSuite {
  /// Locks of the system's libraries, and what is used as one.
  static let systemLocks: [CounterEntry] = [
    CounterEntry(
      "pthread-mutex", "glibc's default mutex", lock: PthreadMutex.self),
    CounterEntry(
      "ns-lock", "Foundation, over pthread-mutex", lock: NSLockExclusion.self),
    CounterEntry(
      "ns-recursive-lock", "Foundation, over a recursive pthread mutex",
      lock: NSRecursiveLockExclusion.self),
    CounterEntry("mutex", "Synchronization.Mutex", lock: StandardMutex.self),
    CounterEntry(
      "nio-lock", "SwiftNIO, over pthread-mutex", lock: NIOLockExclusion.self),
    CounterEntry(
      "dispatch-semaphore", "DispatchSemaphore(value: 1)",
      lock: DispatchSemaphoreLock.self),
    CounterEntry(
      "serial-queue-sync", "a serial queue's sync", lock: SerialQueueSync.self),
  ]
}

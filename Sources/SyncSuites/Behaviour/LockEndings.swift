import SyncPrimitives
import SyncWorkloads

/// Uses of locks that are said to end a process.
enum LockEndings {
  static let all: [Ending] = [
    relock("relock-unfair-futex-owner", "unfair-futex-owner", UnfairOwnerFutex.self),
    relock("relock-mutex", "Synchronization.Mutex", StandardMutex.self),
    relock("relock-ns-lock", "NSLock", NSLockExclusion.self),
    relock("relock-nio-lock", "NIOLock", NIOLockExclusion.self),
    relock("relock-pthread-mutex", "a default pthread mutex", PthreadMutex.self),
    relock("relock-ns-recursive-lock", "NSRecursiveLock", NSRecursiveLockExclusion.self),
  ]

  private static func relock<Exclusion: MutualExclusion & ~Copyable>(
    _ name: String, _ lock: String, _ type: Exclusion.Type
  ) -> Ending where Exclusion.ThreadState == Void {
    Ending(name, "a thread takes \(lock) twice") {
      let exclusion = Exclusion()
      var outer: Void = ()
      exclusion.exclusively(&outer) {
        var inner: Void = ()
        exclusion.exclusively(&inner) {}
      }
    }
  }
}

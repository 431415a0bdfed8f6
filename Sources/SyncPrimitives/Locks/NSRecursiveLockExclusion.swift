public import CSyncShims
public import Foundation

/// Foundation's `NSRecursiveLock`: a class around a recursive `pthread_mutex_t`, which knows its owner.
public struct NSRecursiveLockExclusion: TryLock {
  @usableFromInline let lock = NSRecursiveLock()

  /// How it behaves.
  public static var traits: LockTraits? {
    LockTraits(relock: .recurses, wraps: "pthread-mutex-recursive")
  }

  /// Makes a free lock.
  @inlinable public init() {}

  /// Locks.
  @inlinable @inline(__always)
  public func acquire() {
    // Its loops and NSLock's differ in their calls alone, and would be merged.
    sync_mark(6)
    lock.lock()
  }

  /// Locks if nobody else holds it.
  @inlinable @inline(__always)
  public func tryAcquire() -> Bool {
    sync_mark(6)
    return lock.try()
  }

  /// Unlocks.
  @inlinable @inline(__always) public func release() { lock.unlock() }
}

public import Foundation

/// Foundation's `NSLock`: a class around a default `pthread_mutex_t`.
public struct NSLockExclusion: TryLock {
  @usableFromInline let lock = NSLock()

  /// How it behaves.
  public static var traits: LockTraits? {
    LockTraits(wraps: "pthread-mutex")
  }

  /// Makes a free lock.
  @inlinable public init() {}

  /// Locks.
  @inlinable @inline(__always) public func acquire() { lock.lock() }

  /// Locks if it is free.
  @inlinable @inline(__always) public func tryAcquire() -> Bool { lock.try() }

  /// Unlocks.
  @inlinable @inline(__always) public func release() { lock.unlock() }
}

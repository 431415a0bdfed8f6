public import Foundation

/// Foundation's `NSLock`: a class around a default `pthread_mutex_t`.
public struct NSLockExclusion: Lock {
  @usableFromInline let lock = NSLock()

  /// Makes a free lock.
  @inlinable public init() {}

  /// Locks.
  @inlinable @inline(__always) public func acquire() { lock.lock() }

  /// Unlocks.
  @inlinable @inline(__always) public func release() { lock.unlock() }
}

public import NIOConcurrencyHelpers

/// SwiftNIO's `NIOLock`: a default `pthread_mutex_t` in tail-allocated storage.
public struct NIOLockExclusion: Lock {
  @usableFromInline let lock = NIOLock()

  /// How it behaves.
  public static var traits: LockTraits? {
    LockTraits(wraps: "pthread-mutex")
  }

  /// Makes a free lock.
  @inlinable public init() {}

  /// Locks.
  @inlinable @inline(__always) public func acquire() { lock.lock() }

  /// Unlocks.
  @inlinable @inline(__always) public func release() { lock.unlock() }
}

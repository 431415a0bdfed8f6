public import NIOConcurrencyHelpers

/// SwiftNIO's `NIOLock`: a default `pthread_mutex_t` in tail-allocated storage.
public struct NIOLockExclusion: Lock {
  @usableFromInline let lock = NIOLock()

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? {
    LockTraits(wraps: "pthread-mutex", module: "NIOConcurrencyHelpers")
  }

  /// Makes a free lock.
  @inlinable public init() {}

  /// Takes the lock.
  @inlinable @inline(__always) public func acquire() { lock.lock() }

  /// Gives the lock back.
  @inlinable @inline(__always) public func release() { lock.unlock() }
}

/// SwiftNIO's `NIOLockedValueBox`: a value and its default `pthread_mutex_t` in one allocation,
/// used through `withLockedValue`.
public struct NIOLockedValueBoxExclusion: MutualExclusion {
  /// The box has a number, because a `Void` value would be at the address of the box's mutex.
  @usableFromInline let box = NIOLockedValueBox(0)

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? {
    LockTraits(wraps: "pthread-mutex", module: "NIOConcurrencyHelpers")
  }

  /// Makes a free lock.
  @inlinable public init() {}

  /// Runs `body` in `withLockedValue`.
  @inlinable @inline(__always)
  public func exclusively(_ state: inout Void, _ body: () -> Void) {
    box.withLockedValue { _ in body() }
  }
}

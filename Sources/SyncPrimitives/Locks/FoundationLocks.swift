public import CSyncShims
public import Foundation

/// Foundation's `NSLock`: a class around a default `pthread_mutex_t`.
public struct NSLockExclusion: TryLock {
  @usableFromInline let lock = NSLock()

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? { LockTraits(wraps: "pthread-mutex", module: "Foundation") }

  /// Makes a free lock.
  @inlinable public init() {}

  /// Takes the lock.
  @inlinable @inline(__always) public func acquire() { lock.lock() }

  /// Takes the lock if it is free.
  @inlinable @inline(__always) public func tryAcquire() -> Bool { lock.try() }

  /// Gives the lock back.
  @inlinable @inline(__always) public func release() { lock.unlock() }
}

/// Foundation's `NSRecursiveLock`: a class around a recursive `pthread_mutex_t`, which knows its
/// owner.
public struct NSRecursiveLockExclusion: TryLock {
  @usableFromInline let lock = NSRecursiveLock()

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? {
    LockTraits(relock: .recurses, wraps: "pthread-mutex-recursive", module: "Foundation")
  }

  /// Makes a free lock.
  @inlinable public init() {}

  /// Takes the lock.
  @inlinable @inline(__always)
  public func acquire() {
    // Without `sync_mark`, the optimiser would merge this lock's loops with NSLock's, which differ
    // only in their calls.
    sync_mark(6)
    lock.lock()
  }

  /// Takes the lock if no other thread holds it.
  @inlinable @inline(__always)
  public func tryAcquire() -> Bool {
    sync_mark(6)
    return lock.try()
  }

  /// Gives the lock back.
  @inlinable @inline(__always) public func release() { lock.unlock() }
}

/// Foundation's `NSConditionLock` without its conditions: a monitor that stores its owner instead
/// of a flag.
///
/// A release wakes every waiting thread, and all of them except one go back to sleep. The lock is
/// acquired by `lock(before:)`. On Linux, `lock()` is that call with `Date.distantFuture` and ends
/// the process if it has to wait, because that date in nanoseconds does not fit an Int64
/// (swift-corelibs-foundation, issue 3223).
public struct NSConditionLockExclusion: TryLock {
  @usableFromInline let lock = NSConditionLock()
  /// A date in the year 2255, about the last date that the lock can wait for.
  @usableFromInline let deadline = Date(timeIntervalSince1970: 9_000_000_000)

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? {
    LockTraits(wraps: "condition-variable", module: "Foundation")
  }

  /// Makes a free lock.
  @inlinable public init() {}

  /// Takes the lock, with a deadline that never comes.
  @inlinable @inline(__always) public func acquire() { while !lock.lock(before: deadline) {} }

  /// Takes the lock if it is free.
  @inlinable @inline(__always) public func tryAcquire() -> Bool { lock.try() }

  /// Gives the lock back.
  @inlinable @inline(__always) public func release() { lock.unlock() }
}

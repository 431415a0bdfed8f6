public import Dispatch

/// `DispatchSemaphore(value: 1)` used as a lock, which on Linux wraps a POSIX semaphore.
///
/// The lock is unfair and has no owner: any thread may signal the semaphore.
public struct DispatchSemaphoreLock: TryLock {
  @usableFromInline let semaphore = DispatchSemaphore(value: 1)

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? { LockTraits(wraps: "sem", module: "Dispatch") }

  /// Makes a free lock.
  @inlinable public init() {}

  /// Waits for the semaphore.
  @inlinable @inline(__always) public func acquire() { semaphore.wait() }

  /// Tries with a deadline of now, which reads the clock but never waits.
  @inlinable @inline(__always)
  public func tryAcquire() -> Bool { semaphore.wait(timeout: .now()) == .success }

  /// Signals the semaphore.
  @inlinable @inline(__always) public func release() { semaphore.signal() }
}

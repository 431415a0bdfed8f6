public import Dispatch

/// `DispatchSemaphore(value: 1)` used as a lock: on Linux a POSIX semaphore underneath.
///
/// Unfair, without an owner: any thread may signal it.
public struct DispatchSemaphoreLock: TryLock {
  @usableFromInline let semaphore = DispatchSemaphore(value: 1)

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? { LockTraits(wraps: "sem", module: "Dispatch") }

  /// Makes a free one.
  @inlinable public init() {}

  /// Waits for the semaphore.
  @inlinable @inline(__always) public func acquire() { semaphore.wait() }

  /// Waits until now, which has passed by then: there is no wait, but the clock is read.
  @inlinable @inline(__always)
  public func tryAcquire() -> Bool { semaphore.wait(timeout: .now()) == .success }

  /// Gives the semaphore's one place back.
  @inlinable @inline(__always) public func release() { semaphore.signal() }
}

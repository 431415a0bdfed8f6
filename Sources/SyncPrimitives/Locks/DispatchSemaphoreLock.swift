public import Dispatch

/// `DispatchSemaphore(value: 1)` used as a lock: on Linux a POSIX semaphore underneath.
///
/// Unfair, without an owner: any thread may signal it.
public struct DispatchSemaphoreLock: Lock {
  @usableFromInline let semaphore = DispatchSemaphore(value: 1)

  /// How it behaves.
  public static var traits: LockTraits? {
    LockTraits(wraps: "semaphore")
  }

  /// Makes a free one.
  @inlinable public init() {}

  /// Waits.
  @inlinable @inline(__always) public func acquire() { semaphore.wait() }

  /// Signals.
  @inlinable @inline(__always) public func release() { semaphore.signal() }
}

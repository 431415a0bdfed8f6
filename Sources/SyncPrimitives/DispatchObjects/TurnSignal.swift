public import Dispatch
public import Glibc

/// Something that a thread sleeps on until another thread signals it.
public protocol TurnSignal: ~Copyable, Sendable {
  /// Makes one that nobody has signalled.
  init()

  /// Lets one wait return: the next, where nobody waits.
  borrowing func signal()

  /// Returns when it has been signalled as often as it has been waited for.
  borrowing func wait()
}

/// `DispatchSemaphore`: on Linux an atomic count in front of a POSIX semaphore.
public struct DispatchTurnSignal: TurnSignal {
  @usableFromInline let semaphore = DispatchSemaphore(value: 0)

  /// Makes one at zero.
  @inlinable public init() {}

  /// Signals.
  @inlinable @inline(__always) public func signal() { semaphore.signal() }

  /// Waits.
  @inlinable @inline(__always) public func wait() { semaphore.wait() }
}

/// A POSIX semaphore, `sem_t`: what a `DispatchSemaphore` sleeps on.
public struct SemaphoreTurnSignal: TurnSignal, ~Copyable {
  @usableFromInline let semaphore: CacheAligned<sem_t>

  /// Makes one at zero.
  @inlinable
  public init() {
    semaphore = CacheAligned(sem_t())
    sem_init(semaphore.pointer, 0, 0)
  }

  /// Posts.
  @inlinable @inline(__always) public borrowing func signal() { sem_post(semaphore.pointer) }

  /// Waits, again where a signal handler cut the wait short.
  @inlinable @inline(__always)
  public borrowing func wait() { while sem_wait(semaphore.pointer) != 0 {} }

  @inlinable deinit { sem_destroy(semaphore.pointer) }
}

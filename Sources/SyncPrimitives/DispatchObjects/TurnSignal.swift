public import Dispatch
public import Glibc

/// An object, such as a semaphore, on which a thread sleeps until another thread signals.
public protocol TurnSignal: ~Copyable, Sendable {
  /// Makes an instance without pending signals.
  init()

  /// Lets one wait return: the next wait, if no thread waits now.
  borrowing func signal()

  /// Waits until a signal is pending, and takes that signal.
  borrowing func wait()
}

/// `DispatchSemaphore`: on Linux an atomic count in front of a POSIX semaphore.
public struct DispatchTurnSignal: TurnSignal {
  @usableFromInline let semaphore = DispatchSemaphore(value: 0)

  /// Makes a semaphore at zero.
  @inlinable public init() {}

  /// Signals the semaphore once.
  @inlinable @inline(__always) public func signal() { semaphore.signal() }

  /// Waits for the semaphore.
  @inlinable @inline(__always) public func wait() { semaphore.wait() }
}

/// A POSIX semaphore, `sem_t`: a `DispatchSemaphore` sleeps on such a semaphore.
public struct SemaphoreTurnSignal: TurnSignal, ~Copyable {
  @usableFromInline let semaphore: CacheAligned<sem_t>

  /// Makes a semaphore at zero.
  @inlinable
  public init() {
    semaphore = CacheAligned(sem_t())
    sem_init(semaphore.pointer, 0, 0)
  }

  /// Posts to the semaphore.
  @inlinable @inline(__always) public borrowing func signal() { sem_post(semaphore.pointer) }

  /// Waits, and waits again if a signal handler interrupted the wait.
  @inlinable @inline(__always)
  public borrowing func wait() { while sem_wait(semaphore.pointer) != 0 {} }

  @inlinable deinit { sem_destroy(semaphore.pointer) }
}

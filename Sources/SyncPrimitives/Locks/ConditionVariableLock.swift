public import Glibc

/// A flag behind a pthread mutex, with a condition variable to wait on: a monitor used as a lock.
///
/// The mutex is held only to access the flag, never during a critical section. The mutex orders the
/// sections: a thread that sees the flag down has locked the mutex after the thread that put the
/// flag down. The lock is unfair: a newcomer may find the flag down before the woken thread does.
/// Source: Hoare, "Monitors: an operating system structuring concept" (1974), with the semantics of
/// Lampson and Redell (1980): a woken thread tests the flag again.
public struct ConditionVariableLock: TryLock, ~Copyable {
  /// The shared state of waiters and holders, on cache lines of its own.
  @usableFromInline
  struct Monitor {
    @usableFromInline var mutex = pthread_mutex_t()
    @usableFromInline var isFree = pthread_cond_t()
    @usableFromInline var isHeld = false

    @inlinable init() {}
  }

  @usableFromInline let monitor: CacheAligned<Monitor>

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? { LockTraits(family: .composite) }

  /// Makes a free lock.
  @inlinable
  public init() {
    monitor = CacheAligned(Monitor())
    pthread_mutex_init(&monitor.pointer.pointee.mutex, nil)
    pthread_cond_init(&monitor.pointer.pointee.isFree, nil)
  }

  /// Waits until the flag is down, then puts it up.
  @inlinable @inline(__always)
  public borrowing func acquire() {
    let monitor = self.monitor.pointer
    pthread_mutex_lock(&monitor.pointee.mutex)
    while monitor.pointee.isHeld {
      pthread_cond_wait(&monitor.pointee.isFree, &monitor.pointee.mutex)
    }
    monitor.pointee.isHeld = true
    pthread_mutex_unlock(&monitor.pointee.mutex)
  }

  /// Puts the flag up if it is down.
  @inlinable @inline(__always)
  public borrowing func tryAcquire() -> Bool {
    let monitor = self.monitor.pointer
    pthread_mutex_lock(&monitor.pointee.mutex)
    let isMine = !monitor.pointee.isHeld
    if isMine { monitor.pointee.isHeld = true }
    pthread_mutex_unlock(&monitor.pointee.mutex)
    return isMine
  }

  /// Puts the flag down, and wakes one thread after the unlock, so that the woken thread finds the
  /// mutex free.
  @inlinable @inline(__always)
  public borrowing func release() {
    let monitor = self.monitor.pointer
    pthread_mutex_lock(&monitor.pointee.mutex)
    monitor.pointee.isHeld = false
    pthread_mutex_unlock(&monitor.pointee.mutex)
    pthread_cond_signal(&monitor.pointee.isFree)
  }

  @inlinable
  deinit {
    pthread_cond_destroy(&monitor.pointer.pointee.isFree)
    pthread_mutex_destroy(&monitor.pointer.pointee.mutex)
  }
}

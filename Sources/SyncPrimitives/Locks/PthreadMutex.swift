public import Glibc

/// glibc's `pthread_mutex_t` with default attributes: a futex mutex that does not spin.
///
/// The mutex is unfair, not recursive and not owner-checked. NSLock and NIOLock wrap the same
/// mutex.
public struct PthreadMutex: TryLock, ~Copyable {
  @usableFromInline let mutex: CacheAligned<pthread_mutex_t>

  /// The mutex, whose first word says whether it is held.
  public borrowing func lockWord() -> UnsafeRawPointer? { UnsafeRawPointer(mutex.pointer) }

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? { LockTraits(family: .pthread) }

  /// Makes a free mutex.
  @inlinable
  public init() {
    mutex = CacheAligned(pthread_mutex_t())
    pthread_mutex_init(mutex.pointer, nil)
  }

  /// Takes the lock.
  @inlinable @inline(__always) public borrowing func acquire() { pthread_mutex_lock(mutex.pointer) }

  /// Takes the lock if it is free.
  @inlinable @inline(__always)
  public borrowing func tryAcquire() -> Bool { pthread_mutex_trylock(mutex.pointer) == 0 }

  /// Gives the lock back.
  @inlinable @inline(__always)
  public borrowing func release() { pthread_mutex_unlock(mutex.pointer) }

  @inlinable deinit { pthread_mutex_destroy(mutex.pointer) }
}

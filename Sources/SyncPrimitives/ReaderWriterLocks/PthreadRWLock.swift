public import Glibc

/// glibc's `pthread_rwlock_t` with default attributes, which prefers readers: writers may starve.
public struct PthreadRWLock: ReaderWriterLock, ~Copyable {
  @usableFromInline let lock: CacheAligned<pthread_rwlock_t>

  /// How it behaves.
  public static var traits: ReaderWriterTraits? {
    ReaderWriterTraits(
      preference: .readers, readerWaiting: .sleeps, writerWaiting: .sleeps, writersMayStarve: true)
  }

  /// Makes a free lock.
  @inlinable
  public init() {
    lock = CacheAligned(pthread_rwlock_t())
    pthread_rwlock_init(lock.pointer, nil)
  }

  /// Takes the read lock.
  @inlinable @inline(__always)
  public borrowing func acquireShared() { pthread_rwlock_rdlock(lock.pointer) }

  /// Gives the read lock back.
  @inlinable @inline(__always)
  public borrowing func releaseShared() { pthread_rwlock_unlock(lock.pointer) }

  /// Takes the write lock.
  @inlinable @inline(__always)
  public borrowing func acquireExclusive() { pthread_rwlock_wrlock(lock.pointer) }

  /// Gives the write lock back.
  @inlinable @inline(__always)
  public borrowing func releaseExclusive() { pthread_rwlock_unlock(lock.pointer) }

  @inlinable
  deinit { pthread_rwlock_destroy(lock.pointer) }
}

public import Glibc

/// glibc's `pthread_rwlock_t` that prefers writers: a reader waits while a writer does, so readers may
/// starve, and a thread that reads inside a read can wait for itself.
///
/// By `PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP`: glibc ignores `PTHREAD_RWLOCK_PREFER_WRITER_NP`,
/// for POSIX lets a thread read inside a read (pthread_rwlockattr_setkind_np(3)).
public struct PthreadWriterRWLock: ReaderWriterLock, ~Copyable {
  @usableFromInline let lock: CacheAligned<pthread_rwlock_t>

  /// How it behaves.
  public static var traits: ReaderWriterTraits? {
    ReaderWriterTraits(
      preference: .writers, readerWaiting: .sleeps, writerWaiting: .sleeps, readersMayStarve: true)
  }

  /// Makes a free lock.
  @inlinable
  public init() {
    lock = CacheAligned(pthread_rwlock_t())
    var attributes = pthread_rwlockattr_t()
    pthread_rwlockattr_init(&attributes)
    let status = pthread_rwlockattr_setkind_np(
      &attributes, Int32(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP))
    precondition(status == 0, "glibc does not know the writer-preferring kind")
    pthread_rwlock_init(lock.pointer, &attributes)
    pthread_rwlockattr_destroy(&attributes)
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

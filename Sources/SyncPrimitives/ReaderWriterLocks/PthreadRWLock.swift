public import Glibc

/// The preference of a `pthread_rwlock_t` for readers or for writers, as a type.
public protocol RWLockPreference: Sendable {
  /// The declared behaviour of a lock with the preference.
  static var traits: ReaderWriterTraits { get }

  /// glibc's number for the preference, which glibc calls the lock's kind.
  static var kind: Int32 { get }
}

/// glibc's default, which prefers readers: writers may starve.
public enum PreferringReaders: RWLockPreference {
  /// The declared behaviour of the primitive.
  public static var traits: ReaderWriterTraits {
    ReaderWriterTraits(
      preference: .readers, readerWaiting: .sleeps, writerWaiting: .sleeps, writersMayStarve: true,
      family: .pthread)
  }

  /// `PTHREAD_RWLOCK_PREFER_READER_NP`.
  public static var kind: Int32 { Int32(PTHREAD_RWLOCK_PREFER_READER_NP) }
}

/// The preference for writers: a reader waits while a writer waits, so readers may starve.
///
/// A thread that takes the read lock a second time can wait for itself.
public enum PreferringWriters: RWLockPreference {
  /// The declared behaviour of the primitive.
  public static var traits: ReaderWriterTraits {
    ReaderWriterTraits(
      preference: .writers, readerWaiting: .sleeps, writerWaiting: .sleeps, readersMayStarve: true,
      family: .pthread)
  }

  /// `PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP`: glibc ignores
  /// `PTHREAD_RWLOCK_PREFER_WRITER_NP`, because POSIX lets a thread read inside a read
  /// (pthread_rwlockattr_setkind_np(3)).
  public static var kind: Int32 { Int32(PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP) }
}

/// glibc's `pthread_rwlock_t`.
public struct PthreadRWLock<Preference: RWLockPreference>: ReaderWriterLock, ~Copyable {
  @usableFromInline let lock: CacheAligned<pthread_rwlock_t>

  /// The declared behaviour of the primitive.
  public static var traits: ReaderWriterTraits? { Preference.traits }

  /// Makes a free lock.
  public init() {
    lock = CacheAligned(pthread_rwlock_t())
    var attributes = pthread_rwlockattr_t()
    pthread_rwlockattr_init(&attributes)
    let status = pthread_rwlockattr_setkind_np(&attributes, Preference.kind)
    precondition(status == 0, "glibc does not know the kind")
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

  @inlinable deinit { pthread_rwlock_destroy(lock.pointer) }
}

public import Glibc

/// glibc's `pthread_rwlock_t` with default attributes, which prefers readers: writers may starve.
public struct PthreadRWLock: ReaderWriterExclusion, ~Copyable {
  @usableFromInline let lock: CacheAligned<pthread_rwlock_t>

  /// Makes a free lock.
  @inlinable
  public init() {
    lock = CacheAligned(pthread_rwlock_t())
    pthread_rwlock_init(lock.pointer, nil)
  }

  /// Reads under the read lock.
  @inlinable @inline(__always)
  public borrowing func read(_ section: PairSection) -> Bool {
    pthread_rwlock_rdlock(lock.pointer)
    let isWhole = section.read()
    pthread_rwlock_unlock(lock.pointer)
    return isWhole
  }

  /// Writes under the write lock.
  @inlinable @inline(__always)
  public borrowing func write(_ section: PairSection) {
    pthread_rwlock_wrlock(lock.pointer)
    section.write()
    pthread_rwlock_unlock(lock.pointer)
  }

  @inlinable
  deinit { pthread_rwlock_destroy(lock.pointer) }
}

public import CSyncShims
public import Glibc

/// A POSIX semaphore, `sem_t`, that starts at one: what a `DispatchSemaphore` sleeps on.
///
/// Free, it is an atomic step each way; taken, a futex wait without spinning. Unfair, without an owner:
/// any thread may post.
public struct SemaphoreLock: TryLock, ~Copyable {
  @usableFromInline let semaphore: CacheAligned<sem_t>

  /// The semaphore, whose first word is its value.
  public borrowing func lockWord() -> UnsafeRawPointer? { UnsafeRawPointer(semaphore.pointer) }

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? { LockTraits(family: .composite) }

  /// Makes a free one.
  @inlinable
  public init() {
    semaphore = CacheAligned(sem_t())
    sem_init(semaphore.pointer, 0, 1)
  }

  /// Waits, again where a signal handler cut the wait short.
  @inlinable @inline(__always)
  public borrowing func acquire() { while sem_wait(semaphore.pointer) != 0 {} }

  /// Takes it if it is free.
  @inlinable @inline(__always)
  public borrowing func tryAcquire() -> Bool {
    // Tried, this lock and pthread-mutex differ in their calls alone, and their loops would be merged.
    sync_mark(2)
    return sem_trywait(semaphore.pointer) == 0
  }

  /// Posts to the semaphore.
  @inlinable @inline(__always) public borrowing func release() { sem_post(semaphore.pointer) }

  @inlinable deinit { sem_destroy(semaphore.pointer) }
}

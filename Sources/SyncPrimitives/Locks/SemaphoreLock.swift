public import CSyncShims
public import Glibc

/// A POSIX semaphore whose value starts at one: a `sem_t`, on which a `DispatchSemaphore` also waits
/// on Linux.
///
/// Without contention, an acquisition and a release are one atomic step each. With contention, a
/// waiter sleeps on a futex without spinning. The lock is unfair and has no owner: any thread may
/// post.
public struct SemaphoreLock: TryLock, ~Copyable {
  @usableFromInline let semaphore: CacheAligned<sem_t>

  /// The semaphore, whose first word is its value.
  public borrowing func lockWord() -> UnsafeRawPointer? { UnsafeRawPointer(semaphore.pointer) }

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? { LockTraits(family: .composite) }

  /// Makes a free lock.
  @inlinable
  public init() {
    semaphore = CacheAligned(sem_t())
    sem_init(semaphore.pointer, 0, 1)
  }

  /// Waits, and waits again if a signal handler interrupted the wait.
  @inlinable @inline(__always)
  public borrowing func acquire() { while sem_wait(semaphore.pointer) != 0 {} }

  /// Takes the lock if it is free.
  @inlinable @inline(__always)
  public borrowing func tryAcquire() -> Bool {
    // Without `sync_mark`, the optimiser would merge this lock's loop of tries with pthread-mutex's,
    // because they differ only in the function that they call. The merged loop would call the
    // function through a pointer.
    sync_mark(2)
    return sem_trywait(semaphore.pointer) == 0
  }

  /// Posts to the semaphore.
  @inlinable @inline(__always) public borrowing func release() { sem_post(semaphore.pointer) }

  @inlinable deinit { sem_destroy(semaphore.pointer) }
}

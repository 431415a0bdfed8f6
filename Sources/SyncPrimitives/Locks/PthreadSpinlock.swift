public import CSyncShims
public import Glibc

/// glibc's `pthread_spinlock_t`, whose waiters never sleep.
///
/// On x86-64, a try is a decrement, and while the lock is taken, a waiter reads with pauses between
/// its tries. On other processors, a try is an exchange. The lock is unfair and does not know its
/// owner.
public struct PthreadSpinlock: TryLock, ~Copyable {
  @usableFromInline let word: CacheAligned<pthread_spinlock_t>

  /// The address of the lock's word, which threads contend for.
  public borrowing func lockWord() -> UnsafeRawPointer? { UnsafeRawPointer(word.pointer) }

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? { LockTraits(waiting: .spins) }

  /// Makes a free lock.
  @inlinable
  public init() {
    word = CacheAligned(0)
    pthread_spin_init(word.pointer, Int32(PTHREAD_PROCESS_PRIVATE))
  }

  /// Spins until the thread has the lock.
  @inlinable @inline(__always)
  public borrowing func acquire() {
    // Without `sync_mark`, the optimiser would merge this lock's loops with pthread-mutex's, which
    // differ only in their calls.
    sync_mark(1)
    pthread_spin_lock(word.pointer)
  }

  /// Takes the lock if it is free.
  @inlinable @inline(__always)
  public borrowing func tryAcquire() -> Bool {
    sync_mark(1)
    return pthread_spin_trylock(word.pointer) == 0
  }

  /// Gives the lock back.
  @inlinable @inline(__always) public borrowing func release() { pthread_spin_unlock(word.pointer) }

  @inlinable deinit { pthread_spin_destroy(word.pointer) }
}

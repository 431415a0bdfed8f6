public import CSyncShims
public import Glibc

/// glibc's `pthread_spinlock_t`: it never sleeps.
///
/// On x86-64 a decrement, and while the lock is taken a read with a pause between tries; elsewhere an
/// exchange. Unfair, and no owner is known.
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

  /// Spins until it has it.
  @inlinable @inline(__always)
  public borrowing func acquire() {
    // The loops of pthread-mutex and of this lock differ in their calls alone, and would be merged.
    sync_mark(1)
    pthread_spin_lock(word.pointer)
  }

  /// Takes it if it is free.
  @inlinable @inline(__always)
  public borrowing func tryAcquire() -> Bool {
    sync_mark(1)
    return pthread_spin_trylock(word.pointer) == 0
  }

  /// Gives it back.
  @inlinable @inline(__always) public borrowing func release() { pthread_spin_unlock(word.pointer) }

  @inlinable deinit { pthread_spin_destroy(word.pointer) }
}

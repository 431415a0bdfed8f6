public import CSyncShims
public import Synchronization

/// A negative control: a three-state futex mutex whose woken waiter forgets the other sleepers.
///
/// The word is 0 when free, 1 when held, 2 when held and a thread may sleep. The fault: a woken
/// waiter takes the lock with 1, as if it were alone. The waiter should store 2, because other
/// threads may still sleep. With 1, the waiter's release wakes no thread, and the sleepers stay
/// asleep until a newcomer has to wait. The check: if two threads sleep when the holder releases
/// the lock, and no thread comes again, only one of the two is ever woken. Source of the correct
/// mutex: Drepper, "Futexes are tricky" (2011).
public struct BrokenLostWakeup: Lock, ~Copyable {
  @usableFromInline let word: CacheAligned<Atomic<UInt32>>

  /// The behaviour that the lock claims to have.
  public static var traits: LockTraits? { LockTraits() }

  /// Makes a free lock.
  @inlinable public init() { word = CacheAligned(Atomic(0)) }

  /// Takes the lock with 1, after any number of sleeps.
  @inlinable @inline(__always)
  public borrowing func acquire() {
    while !takeFree() {
      // Announces a sleeper, unless the lock became free meanwhile.
      if word.pointer.pointee.load(ordering: .relaxed) == 2 || mark() {
        _ = sync_futex_wait(word.pointer, 2)
      }
    }
  }

  /// Sets the word to 0, and wakes one thread if the word said that a thread may sleep.
  @inlinable @inline(__always)
  public borrowing func release() {
    if word.pointer.pointee.exchange(0, ordering: .releasing) == 2 {
      _ = sync_futex_wake(word.pointer, 1)
    }
  }

  @inlinable @inline(__always)
  borrowing func takeFree() -> Bool {
    word.pointer.pointee.compareExchange(
      expected: 0, desired: 1, successOrdering: .acquiring, failureOrdering: .relaxed
    ).exchanged
  }

  @inlinable @inline(__always)
  borrowing func mark() -> Bool {
    word.pointer.pointee.compareExchange(expected: 1, desired: 2, ordering: .relaxed).exchanged
  }
}

public import CSyncShims
public import Synchronization

/// A futex lock that knows its owner: the counterpart on Linux of Apple's `os_unfair_lock`.
///
/// The word holds the owner's thread id, and a bit while other threads may sleep. An acquisition by
/// the owner, or a release by another thread, ends the process with a message. Unlike Apple's lock,
/// this lock does not lend the owner its waiters' priority; on Linux ``PriorityInheritingFutex``
/// does, at another cost. The lock is unfair and does not spin.
///
/// Acquire on the compare-and-swaps that take the word pairs with the releasing exchange. No
/// wake-up is lost. A thread sets the bit before it sleeps, and the kernel lets it sleep only if
/// the word is still as the thread saw it, with the bit set. A thread that changes such a word to
/// free wakes one sleeper. The woken thread sets the bit again, because it can't know whether it
/// was the last sleeper. A release by the wrong thread is detected only after the exchange, but the
/// process ends anyway. Source: the behaviour that `os_unfair_lock`'s manual describes (2016); the
/// word is that of futex(2)'s PI locks, and the way to sleep is Drepper's (2011).
public struct UnfairOwnerFutex: TryLock, ~Copyable {
  @usableFromInline let word: CacheAligned<Atomic<UInt32>>

  /// The address of the lock's word, which threads contend for.
  public borrowing func lockWord() -> UnsafeRawPointer? { UnsafeRawPointer(word.pointer) }

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? { LockTraits(relock: .traps, isOwnerChecked: true) }

  /// Makes a free lock.
  @inlinable public init() { word = CacheAligned(Atomic(0)) }

  /// Changes the word from free to the thread's id, and sleeps if that fails.
  @inlinable @inline(__always)
  public borrowing func acquire() {
    if !tryAcquire() { acquireContended() }
  }

  /// Changes the word from free to the thread's id.
  @inlinable @inline(__always)
  public borrowing func tryAcquire() -> Bool {
    word.pointer.pointee.compareExchange(
      expected: 0, desired: sync_owner_id(),
      successOrdering: .acquiring, failureOrdering: .relaxed
    ).exchanged
  }

  /// Exchanges the word for the free value; a word other than the thread's own id is handled out of
  /// line.
  @inlinable @inline(__always)
  public borrowing func release() {
    let seen = word.pointer.pointee.exchange(0, ordering: .releasing)
    if seen != sync_owner_id() { finishRelease(of: seen) }
  }
}

/// The slow path.
extension UnfairOwnerFutex {
  @usableFromInline @inline(never)
  borrowing func acquireContended() {
    let own = sync_owner_id()
    while true {
      let seen = word.pointer.pointee.load(ordering: .relaxed)
      if seen == 0 {
        // The bit is set, because this thread may have been woken and others may still sleep.
        if swap(0, for: own | SYNC_FUTEX_WAITERS) { return }
        continue
      }
      if seen & SYNC_FUTEX_OWNER == own {
        sync_die("unfair-futex-owner: a thread acquired the lock that it holds")
      }
      let marked = seen | SYNC_FUTEX_WAITERS
      if seen == marked || swap(seen, for: marked) { _ = sync_futex_wait(word.pointer, marked) }
    }
  }

  private borrowing func swap(_ expected: UInt32, for desired: UInt32) -> Bool {
    word.pointer.pointee.compareExchange(
      expected: expected, desired: desired,
      successOrdering: .acquiring, failureOrdering: .relaxed
    ).exchanged
  }

  @usableFromInline @inline(never)
  borrowing func finishRelease(of seen: UInt32) {
    if seen & SYNC_FUTEX_OWNER != sync_owner_id() {
      sync_die("unfair-futex-owner: a thread released a lock that it does not hold")
    }
    _ = sync_futex_wake(word.pointer, 1)
  }
}

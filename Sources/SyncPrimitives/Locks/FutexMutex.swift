import CSyncShims
public import Synchronization

/// A futex mutex with three states (free, held, and held with sleepers), whose waiters don't spin.
///
/// The third state makes a release cheap, because a release enters the kernel only if a thread may
/// be asleep. If a thread's first try fails, it takes the lock in the third state, because it can't
/// know whether other threads sleep. If none sleeps, its release makes one needless wake call. The
/// lock is unfair: a newcomer may overtake the woken thread.
///
/// Acquire on the compare-and-swap, and on the exchange of the slow path, pairs with the releasing
/// exchange. No wake-up is lost. The kernel compares the word with `contended` again under its own
/// lock, and a thread that changes the word from `contended` to free then wakes a sleeper. The wake
/// may come after the lock's memory has been put to another use. The wake can then only end the
/// sleep of another user of this memory early, and every sleeper checks its word again. Source:
/// Drepper, "Futexes are tricky" (2011), third mutex.
public struct FutexMutex: TryLock, ~Copyable {
  @usableFromInline static var free: UInt32 { 0 }
  @usableFromInline static var held: UInt32 { 1 }
  @usableFromInline static var contended: UInt32 { 2 }

  @usableFromInline let word: CacheAligned<Atomic<UInt32>>

  /// The address of the lock's word, which threads contend for.
  public borrowing func lockWord() -> UnsafeRawPointer? { UnsafeRawPointer(word.pointer) }

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? { LockTraits() }

  /// Makes a free mutex.
  @inlinable public init() { word = CacheAligned(Atomic(0)) }

  /// Changes the word from free to held, and sleeps if that fails.
  @inlinable @inline(__always)
  public borrowing func acquire() {
    if !tryAcquire() { acquireContended() }
  }

  /// Changes the word from free to held by a compare-and-swap.
  @inlinable @inline(__always)
  public borrowing func tryAcquire() -> Bool {
    word.pointer.pointee.compareExchange(
      expected: Self.free, desired: Self.held,
      successOrdering: .acquiring, failureOrdering: .relaxed
    ).exchanged
  }

  /// Exchanges the state for the free state, and wakes one thread if a thread may be asleep.
  @inlinable @inline(__always)
  public borrowing func release() {
    if word.pointer.pointee.exchange(Self.free, ordering: .releasing) == Self.contended {
      wakeOne()
    }
  }

  @usableFromInline @inline(never)
  borrowing func acquireContended() {
    while word.pointer.pointee.exchange(Self.contended, ordering: .acquiring) != Self.free {
      _ = sync_futex_wait(word.pointer, Self.contended)
    }
  }

  @usableFromInline @inline(never) borrowing func wakeOne() { _ = sync_futex_wake(word.pointer, 1) }
}

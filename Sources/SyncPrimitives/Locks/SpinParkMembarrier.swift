public import CSyncShims
public import Synchronization

/// A spin-then-park lock whose release is a plain store and a look, as cheap as a spinlock's and a branch.
///
/// A release must not miss a waiter that is just going to sleep: it stores free and then looks for sleepers,
/// while the waiter announces itself and then looks whether the lock is free. One of the two must see the
/// other, which takes a full fence between store and look on both sides; ``SpinParkFutex`` pays for its side
/// with an exchange at every release. Here the waiter pays for both: `membarrier` makes every running thread
/// of the process pass a full fence, a system call which only a thread that is about to sleep makes. A process of very
/// many threads pays for that with an interrupt of each of its CPUs.
///
/// Acquire on the compare-and-swap pairs with the releasing store. No wake-up is lost. If a waiter sees the lock
/// held after the fence, the holder passed that fence before its store of free. The holder's look comes later
/// still, so it finds the announcement, or that another thread took the announcement back. The thread that takes
/// it back wakes one sleeper, and the woken announces itself again before anything else, because others may sleep;
/// the announcement is also what is slept on, so one that was taken back before the sleep prevents it. Where the
/// system has no `membarrier`, sleeps are short instead, and a wake-up that is missed costs a millisecond.
///
/// The look follows the store, so unlike a ``FutexMutex`` the lock must not be freed by its next holder while the
/// release is under way. Unfair. Source: asymmetric fences are Dice, Huang and Yang's (2001); the spin is that of
/// swiftlang/swift pull request 88523 (2026).
public struct SpinParkMembarrier: TryLock, ~Copyable {
  /// The words, on one line: a release writes the first and reads the second.
  @usableFromInline
  struct Words: ~Copyable {
    /// 1 while held.
    @usableFromInline let held = Atomic<UInt32>(0)
    /// 1 while a thread may sleep.
    @usableFromInline let announced = Atomic<UInt32>(0)

    @usableFromInline init() {}
  }

  @usableFromInline let words: CacheAligned<Words>
  @usableFromInline let pauses = JitteredPauses()

  /// The first of its words, which says whether it is held.
  public borrowing func lockWord() -> UnsafeRawPointer? { UnsafeRawPointer(words.pointer) }

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? { LockTraits(waiting: .spinsThenSleeps) }

  /// Makes a free lock.
  public init() { words = CacheAligned(Words()) }

  /// Swaps free for held, and waits if that fails.
  @inlinable @inline(__always)
  public borrowing func acquire() {
    if !tryAcquire() { acquireContended() }
  }

  /// Swaps free for held.
  @inlinable @inline(__always)
  public borrowing func tryAcquire() -> Bool {
    words.pointer.pointee.held.compareExchange(
      expected: 0, desired: 1, successOrdering: .acquiring, failureOrdering: .relaxed
    ).exchanged
  }

  /// Stores free, and wakes one thread if a thread may sleep.
  @inlinable @inline(__always)
  public borrowing func release() {
    words.pointer.pointee.held.store(0, ordering: .releasing)
    // The compiler must keep the order; for the processor, the waiter's fence does.
    sync_clobber()
    if words.pointer.pointee.announced.load(ordering: .relaxed) != 0 { wakeOne() }
  }
}

/// The slow path.
extension SpinParkMembarrier {
  /// The longest sleep if no fence orders it.
  private static var unfencedSleepNanoseconds: UInt64 { 1_000_000 }

  @usableFromInline @inline(never)
  borrowing func acquireContended() {
    if acquireSpinning() { return }
    while true {
      words.pointer.pointee.announced.store(1, ordering: .relaxed)
      // A holder finds its own announcement without a fence.
      if tryAcquire() { return }
      let isFenced = sync_fence_all_threads() == 0
      if tryAcquire() { return }
      if isFenced {
        _ = sync_futex_wait(announcement, 1)
      } else {
        _ = sync_futex_wait_at_most(announcement, 1, Self.unfencedSleepNanoseconds)
      }
    }
  }

  /// Tries between pauses until the tries are used up or others sleep; whether it acquired.
  private borrowing func acquireSpinning() -> Bool {
    let pauses = self.pauses.draw()
    for _ in 0..<JitteredPauses.tries {
      if words.pointer.pointee.announced.load(ordering: .relaxed) != 0 { return false }
      if tryAcquire() { return true }
      JitteredPauses.wait(pauses)
    }
    return false
  }

  @usableFromInline @inline(never)
  borrowing func wakeOne() {
    if words.pointer.pointee.announced.exchange(0, ordering: .relaxed) != 0 {
      _ = sync_futex_wake(announcement, 1)
    }
  }

  /// The word that is slept on: the second.
  private var announcement: UnsafeRawPointer {
    UnsafeRawPointer(words.pointer) + MemoryLayout<Atomic<UInt32>>.stride
  }
}

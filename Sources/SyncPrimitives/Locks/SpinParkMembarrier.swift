public import CSyncShims
public import Synchronization

/// A spin-then-park lock whose release costs only a load and a branch more than a spinlock's.
///
/// A release must not miss a waiter that is about to sleep. The release stores free and then checks
/// for sleepers, while the waiter announces itself and then checks whether the lock is free. At
/// least one of them must see the other's store, so both need a full fence between store and check.
/// ``SpinParkFutex`` pays for the fence of a release with an exchange at every release. Here the
/// waiter pays for both fences: before it sleeps, it calls `membarrier`, which makes every running
/// thread of the process pass a full fence. This system call interrupts every other CPU that runs a
/// thread of the process.
///
/// Acquire on the compare-and-swap pairs with the releasing store. No wake-up is lost. If a waiter
/// sees the lock held after the fence, the holder passed that fence before its store of free. The
/// holder's check comes later still, so it finds the announcement, or that another thread took the
/// announcement back. The thread that takes the announcement back wakes one sleeper. The woken
/// thread first announces itself again, because other threads may sleep. The announcement is also
/// the futex word, so a sleep begins only while an announcement stands. If the system has no
/// `membarrier`, sleeps are short instead, and a missed wake-up costs a millisecond at most.
///
/// A release still reads the lock's memory after its store of free. So, unlike with a
/// ``FutexMutex``, the next holder must not free that memory while the release is under way. The
/// lock is unfair. Source: asymmetric fences are Dice, Huang and Yang's (2001); the spin is that of
/// swiftlang/swift pull request 88523 (2026).
public struct SpinParkMembarrier: TryLock, ~Copyable {
  /// The words, on one cache line: a release writes the first and reads the second.
  @usableFromInline
  struct Words: ~Copyable {
    /// 1 while the lock is held.
    @usableFromInline let held = Atomic<UInt32>(0)
    /// 1 while a thread may sleep.
    @usableFromInline let announced = Atomic<UInt32>(0)

    @usableFromInline init() {}
  }

  @usableFromInline let words: CacheAligned<Words>
  @usableFromInline let pauses = JitteredPauses()

  /// The first word, which says whether the lock is held.
  public borrowing func lockWord() -> UnsafeRawPointer? { UnsafeRawPointer(words.pointer) }

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? { LockTraits(waiting: .spinsThenSleeps) }

  /// Makes a free lock.
  public init() { words = CacheAligned(Words()) }

  /// Changes the word from free to held, and waits if that fails.
  @inlinable @inline(__always)
  public borrowing func acquire() {
    if !tryAcquire() { acquireContended() }
  }

  /// Changes the word from free to held by a compare-and-swap.
  @inlinable @inline(__always)
  public borrowing func tryAcquire() -> Bool {
    words.pointer.pointee.held.compareExchange(
      expected: 0, desired: 1, successOrdering: .acquiring, failureOrdering: .relaxed
    ).exchanged
  }

  /// Marks the lock as free, and wakes one thread if a thread may sleep.
  @inlinable @inline(__always)
  public borrowing func release() {
    words.pointer.pointee.held.store(0, ordering: .releasing)
    // The clobber keeps the order in the compiler; the waiter's fence keeps it in the processor.
    sync_clobber()
    if words.pointer.pointee.announced.load(ordering: .relaxed) != 0 { wakeOne() }
  }
}

/// The slow path.
extension SpinParkMembarrier {
  /// The longest sleep if the system has no `membarrier`.
  private static var unfencedSleepNanoseconds: UInt64 { 1_000_000 }

  @usableFromInline @inline(never)
  borrowing func acquireContended() {
    if acquireSpinning() { return }
    while true {
      words.pointer.pointee.announced.store(1, ordering: .relaxed)
      // No fence is needed yet: if this try succeeds, the thread's own release finds its
      // announcement.
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

  /// Tries between pauses until the tries are used up or other threads sleep, and returns whether a
  /// try succeeded.
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

  /// The word on which waiters sleep: the second.
  private var announcement: UnsafeRawPointer {
    UnsafeRawPointer(words.pointer) + MemoryLayout<Atomic<UInt32>>.stride
  }
}

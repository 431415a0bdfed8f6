import CSyncShims
public import Synchronization

/// A futex mutex whose waiters, a few at a time, spin for a bounded time before they sleep.
///
/// The lock has the three states of ``FutexMutex``, and a spin of this form before the sleep:
///
/// - A try is one compare-and-swap, and between two tries are some tens of pauses, so that the
///   holder has the cache line to itself for many short sections.
/// - A thread that finds other threads asleep stops spinning. The next release wakes a sleeper, and
///   a spinner would slow this sleeper and the holder.
/// - The sleepers are counted. A thread that finds the lock contended and four sleepers or more
///   does not spin at all. From about four waiting threads on, spinning no longer pays off, and
///   throughput collapses. If threads outnumber CPUs, a spinner keeps its CPU from the holder.
///
/// Acquire on each compare-and-swap or exchange that takes the word pairs with the releasing
/// exchange. The count of sleepers is a relaxed hint, on which no wake-up depends: as in
/// ``FutexMutex``, a thread that may have slept takes the lock as contended. The lock is unfair.
/// Source: the design of swiftlang/swift pull request 88523 (2026), after issue 88440; the three
/// states are Drepper's (2011).
public struct SpinParkFutex: TryLock, ~Copyable {
  @usableFromInline static var free: UInt32 { 0 }
  @usableFromInline static var held: UInt32 { 1 }
  @usableFromInline static var contended: UInt32 { 2 }

  /// The words, on one cache line: a thread accesses the second word only if it also writes the
  /// first.
  @usableFromInline
  struct Words: ~Copyable {
    @usableFromInline let state = Atomic<UInt32>(0)
    @usableFromInline let sleepers = Atomic<UInt32>(0)

    @usableFromInline init() {}
  }

  @usableFromInline let words: CacheAligned<Words>
  @usableFromInline let pauses = JitteredPauses()

  /// The first word, which says whether the lock is held.
  public borrowing func lockWord() -> UnsafeRawPointer? { UnsafeRawPointer(words.pointer) }

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? { LockTraits(waiting: .spinsThenSleeps) }

  /// Makes a free mutex.
  public init() { words = CacheAligned(Words()) }

  /// Changes the word from free to held, and waits if that fails.
  @inlinable @inline(__always)
  public borrowing func acquire() {
    if !tryAcquire() { acquireContended() }
  }

  /// Changes the word from free to held by a compare-and-swap.
  @inlinable @inline(__always)
  public borrowing func tryAcquire() -> Bool {
    words.pointer.pointee.state.compareExchange(
      expected: Self.free, desired: Self.held,
      successOrdering: .acquiring, failureOrdering: .relaxed
    ).exchanged
  }

  /// Exchanges the state for the free state, and wakes one thread if a thread may sleep.
  @inlinable @inline(__always)
  public borrowing func release() {
    if words.pointer.pointee.state.exchange(Self.free, ordering: .releasing) == Self.contended {
      wakeOne()
    }
  }

  @usableFromInline @inline(never)
  borrowing func wakeOne() { _ = sync_futex_wake(words.pointer, 1) }
}

/// The slow path.
extension SpinParkFutex {
  /// The number of sleepers at which newcomers to a contended lock sleep without a spin.
  private static var sleepersToJoin: UInt32 { 4 }

  @usableFromInline @inline(never)
  borrowing func acquireContended() {
    if !isCrowded, acquireSpinning() { return }
    guard words.pointer.pointee.state.exchange(Self.contended, ordering: .acquiring) != Self.free
    else { return }
    words.pointer.pointee.sleepers.wrappingAdd(1, ordering: .relaxed)
    repeat {
      _ = sync_futex_wait(words.pointer, Self.contended)
    } while words.pointer.pointee.state.exchange(Self.contended, ordering: .acquiring) != Self.free
    words.pointer.pointee.sleepers.wrappingSubtract(1, ordering: .relaxed)
  }

  /// Whether another spinner would only slow the holder and the sleepers.
  var isCrowded: Bool {
    words.pointer.pointee.state.load(ordering: .relaxed) == Self.contended
      && words.pointer.pointee.sleepers.load(ordering: .relaxed) >= Self.sleepersToJoin
  }

  /// Tries between pauses until the tries are used up or other threads sleep, and returns whether a
  /// try succeeded.
  private borrowing func acquireSpinning() -> Bool {
    let pauses = self.pauses.draw()
    for _ in 0..<JitteredPauses.tries {
      let (taken, seen) = words.pointer.pointee.state.compareExchange(
        expected: Self.free, desired: Self.held,
        successOrdering: .acquiring, failureOrdering: .relaxed)
      if taken { return true }
      if seen == Self.contended { return false }
      JitteredPauses.wait(pauses)
    }
    return false
  }
}

import CSyncShims
public import Synchronization

/// A futex mutex whose waiters spin for a bounded while, few at a time, before they sleep.
///
/// The three states of ``FutexMutex``, with a spin before the sleep, in this shape:
///
/// - A try is one compare-and-swap after some tens of pauses, so that the holder has the cache line to
///   itself for many short sections.
/// - A thread that finds that others already sleep stops spinning: the woken sleeper is next to try, and each
///   spinner more would slow it and the holder.
/// - The threads that have come to sleep are counted. A thread that comes while the lock is contended and four
///   have, does not spin at all: spinning stops paying at about four threads and then collapses. Past
///   the CPUs, a spinner keeps its CPU from the holder.
///
/// Acquire on each compare-and-swap or exchange that takes the word pairs with the releasing exchange.
/// The count of sleepers is a hint and relaxed: no wake-up depends on it, since, as in ``FutexMutex``, a
/// thread that may have slept takes the lock as contended. Unfair. Source: the design of swiftlang/swift pull
/// request 88523 (2026), after issue 88440; the three states are Drepper's (2011).
public struct SpinParkFutex: TryLock, ~Copyable {
  @usableFromInline static var free: UInt32 { 0 }
  @usableFromInline static var held: UInt32 { 1 }
  @usableFromInline static var contended: UInt32 { 2 }

  /// The words, on one line: the second is touched only by threads that also write the first.
  @usableFromInline
  struct Words: ~Copyable {
    @usableFromInline let state = Atomic<UInt32>(0)
    @usableFromInline let sleepers = Atomic<UInt32>(0)

    @usableFromInline init() {}
  }

  @usableFromInline let words: CacheAligned<Words>
  @usableFromInline let pauses = JitteredPauses()

  /// The first of its words, which says whether it is held.
  public borrowing func lockWord() -> UnsafeRawPointer? { UnsafeRawPointer(words.pointer) }

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? { LockTraits(waiting: .spinsThenSleeps) }

  /// Makes a free mutex.
  public init() { words = CacheAligned(Words()) }

  /// Swaps free for held, and waits if that fails.
  @inlinable @inline(__always)
  public borrowing func acquire() {
    if !tryAcquire() { acquireContended() }
  }

  /// Swaps free for held.
  @inlinable @inline(__always)
  public borrowing func tryAcquire() -> Bool {
    words.pointer.pointee.state.compareExchange(
      expected: Self.free, desired: Self.held,
      successOrdering: .acquiring, failureOrdering: .relaxed
    ).exchanged
  }

  /// Exchanges for free, and wakes one thread if a thread may sleep.
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
  /// Sleepers from which on newcomers to a contended lock sleep at once.
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

  /// Whether one more spinner would only be in the way.
  var isCrowded: Bool {
    words.pointer.pointee.state.load(ordering: .relaxed) == Self.contended
      && words.pointer.pointee.sleepers.load(ordering: .relaxed) >= Self.sleepersToJoin
  }

  /// Tries between pauses until the tries are used up or others sleep; whether it acquired.
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

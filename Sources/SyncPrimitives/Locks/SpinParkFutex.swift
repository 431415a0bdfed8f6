import CSyncShims
public import Synchronization

/// A futex mutex whose waiters spin for a bounded while, few at a time, before they sleep.
///
/// The three states of ``FutexMutex``, with a spin before the sleep, in this shape:
///
/// - A try is one compare-and-swap after some tens of pauses, so that the holder has the cache line to
///   itself for many short sections. The pauses vary by the low bits of the cycle counter: threads that
///   one release lets loose together would else try again together, forever.
/// - Who finds that others already sleep stops spinning: the woken sleeper is next to try, and each
///   spinner more would slow it and the holder.
/// - The threads that have come to sleep are counted. Who comes while the lock is contended and four
///   have, does not spin at all: spinning stops paying at about four threads and then collapses. Past
///   the CPUs, a spinner keeps its CPU from the holder.
///
/// Acquire on each compare-and-swap or exchange that takes the word pairs with the releasing exchange.
/// The count of sleepers is a hint and relaxed: no wake-up hangs on it, since, as in ``FutexMutex``, who
/// may have slept takes the lock as contended. Unfair. Source: the design of swiftlang/swift pull
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
  @usableFromInline let pausesPerTry: UInt32

  /// How it behaves.
  public static var traits: LockTraits? { LockTraits(waiting: .spinsThenSleeps) }

  /// Makes a free mutex.
  @inlinable
  public init() {
    words = CacheAligned(Words())
    pausesPerTry = Self.fittingPausesPerTry()
  }

  /// Swaps free for held, and else waits.
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

  /// Exchanges for free, and wakes one where somebody may sleep.
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
  /// Tries of one spin.
  private static var tries: Int { 20 }

  /// Sleepers from which on newcomers to a contended lock sleep at once.
  private static var sleepersToJoin: UInt32 { 4 }

  /// The published 64 pauses, unless these cost more than 2 µs, as they would at 140 cycles each.
  ///
  /// With its jitter a try then costs 3 µs on average at most, and a spin 60: as much as putting a
  /// thread to sleep and waking it again may cost on a virtual machine, so that spinning in vain at most
  /// doubles the price (Karlin, Li, Manasse and Owicki 1991).
  @usableFromInline
  static func fittingPausesPerTry() -> UInt32 { sync_pauses_within(2000, 64) }

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
    let pauses = pausesPerTry &+ Self.share(of: pausesPerTry, by: sync_jitter())
    for _ in 0..<Self.tries {
      let (taken, seen) = words.pointer.pointee.state.compareExchange(
        expected: Self.free, desired: Self.held,
        successOrdering: .acquiring, failureOrdering: .relaxed)
      if taken { return true }
      if seen == Self.contended { return false }
      for _ in 0..<pauses { sync_pause() }
    }
    return false
  }

  /// A number below `bound`, by 16 random bits: a multiplication, for `bound` is no power of two.
  private static func share(of bound: UInt32, by bits: UInt32) -> UInt32 {
    ((bits & 0xffff) &* bound) >> 16
  }
}

public import CSyncShims
public import Synchronization

/// A spinlock that exchanges; after each failure, a thread waits for a delay, doubled each time,
/// and then reads until the lock looks free.
///
/// All waiters see a release at the same time, and all their exchanges except one fail. The delay
/// spreads the exchanges. In each acquisition, the delay starts at one pause and grows to 64 pauses
/// at most, so that a waiter that failed often is at most about 3 µs late when the lock is free.
///
/// Acquire on the exchange pairs with the release store; the reads may be relaxed, because the
/// exchange decides. The lock is unfair, the more so the longer a thread waits, and not recursive.
/// Source: Anderson (1990), whose delay is random. Here the delay doubles without a random draw, as
/// in Mellor-Crummey and Scott (1991).
public struct TTASBackoffLock: TryLock, ~Copyable {
  @usableFromInline let word: CacheAligned<Atomic<UInt32>>

  /// The address of the lock's word, which threads contend for.
  public borrowing func lockWord() -> UnsafeRawPointer? { UnsafeRawPointer(word.pointer) }

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? { LockTraits(waiting: .spins) }

  /// Makes a free lock.
  @inlinable public init() { word = CacheAligned(Atomic(0)) }

  /// Exchanges; after each failure it pauses, then reads until the lock looks free.
  @inlinable @inline(__always)
  public borrowing func acquire() {
    var pauses: UInt32 = 1
    while word.pointer.pointee.exchange(1, ordering: .acquiring) != 0 {
      pause(times: pauses)
      pauses = min(pauses &* 2, 64)
      while word.pointer.pointee.load(ordering: .relaxed) != 0 { sync_pause() }
    }
  }

  /// Exchanges once, and only if the lock looks free.
  @inlinable @inline(__always)
  public borrowing func tryAcquire() -> Bool {
    word.pointer.pointee.load(ordering: .relaxed) == 0
      && word.pointer.pointee.exchange(1, ordering: .acquiring) == 0
  }

  /// Marks the lock as free.
  @inlinable @inline(__always)
  public borrowing func release() { word.pointer.pointee.store(0, ordering: .releasing) }
}

public import CSyncShims
public import Synchronization

/// A spinlock that reads, with a pause, until the lock looks free and only then exchanges.
///
/// Waiters spin on a shared copy of the line, so the holder's release is not slowed by their tries.
/// Acquire on the exchange pairs with the release store; the reads may be relaxed, for the exchange
/// decides. Unfair, not recursive. Source: Rudolph and Segall (1984), after Anderson (1990).
public struct TTASPauseLock: TryLock, ~Copyable {
  @usableFromInline let word: CacheAligned<Atomic<UInt32>>

  /// The word.
  public borrowing func lockWord() -> UnsafeRawPointer? { UnsafeRawPointer(word.pointer) }

  /// How it behaves.
  public static var traits: LockTraits? {
    LockTraits(waiting: .spins, survivesOversubscription: true)
  }

  /// Makes a free lock.
  @inlinable public init() { word = CacheAligned(Atomic(0)) }

  /// Exchanges, and between tries reads until the lock looks free.
  @inlinable @inline(__always)
  public borrowing func acquire() {
    while word.pointer.pointee.exchange(1, ordering: .acquiring) != 0 {
      while word.pointer.pointee.load(ordering: .relaxed) != 0 { sync_pause() }
    }
  }

  /// Exchanges once, and only where the lock looks free.
  @inlinable @inline(__always)
  public borrowing func tryAcquire() -> Bool {
    word.pointer.pointee.load(ordering: .relaxed) == 0
      && word.pointer.pointee.exchange(1, ordering: .acquiring) == 0
  }

  /// Stores free.
  @inlinable @inline(__always)
  public borrowing func release() { word.pointer.pointee.store(0, ordering: .releasing) }
}

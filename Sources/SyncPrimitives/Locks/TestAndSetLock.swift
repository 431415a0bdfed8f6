public import CSyncShims
public import Synchronization

/// A spinlock that exchanges until it succeeds, so that every try takes the cache line for itself.
///
/// Anderson's loop has no pause. This loop has a pause, like the loops in real programs: on a core
/// with two hardware threads, a tight loop takes issue slots from the holder. Compare ``TTASLock``
/// with a ``Pause`` and with ``NoRest`` for the effect of the pause alone.
///
/// Acquire on the exchange pairs with the release store, so that a section sees all of the previous
/// section. The lock is unfair and not recursive. Source: Anderson, "The performance of spin lock
/// alternatives for shared-memory multiprocessors" (1990).
public struct TestAndSetLock: TryLock, ~Copyable {
  @usableFromInline let word: CacheAligned<Atomic<UInt32>>

  /// The address of the lock's word, which threads contend for.
  public borrowing func lockWord() -> UnsafeRawPointer? { UnsafeRawPointer(word.pointer) }

  /// The declared behaviour of the lock.
  public static var traits: LockTraits? { LockTraits(waiting: .spins) }

  /// Makes a free lock.
  @inlinable public init() { word = CacheAligned(Atomic(0)) }

  /// Exchanges until an exchange finds the lock free.
  @inlinable @inline(__always)
  public borrowing func acquire() {
    while word.pointer.pointee.exchange(1, ordering: .acquiring) != 0 { sync_pause() }
  }

  /// Exchanges once.
  @inlinable @inline(__always)
  public borrowing func tryAcquire() -> Bool {
    word.pointer.pointee.exchange(1, ordering: .acquiring) == 0
  }

  /// Marks the lock as free.
  @inlinable @inline(__always)
  public borrowing func release() { word.pointer.pointee.store(0, ordering: .releasing) }
}

public import CSyncShims
public import Synchronization

/// A negative control: ``TestAndSetLock`` with relaxed orderings.
///
/// The fault: nothing makes a section see the writes of the previous section. The exchange should
/// acquire and the store release. The check: the thread sanitizer reports a data race. A count does
/// not show the fault on x86-64, whose exchange and stores are never weaker than acquire and
/// release. On hardware that reorders more, updates may be lost.
public struct BrokenRelaxed: TryLock, ~Copyable {
  @usableFromInline let word: CacheAligned<Atomic<UInt32>>

  /// The behaviour that the lock claims to have.
  public static var traits: LockTraits? { LockTraits(waiting: .spins) }

  /// Makes a free lock.
  @inlinable public init() { word = CacheAligned(Atomic(0)) }

  /// Exchanges until the lock was free, and orders nothing.
  @inlinable @inline(__always)
  public borrowing func acquire() { while !tryAcquire() { sync_pause() } }

  /// Exchanges once.
  @inlinable @inline(__always)
  public borrowing func tryAcquire() -> Bool {
    word.pointer.pointee.exchange(1, ordering: .relaxed) == 0
  }

  /// Marks the lock as free, and orders nothing.
  @inlinable @inline(__always)
  public borrowing func release() { word.pointer.pointee.store(0, ordering: .relaxed) }
}

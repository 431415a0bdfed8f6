public import CSyncShims
public import Synchronization

/// A negative control: ``TestAndSetLock`` with relaxed orderings.
///
/// The fault: nothing makes a section see the writes of the previous section. The exchange should
/// acquire and the store release. The check: the thread sanitizer reports a data race. On x86-64,
/// no update is lost, because an exchange always acquires there and a store always releases. On
/// hardware that reorders more, updates may be lost.
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

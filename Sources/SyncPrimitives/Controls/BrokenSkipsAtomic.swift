public import CSyncShims
public import Synchronization

/// A negative control: a spinlock that tests and then takes the lock, in two steps.
///
/// The fault: between the load that finds the lock free and the store that takes it, another thread
/// may do the same, and both are inside. One atomic exchange should do both steps. The check: two
/// threads lose updates, on every machine. A yield between the two steps makes threads lose updates
/// soon instead of rarely, even on one CPU.
public struct BrokenSkipsAtomic: Lock, ~Copyable {
  @usableFromInline let word: CacheAligned<Atomic<UInt32>>

  /// The behaviour that the lock claims to have.
  public static var traits: LockTraits? { LockTraits(waiting: .yields) }

  /// Makes a free lock.
  @inlinable public init() { word = CacheAligned(Atomic(0)) }

  /// Waits until the lock looks free, then stores that it is taken.
  @inlinable @inline(__always)
  public borrowing func acquire() {
    while word.pointer.pointee.load(ordering: .acquiring) != 0 { sync_yield() }
    sync_yield()
    word.pointer.pointee.store(1, ordering: .relaxed)
  }

  /// Marks the lock as free.
  @inlinable @inline(__always)
  public borrowing func release() { word.pointer.pointee.store(0, ordering: .releasing) }
}

public import CSyncShims
public import Synchronization

/// A counter whose increment is an atomic addition: the cost of a counter that needs no lock.
///
/// Relaxed is enough, because only the sum is read, after every thread has stopped.
public struct AtomicAddCounter: SharedCounter, ~Copyable {
  @usableFromInline let value: CacheAligned<Atomic<UInt64>>

  /// Makes a counter at zero.
  @inlinable public init() { value = CacheAligned(Atomic(0)) }

  /// Adds one atomically; the busy work follows it.
  @inlinable @inline(__always)
  public borrowing func increment(_ state: inout Void, workSteps: UInt64) {
    value.pointer.pointee.wrappingAdd(1, ordering: .relaxed)
    if workSteps > 0 { _ = sync_work(workSteps) }
  }

  /// The sum of all increments.
  @inlinable
  public borrowing func total() -> UInt64 { value.pointer.pointee.load(ordering: .relaxed) }
}

/// A counter whose increment is a loop of compare-and-swap: the cost of any update of one word
/// without a lock.
///
/// Relaxed is enough, because only the sum is read, after every thread has stopped. A swap succeeds
/// only if the word still has the value that the try read, whatever the memory order. A try fails
/// if another thread's try has succeeded. The swap is weak, so it may also fail without a cause;
/// the loop tries again after either failure.
public struct CompareAndSwapCounter: SharedCounter, ~Copyable {
  @usableFromInline let value: CacheAligned<Atomic<UInt64>>

  /// Makes a counter at zero.
  @inlinable public init() { value = CacheAligned(Atomic(0)) }

  /// Adds one to the value read, and tries again if another thread has changed the word meanwhile.
  ///
  /// The busy work follows.
  @inlinable @inline(__always)
  public borrowing func increment(_ state: inout Void, workSteps: UInt64) {
    var seen = value.pointer.pointee.load(ordering: .relaxed)
    while true {
      let (isDone, found) = value.pointer.pointee.weakCompareExchange(
        expected: seen, desired: seen &+ 1, ordering: .relaxed)
      if isDone { break }
      seen = found
    }
    if workSteps > 0 { _ = sync_work(workSteps) }
  }

  /// The sum of all increments.
  @inlinable
  public borrowing func total() -> UInt64 { value.pointer.pointee.load(ordering: .relaxed) }
}

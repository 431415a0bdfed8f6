public import CSyncShims
public import Synchronization

/// A counter increased by one atomic addition: what a counter costs where no lock is needed.
///
/// Relaxed is enough: nothing but the sum is read, after every thread has stopped.
public struct AtomicAddCounter: SharedCounter, ~Copyable {
  @usableFromInline let value: CacheAligned<Atomic<UInt64>>

  /// Makes a counter at zero.
  @inlinable
  public init() { value = CacheAligned(Atomic(0)) }

  /// Nothing to make.
  @inlinable @inline(__always) public borrowing func makeThreadState() {}

  /// Nothing to end.
  @inlinable @inline(__always) public borrowing func endThreadState(_ state: Void) {}

  /// Adds one atomically; the busy work follows it.
  @inlinable @inline(__always)
  public borrowing func increment(_ state: inout Void, workSteps: UInt64) {
    value.pointer.pointee.wrappingAdd(1, ordering: .relaxed)
    if workSteps > 0 { _ = sync_work(workSteps) }
  }

  /// What was counted.
  @inlinable
  public borrowing func total() -> UInt64 { value.pointer.pointee.load(ordering: .relaxed) }
}

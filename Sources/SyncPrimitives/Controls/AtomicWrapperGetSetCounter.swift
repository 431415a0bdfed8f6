public import CSyncShims

/// A negative control: `x += 1` on a property of ``AtomicWrapper``, which gets in one critical section and
/// sets in another.
///
/// Each access is ordered by the lock, so no sanitizer of data races objects; the updates that fall into
/// the gap are lost all the same. Busy work lies in the gap.
public struct AtomicWrapperGetSetCounter: SharedCounter {
  @usableFromInline let property = AtomicWrapper<UInt64>(wrappedValue: 0)

  /// Makes a counter at zero.
  @inlinable public init() {}

  /// Gets, works, and sets one more.
  @inlinable @inline(__always)
  public func increment(_ state: inout Void, workSteps: UInt64) {
    let before = property.wrappedValue
    if workSteps > 0 { _ = sync_work(workSteps) }
    property.wrappedValue = before &+ 1
  }

  /// The increments that are not lost.
  @inlinable public func total() -> UInt64 { property.wrappedValue }
}

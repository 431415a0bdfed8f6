public import CSyncShims

/// A negative control: `x += 1` on a property in an ``AtomicWrapper`` gets in one critical section
/// and sets in another.
///
/// The wrapper's lock orders each access, so a sanitizer of data races reports nothing. The
/// updates of other threads between the get and the set are still lost. Busy work is between the
/// two.
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

  /// The number of increments that were not lost.
  @inlinable public func total() -> UInt64 { property.wrappedValue }
}

public import CSyncShims
public import Dispatch

/// A negative control: `count += 1` on a property whose get is one `sync` on a serial queue and
/// whose set is another.
///
/// Each access is ordered by the queue, so a sanitizer of data races reports nothing. The updates
/// of other threads that come between the get and the set are lost. Busy work is between the two.
public final class QueuePropertyGetSetCounter: SharedCounter, @unchecked Sendable {
  @usableFromInline let queue = DispatchQueue(label: "syncbench.property")
  @usableFromInline var stored: UInt64 = 0

  /// Makes a counter at zero.
  @inlinable public init() {}

  @usableFromInline var count: UInt64 {
    @inlinable get { queue.sync { stored } }
    @inlinable set { queue.sync { stored = newValue } }
  }

  /// Gets, works, and sets one more.
  @inlinable @inline(__always)
  public func increment(_ state: inout Void, workSteps: UInt64) {
    add { if workSteps > 0 { _ = sync_work(workSteps) } }
  }

  /// Gets, does something, and sets one more.
  @inlinable @inline(__always)
  public func add(between work: () -> Void) {
    let before = count
    work()
    count = before &+ 1
  }

  /// The number of increments that were not lost.
  @inlinable public func total() -> UInt64 { count }
}

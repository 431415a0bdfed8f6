public import Dispatch

/// A work item submitted to a private serial queue and waited for: the round trip through a pool
/// thread.
///
/// Dispatch on Linux has no `asyncAndWait`.
public struct AsyncWaitCounter: SharedCounter, ~Copyable {
  @usableFromInline let queue = DispatchQueue(label: "syncbench.async")
  @usableFromInline let value = CacheAligned<UInt64>(0)

  /// Makes a counter at zero.
  @inlinable public init() {}

  /// Nothing to make.
  @inlinable public borrowing func makeThreadState() {}

  /// Nothing to end.
  @inlinable public borrowing func endThreadState(_ state: Void) {}

  /// Submits an item that adds one and waits for it.
  @inlinable @inline(__always)
  public borrowing func increment(_ state: inout Void, workSteps: UInt64) {
    nonisolated(unsafe) let value = self.value.pointer
    let item = DispatchWorkItem { incrementGuarded(value, workSteps: workSteps) }
    queue.async(execute: item)
    item.wait()
  }

  /// What was counted.
  @inlinable public borrowing func total() -> UInt64 { value.pointer.pointee }
}

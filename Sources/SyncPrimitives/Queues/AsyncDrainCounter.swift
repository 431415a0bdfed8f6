public import Dispatch

/// `async` on a private serial queue, drained by a `sync` after every batch: a submission's cost when
/// the submitter need not wait for it.
public struct AsyncDrainCounter: SharedCounter, ~Copyable {
  @usableFromInline let queue = DispatchQueue(label: "syncbench.async")
  @usableFromInline let value = CacheAligned<UInt64>(0)

  /// How many items a thread submits before it drains: bounds the queue's length and memory.
  @inlinable static var batch: Int { 256 }

  /// Makes a counter at zero.
  @inlinable public init() {}

  /// How many items the thread has submitted since it last drained.
  @inlinable public borrowing func makeThreadState() -> Int { 0 }

  /// Drains, so that the clock is read after the last item has run.
  @inlinable public borrowing func endThreadState(_ state: Int) { queue.sync {} }

  /// Submits an item that adds one.
  @inlinable @inline(__always)
  public borrowing func increment(_ state: inout Int, workSteps: UInt64) {
    nonisolated(unsafe) let value = self.value.pointer
    queue.async { incrementGuarded(value, workSteps: workSteps) }
    state &+= 1
    if state == Self.batch {
      queue.sync {}
      state = 0
    }
  }

  /// What was counted.
  @inlinable public borrowing func total() -> UInt64 { value.pointer.pointee }
}

public import CSyncShims
public import Dispatch

/// `sync` on the first of several serial queues, each of which has the next for its target.
///
/// A `sync` takes every queue of the chain, one after the other, and gives all of them back.
public struct ChainedSyncCounter: SharedCounter, ~Copyable {
  @usableFromInline let leaf: DispatchQueue
  @usableFromInline let value = CacheAligned<UInt64>(0)

  /// Makes a counter at zero behind `depth` queues, one at least.
  public init(depth: Int) {
    var last = DispatchQueue(label: "syncbench.chain")
    for _ in 1..<depth { last = DispatchQueue(label: "syncbench.chain", target: last) }
    leaf = last
  }

  /// Makes a counter at zero behind a queue of its own whose target is given.
  public init(target: DispatchQueue) {
    leaf = DispatchQueue(label: "syncbench.chain", target: target)
  }

  /// Nothing to make.
  @inlinable public borrowing func makeThreadState() {}

  /// Nothing to end.
  @inlinable public borrowing func endThreadState(_ state: Void) {}

  /// Adds one inside `sync`.
  @inlinable @inline(__always)
  public borrowing func increment(_ state: inout Void, workSteps: UInt64) {
    let value = self.value.pointer
    leaf.sync { incrementGuarded(value, workSteps: workSteps) }
  }

  /// What was counted.
  @inlinable public borrowing func total() -> UInt64 { value.pointer.pointee }
}

/// `dispatch_sync_f` on the first of several serial queues, each of which has the next for its target.
public struct ChainedSyncFunctionCounter: SharedCounter, ~Copyable {
  @usableFromInline let leaf: FunctionQueue
  @usableFromInline let value = CacheAligned<UInt64>(0)

  /// Makes a counter at zero behind `depth` queues, one at least.
  public init(depth: Int) { leaf = FunctionQueue(chainOf: depth) }

  /// Nothing to make.
  @inlinable public borrowing func makeThreadState() {}

  /// Nothing to end.
  @inlinable public borrowing func endThreadState(_ state: Void) {}

  /// Adds one inside `dispatch_sync_f`.
  @inlinable @inline(__always)
  public borrowing func increment(_ state: inout Void, workSteps: UInt64) {
    // But for the queue it is the single queue's loop, and would be merged with it.
    sync_mark(7)
    var context = FunctionContext(value: value.pointer, workSteps: workSteps)
    sync_dispatch_sync_f(leaf.queue, &context, incrementFunction)
  }

  /// What was counted.
  @inlinable public borrowing func total() -> UInt64 { value.pointer.pointee }
}

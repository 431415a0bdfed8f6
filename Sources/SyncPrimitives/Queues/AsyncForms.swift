public import Dispatch

/// `async` on a serial queue, drained by an empty `sync` after every batch: what a submission costs when
/// the submitter need not wait for it.
public struct SerialAsyncDrain: QueueForm {
  @usableFromInline let queue = DispatchQueue(label: "syncbench.async")

  /// One item at a time, in order.
  @inlinable public static var excludes: Bool { true }

  /// A batch is drained as a whole.
  @inlinable public static var batch: Int { QueueBatch.most }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Puts the item on the queue.
  @inlinable @inline(__always)
  public func submit(_ item: UnsafeMutablePointer<QueueItem>, _ waiter: Void) {
    nonisolated(unsafe) let item = item
    queue.async { runItem(item) }
  }

  /// Comes back when what was put before has run.
  @inlinable @inline(__always)
  public func finish(_ waiter: Void) { queue.sync {} }
}

/// `async` on a concurrent queue, drained by an empty barrier after every batch.
public struct ConcurrentAsyncDrain: QueueForm {
  @usableFromInline
  let queue = DispatchQueue(label: "syncbench.async", attributes: .concurrent)

  /// Items run beside each other.
  @inlinable public static var excludes: Bool { false }

  /// A batch is drained as a whole.
  @inlinable public static var batch: Int { QueueBatch.most }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Puts the item on the queue.
  @inlinable @inline(__always)
  public func submit(_ item: UnsafeMutablePointer<QueueItem>, _ waiter: Void) {
    nonisolated(unsafe) let item = item
    queue.async { runItem(item) }
  }

  /// Comes back when what was put before has run.
  @inlinable @inline(__always)
  public func finish(_ waiter: Void) { queue.sync(flags: .barrier) {} }
}

/// A work item put on a serial queue and waited for: the round trip through a thread of the pool.
///
/// The Swift module of Dispatch on Linux has no `asyncAndWait`.
public struct SerialAsyncWait: QueueForm {
  @usableFromInline let queue = DispatchQueue(label: "syncbench.async")

  /// One item at a time, in order.
  @inlinable public static var excludes: Bool { true }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Puts a work item on the queue and waits for it.
  @inlinable @inline(__always)
  public func submit(_ item: UnsafeMutablePointer<QueueItem>, _ waiter: Void) {
    nonisolated(unsafe) let item = item
    let work = DispatchWorkItem { runItem(item) }
    queue.async(execute: work)
    work.wait()
  }
}

/// A work item put on a concurrent queue and waited for.
public struct ConcurrentAsyncWait: QueueForm {
  @usableFromInline
  let queue = DispatchQueue(label: "syncbench.async", attributes: .concurrent)

  /// Items run beside each other.
  @inlinable public static var excludes: Bool { false }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Puts a work item on the queue and waits for it.
  @inlinable @inline(__always)
  public func submit(_ item: UnsafeMutablePointer<QueueItem>, _ waiter: Void) {
    nonisolated(unsafe) let item = item
    let work = DispatchWorkItem { runItem(item) }
    queue.async(execute: work)
    work.wait()
  }
}

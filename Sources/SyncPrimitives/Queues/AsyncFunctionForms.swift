public import CSyncShims

/// `dispatch_async_f` on a serial queue, drained by an empty `dispatch_sync_f` after every batch.
public struct SerialAsyncDrainFunction: QueueForm, ~Copyable {
  @usableFromInline let queue = FunctionQueue(isConcurrent: false)

  /// One item at a time, in order.
  @inlinable public static var excludes: Bool { true }

  /// A batch is drained as a whole.
  @inlinable public static var batch: Int { QueueBatch.most }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Puts the item on the queue.
  @inlinable @inline(__always)
  public borrowing func submit(_ item: UnsafeMutablePointer<QueueItem>, _ waiter: Void) {
    sync_mark(7)
    sync_dispatch_async_f(queue.queue, item, runItemFunction)
  }

  /// Comes back when what was put before has run.
  @inlinable @inline(__always)
  public borrowing func finish(_ waiter: Void) {
    sync_dispatch_sync_f(queue.queue, nil, emptyFunction)
  }
}

/// `dispatch_async_f` on a concurrent queue, drained by an empty `dispatch_barrier_sync_f` after every
/// batch.
public struct ConcurrentAsyncDrainFunction: QueueForm, ~Copyable {
  @usableFromInline let queue = FunctionQueue(isConcurrent: true)

  /// Items run beside each other.
  @inlinable public static var excludes: Bool { false }

  /// A batch is drained as a whole.
  @inlinable public static var batch: Int { QueueBatch.most }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Puts the item on the queue.
  @inlinable @inline(__always)
  public borrowing func submit(_ item: UnsafeMutablePointer<QueueItem>, _ waiter: Void) {
    sync_mark(8)
    sync_dispatch_async_f(queue.queue, item, runItemFunction)
  }

  /// Comes back when what was put before has run.
  @inlinable @inline(__always)
  public borrowing func finish(_ waiter: Void) {
    sync_dispatch_barrier_sync_f(queue.queue, nil, emptyFunction)
  }
}

/// `dispatch_group_async_f` on a serial queue; the submitter waits for its own group after every batch.
public struct SerialAsyncGroupFunction: QueueForm, ~Copyable {
  @usableFromInline let queue = FunctionQueue(isConcurrent: false)

  /// One item at a time, in order.
  @inlinable public static var excludes: Bool { true }

  /// A batch is waited for as a whole.
  @inlinable public static var batch: Int { QueueBatch.most }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Makes the thread's group.
  @inlinable
  public borrowing func makeWaiter() -> sync_group_t? { sync_dispatch_group_create() }

  /// Ends the thread's group.
  @inlinable
  public borrowing func endWaiter(_ waiter: sync_group_t?) { sync_dispatch_release(waiter) }

  /// Puts the item on the queue, as one of the group.
  @inlinable @inline(__always)
  public borrowing func submit(
    _ item: UnsafeMutablePointer<QueueItem>, _ waiter: sync_group_t?
  ) {
    sync_mark(9)
    sync_dispatch_group_async_f(waiter, queue.queue, item, runItemFunction)
  }

  /// Comes back when the group's items have run.
  @inlinable @inline(__always)
  public borrowing func finish(_ waiter: sync_group_t?) { sync_dispatch_group_wait(waiter) }
}

/// `dispatch_group_async_f` on a concurrent queue; the submitter waits for its own group after every
/// batch.
public struct ConcurrentAsyncGroupFunction: QueueForm, ~Copyable {
  @usableFromInline let queue = FunctionQueue(isConcurrent: true)

  /// Items run beside each other.
  @inlinable public static var excludes: Bool { false }

  /// A batch is waited for as a whole.
  @inlinable public static var batch: Int { QueueBatch.most }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Makes the thread's group.
  @inlinable
  public borrowing func makeWaiter() -> sync_group_t? { sync_dispatch_group_create() }

  /// Ends the thread's group.
  @inlinable
  public borrowing func endWaiter(_ waiter: sync_group_t?) { sync_dispatch_release(waiter) }

  /// Puts the item on the queue, as one of the group.
  @inlinable @inline(__always)
  public borrowing func submit(
    _ item: UnsafeMutablePointer<QueueItem>, _ waiter: sync_group_t?
  ) {
    sync_mark(10)
    sync_dispatch_group_async_f(waiter, queue.queue, item, runItemFunction)
  }

  /// Comes back when the group's items have run.
  @inlinable @inline(__always)
  public borrowing func finish(_ waiter: sync_group_t?) { sync_dispatch_group_wait(waiter) }
}

/// The function of an item that is there to be waited for.
@usableFromInline
func emptyFunction(_ context: UnsafeMutableRawPointer?) {}

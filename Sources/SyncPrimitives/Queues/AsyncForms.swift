public import CSyncShims
public import Dispatch

/// `async`: the cost of a submission without a wait for its item; after every batch, an empty item
/// drains the queue.
public struct AsyncDrain<Kind: QueueKind>: QueueForm {
  @usableFromInline let queue = Kind.queue()

  /// Whether items of this kind of queue run one at a time.
  @inlinable public static var excludes: Bool { Kind.excludes }

  /// The number of items after which the queue is drained.
  @inlinable public static var batch: Int { QueueBatch.most }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Puts the item on the queue.
  @inlinable @inline(__always)
  public func submit(_ item: UnsafeMutablePointer<QueueItem>, _ waiter: Void) {
    nonisolated(unsafe) let item = item
    queue.async { runItem(item) }
  }

  /// Waits until all earlier items have run; on a concurrent queue, by a barrier.
  @inlinable @inline(__always)
  public func finish(_ waiter: Void) { drain(queue, byBarrier: Kind.isConcurrent) }
}

/// Runs an empty item on a queue.
///
/// The function is not a method of the generic type, because the closures of such a method would
/// capture the type, and each drain would allocate them.
@inlinable @inline(__always)
func drain(_ queue: DispatchQueue, byBarrier: Bool) {
  if byBarrier { queue.sync(flags: .barrier) {} } else { queue.sync {} }
}

/// A work item put on a queue and waited for: the round trip through a thread of the pool.
///
/// The Swift module of Dispatch on Linux has no `asyncAndWait`.
public struct AsyncWait<Kind: QueueKind>: QueueForm {
  @usableFromInline let queue = Kind.queue()

  /// Whether items of this kind of queue run one at a time.
  @inlinable public static var excludes: Bool { Kind.excludes }

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

/// The address of a submitter's own group, because a thread's state holds no references between
/// operations.
public struct GroupHandle: BitwiseCopyable {
  @usableFromInline let address: UnsafeMutableRawPointer

  /// Makes an empty group, to be released by ``end()``.
  @inlinable init() { address = Unmanaged.passRetained(DispatchGroup()).toOpaque() }

  @usableFromInline func end() { Unmanaged<DispatchGroup>.fromOpaque(address).release() }

  /// Runs `body` with the group, without a retain.
  ///
  /// A program that has its group in a constant pays for no retain either.
  @inlinable @inline(__always)
  func with(_ body: (DispatchGroup) -> Void) {
    Unmanaged<DispatchGroup>.fromOpaque(address)._withUnsafeGuaranteedRef(body)
  }
}

/// `async(group:)`; the submitter waits for its own group after every batch.
public struct AsyncGroup<Kind: QueueKind>: QueueForm {
  @usableFromInline let queue = Kind.queue()

  /// Whether items of this kind of queue run one at a time.
  @inlinable public static var excludes: Bool { Kind.excludes }

  /// The number of items after which the submitter waits for its group.
  @inlinable public static var batch: Int { QueueBatch.most }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Makes a group for the calling thread.
  @inlinable public func makeWaiter() -> GroupHandle { GroupHandle() }

  /// Ends the thread's group.
  @inlinable public func endWaiter(_ waiter: GroupHandle) { waiter.end() }

  /// Puts the item on the queue, as an item of the group.
  @inlinable @inline(__always)
  public func submit(_ item: UnsafeMutablePointer<QueueItem>, _ waiter: GroupHandle) {
    nonisolated(unsafe) let item = item
    waiter.with { queue.async(group: $0) { runItem(item) } }
  }

  /// Waits until the group's items have run.
  @inlinable @inline(__always)
  public func finish(_ waiter: GroupHandle) { waiter.with { $0.wait() } }
}

/// `dispatch_async_f`; after every batch, an empty item drains the queue.
///
/// The empty item is a `dispatch_sync_f`; on a concurrent queue, it is a `dispatch_barrier_sync_f`.
public struct AsyncDrainFunction<Kind: QueueKind>: QueueForm, ~Copyable {
  @usableFromInline let queue = FunctionQueue(isConcurrent: Kind.isConcurrent)

  /// Whether items of this kind of queue run one at a time.
  @inlinable public static var excludes: Bool { Kind.excludes }

  /// The number of items after which the queue is drained.
  @inlinable public static var batch: Int { QueueBatch.most }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Puts the item on the queue.
  @inlinable @inline(__always)
  public borrowing func submit(_ item: UnsafeMutablePointer<QueueItem>, _ waiter: Void) {
    sync_mark(Kind.isConcurrent ? 8 : 7)
    sync_dispatch_async_f(queue.queue, item, runItemFunction)
  }

  /// Waits until all earlier items have run.
  @inlinable @inline(__always)
  public borrowing func finish(_ waiter: Void) {
    if Kind.isConcurrent {
      sync_dispatch_barrier_sync_f(queue.queue, nil, emptyFunction)
    } else {
      sync_dispatch_sync_f(queue.queue, nil, emptyFunction)
    }
  }
}

/// `dispatch_group_async_f`; the submitter waits for its own group after every batch.
public struct AsyncGroupFunction<Kind: QueueKind>: QueueForm, ~Copyable {
  @usableFromInline let queue = FunctionQueue(isConcurrent: Kind.isConcurrent)

  /// Whether items of this kind of queue run one at a time.
  @inlinable public static var excludes: Bool { Kind.excludes }

  /// The number of items after which the submitter waits for its group.
  @inlinable public static var batch: Int { QueueBatch.most }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Makes a group for the calling thread.
  @inlinable public borrowing func makeWaiter() -> sync_group_t? { sync_dispatch_group_create() }

  /// Ends the thread's group.
  @inlinable
  public borrowing func endWaiter(_ waiter: sync_group_t?) { sync_dispatch_release(waiter) }

  /// Puts the item on the queue, as an item of the group.
  @inlinable @inline(__always)
  public borrowing func submit(
    _ item: UnsafeMutablePointer<QueueItem>, _ waiter: sync_group_t?
  ) {
    sync_mark(Kind.isConcurrent ? 10 : 9)
    sync_dispatch_group_async_f(waiter, queue.queue, item, runItemFunction)
  }

  /// Waits until the group's items have run.
  @inlinable @inline(__always)
  public borrowing func finish(_ waiter: sync_group_t?) { sync_dispatch_group_wait(waiter) }
}

/// The function of an empty item, which is only waited for.
@usableFromInline func emptyFunction(_ context: UnsafeMutableRawPointer?) {}

public import CSyncShims
public import Dispatch

/// `async`, drained by an empty item after every batch: what a submission costs when the submitter need
/// not wait for it.
public struct AsyncDrain<Kind: QueueKind>: QueueForm {
  @usableFromInline let queue = Kind.queue()

  /// As the queue does.
  @inlinable public static var excludes: Bool { Kind.excludes }

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

  /// Comes back when what was put before has run: on a concurrent queue, behind a barrier.
  @inlinable @inline(__always)
  public func finish(_ waiter: Void) { drain(queue, byBarrier: Kind.isConcurrent) }
}

/// Runs an empty item on a queue.
///
/// No method of the generic type: there its closures would capture the type, and each drain allocate them.
@inlinable @inline(__always)
func drain(_ queue: DispatchQueue, byBarrier: Bool) {
  if byBarrier { queue.sync(flags: .barrier) {} } else { queue.sync {} }
}

/// A work item put on a queue and waited for: the round trip through a thread of the pool.
///
/// The Swift module of Dispatch on Linux has no `asyncAndWait`.
public struct AsyncWait<Kind: QueueKind>: QueueForm {
  @usableFromInline let queue = Kind.queue()

  /// As the queue does.
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

/// A submitter's own group, as an address: what a thread keeps between operations holds no references.
public struct GroupHandle: BitwiseCopyable {
  @usableFromInline let address: UnsafeMutableRawPointer

  /// Makes an empty group, which lives until ``end()``.
  @inlinable init() { address = Unmanaged.passRetained(DispatchGroup()).toOpaque() }

  @usableFromInline func end() { Unmanaged<DispatchGroup>.fromOpaque(address).release() }

  /// Runs `body` with the group, without a retain of its own: a program that has the group in a constant
  /// pays for none either.
  @inlinable @inline(__always)
  func with(_ body: (DispatchGroup) -> Void) {
    Unmanaged<DispatchGroup>.fromOpaque(address)._withUnsafeGuaranteedRef(body)
  }
}

/// `async(group:)`; the submitter waits for its own group after every batch.
public struct AsyncGroup<Kind: QueueKind>: QueueForm {
  @usableFromInline let queue = Kind.queue()

  /// As the queue does.
  @inlinable public static var excludes: Bool { Kind.excludes }

  /// A batch is waited for as a whole.
  @inlinable public static var batch: Int { QueueBatch.most }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Makes a group for the calling thread.
  @inlinable public func makeWaiter() -> GroupHandle { GroupHandle() }

  /// Ends the thread's group.
  @inlinable public func endWaiter(_ waiter: GroupHandle) { waiter.end() }

  /// Puts the item on the queue, as one of the group.
  @inlinable @inline(__always)
  public func submit(_ item: UnsafeMutablePointer<QueueItem>, _ waiter: GroupHandle) {
    nonisolated(unsafe) let item = item
    waiter.with { queue.async(group: $0) { runItem(item) } }
  }

  /// Comes back when the group's items have run.
  @inlinable @inline(__always)
  public func finish(_ waiter: GroupHandle) { waiter.with { $0.wait() } }
}

/// `dispatch_async_f`, drained by an empty `dispatch_sync_f` after every batch, on a concurrent queue by an
/// empty `dispatch_barrier_sync_f`.
public struct AsyncDrainFunction<Kind: QueueKind>: QueueForm, ~Copyable {
  @usableFromInline let queue = FunctionQueue(isConcurrent: Kind.isConcurrent)

  /// As the queue does.
  @inlinable public static var excludes: Bool { Kind.excludes }

  /// A batch is drained as a whole.
  @inlinable public static var batch: Int { QueueBatch.most }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Puts the item on the queue.
  @inlinable @inline(__always)
  public borrowing func submit(_ item: UnsafeMutablePointer<QueueItem>, _ waiter: Void) {
    sync_mark(Kind.isConcurrent ? 8 : 7)
    sync_dispatch_async_f(queue.queue, item, runItemFunction)
  }

  /// Comes back when what was put before has run.
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

  /// As the queue does.
  @inlinable public static var excludes: Bool { Kind.excludes }

  /// A batch is waited for as a whole.
  @inlinable public static var batch: Int { QueueBatch.most }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Makes a group for the calling thread.
  @inlinable public borrowing func makeWaiter() -> sync_group_t? { sync_dispatch_group_create() }

  /// Ends the thread's group.
  @inlinable
  public borrowing func endWaiter(_ waiter: sync_group_t?) { sync_dispatch_release(waiter) }

  /// Puts the item on the queue, as one of the group.
  @inlinable @inline(__always)
  public borrowing func submit(
    _ item: UnsafeMutablePointer<QueueItem>, _ waiter: sync_group_t?
  ) {
    sync_mark(Kind.isConcurrent ? 10 : 9)
    sync_dispatch_group_async_f(waiter, queue.queue, item, runItemFunction)
  }

  /// Comes back when the group's items have run.
  @inlinable @inline(__always)
  public borrowing func finish(_ waiter: sync_group_t?) { sync_dispatch_group_wait(waiter) }
}

/// The function of an item that is there to be waited for.
@usableFromInline func emptyFunction(_ context: UnsafeMutableRawPointer?) {}

public import CSyncShims
public import Dispatch

/// A lock, or a queue that is used as one, as a form of submission: the item is its section.
public struct ExclusionForm<Exclusion: MutualExclusion & ~Copyable>: QueueForm, ~Copyable
where Exclusion.ThreadState == Void {
  @usableFromInline let exclusion: Exclusion

  /// One section at a time.
  @inlinable public static var excludes: Bool { true }

  /// Makes a free one.
  @inlinable public init() { exclusion = Exclusion() }

  /// Runs the item in a section.
  @inlinable @inline(__always)
  public borrowing func submit(_ item: UnsafeMutablePointer<QueueItem>, _ waiter: Void) {
    var state: Void = ()
    exclusion.exclusively(&state) { runItem(item) }
  }
}

/// `dispatch_sync_f` on a serial queue.
public struct SerialSyncFunction: QueueForm, ~Copyable {
  @usableFromInline let queue = FunctionQueue(isConcurrent: false)

  /// One item at a time.
  @inlinable public static var excludes: Bool { true }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Runs the item in `dispatch_sync_f`.
  @inlinable @inline(__always)
  public borrowing func submit(_ item: UnsafeMutablePointer<QueueItem>, _ waiter: Void) {
    sync_mark(4)
    sync_dispatch_sync_f(queue.queue, item, runItemFunction)
  }
}

/// `dispatch_barrier_sync_f` on a concurrent queue.
public struct ConcurrentBarrierSyncFunction: QueueForm, ~Copyable {
  @usableFromInline let queue = FunctionQueue(isConcurrent: true)

  /// One item at a time: each is a barrier.
  @inlinable public static var excludes: Bool { true }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Runs the item in `dispatch_barrier_sync_f`.
  @inlinable @inline(__always)
  public borrowing func submit(_ item: UnsafeMutablePointer<QueueItem>, _ waiter: Void) {
    sync_mark(5)
    sync_dispatch_barrier_sync_f(queue.queue, item, runItemFunction)
  }
}

/// `sync` on a concurrent queue.
public struct ConcurrentSync: QueueForm {
  @usableFromInline
  let queue = DispatchQueue(label: "syncbench.concurrent", attributes: .concurrent)

  /// Items run beside each other.
  @inlinable public static var excludes: Bool { false }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Runs the item in `sync`.
  @inlinable @inline(__always)
  public func submit(_ item: UnsafeMutablePointer<QueueItem>, _ waiter: Void) {
    queue.sync { runItem(item) }
  }
}

/// `dispatch_sync_f` on a concurrent queue.
public struct ConcurrentSyncFunction: QueueForm, ~Copyable {
  @usableFromInline let queue = FunctionQueue(isConcurrent: true)

  /// Items run beside each other.
  @inlinable public static var excludes: Bool { false }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Runs the item in `dispatch_sync_f`.
  @inlinable @inline(__always)
  public borrowing func submit(_ item: UnsafeMutablePointer<QueueItem>, _ waiter: Void) {
    sync_mark(6)
    sync_dispatch_sync_f(queue.queue, item, runItemFunction)
  }
}

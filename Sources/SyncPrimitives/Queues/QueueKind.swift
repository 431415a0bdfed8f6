public import CSyncShims
public import Dispatch

/// A kind of private queue, as a type, so that each form of submission is specialised for it.
public protocol QueueKind: Sendable {
  /// Whether its items run one at a time, those of a submitter in its order.
  static var excludes: Bool { get }

  /// Whether it is a concurrent queue.
  static var isConcurrent: Bool { get }
}

/// A serial queue.
public enum Serial: QueueKind {
  /// Its items run one at a time.
  @inlinable public static var excludes: Bool { true }

  /// It is none.
  @inlinable public static var isConcurrent: Bool { false }
}

/// A concurrent queue.
public enum Concurrent: QueueKind {
  /// Its items run beside each other.
  @inlinable public static var excludes: Bool { false }

  /// It is one.
  @inlinable public static var isConcurrent: Bool { true }
}

/// A concurrent queue whose every item is a barrier.
public enum Barriers: QueueKind {
  /// Its items run one at a time.
  @inlinable public static var excludes: Bool { true }

  /// It is one.
  @inlinable public static var isConcurrent: Bool { true }
}

extension QueueKind {
  @inlinable
  static func queue() -> DispatchQueue {
    DispatchQueue(label: "syncbench.async", attributes: isConcurrent ? .concurrent : [])
  }

  /// Runs an item by `dispatch_sync_f` or, as a barrier, by `dispatch_barrier_sync_f`.
  @inlinable @inline(__always)
  static func syncFunction(
    _ queue: borrowing FunctionQueue, _ context: UnsafeMutableRawPointer?,
    _ item: @convention(c) (UnsafeMutableRawPointer?) -> Void
  ) {
    if excludes && isConcurrent {
      sync_dispatch_barrier_sync_f(queue.queue, context, item)
    } else {
      sync_dispatch_sync_f(queue.queue, context, item)
    }
  }
}

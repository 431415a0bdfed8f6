public import CSyncShims
public import Dispatch

/// A kind of private queue, as a type, so that each form of submission is specialised for it.
public protocol QueueKind: Sendable {
  /// Whether the queue's items run one at a time, and in order for each submitter.
  static var excludes: Bool { get }

  /// Whether the queue is concurrent.
  static var isConcurrent: Bool { get }
}

/// The kind of a serial queue, which runs one item at a time.
public enum Serial: QueueKind {
  /// true: items run one at a time.
  @inlinable public static var excludes: Bool { true }

  /// false: the queue is serial.
  @inlinable public static var isConcurrent: Bool { false }
}

/// The kind of a concurrent queue, which runs items together.
public enum Concurrent: QueueKind {
  /// false: items run beside each other.
  @inlinable public static var excludes: Bool { false }

  /// true: the queue is concurrent.
  @inlinable public static var isConcurrent: Bool { true }
}

/// The kind of a concurrent queue whose items are all barriers.
public enum Barriers: QueueKind {
  /// true: items run one at a time.
  @inlinable public static var excludes: Bool { true }

  /// true: the queue is concurrent.
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

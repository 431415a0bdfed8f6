public import Dispatch

/// A private concurrent queue used as a lock through `sync(flags: .barrier)`.
public struct ConcurrentQueueBarrierSync: MutualExclusion {
  @usableFromInline
  let queue = DispatchQueue(label: "syncbench.concurrent", attributes: .concurrent)

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Runs `body` alone on the queue.
  @inlinable @inline(__always)
  public func exclusively(_ state: inout Void, _ body: () -> Void) {
    queue.sync(flags: .barrier, execute: body)
  }
}

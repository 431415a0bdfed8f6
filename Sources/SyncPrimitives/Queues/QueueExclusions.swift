public import Dispatch

/// A private serial queue used as a lock through `sync`.
///
/// A contended queue hands over in FIFO order through a futex, without spinning. The Swift overlay
/// allocates twice in each call.
public struct SerialQueueSync: MutualExclusion {
  @usableFromInline let queue = DispatchQueue(label: "syncbench.serial")

  /// The declared behaviour of the primitive.
  public static var traits: LockTraits? {
    LockTraits(
      order: .fifo, relock: .traps, allocates: true, module: "Dispatch",
      family: .serialQueue)
  }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Runs `body` in `sync`.
  @inlinable @inline(__always)
  public func exclusively(_ state: inout Void, _ body: () -> Void) {
    queue.sync(execute: body)
  }
}

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

public import Dispatch

/// A submitter's own group, as an address: what a thread keeps between operations holds no references.
@frozen
public struct GroupHandle: BitwiseCopyable {
  @usableFromInline let address: UnsafeMutableRawPointer

  /// Makes an empty group, which lives until ``end()``.
  @inlinable
  init() { address = Unmanaged.passRetained(DispatchGroup()).toOpaque() }

  @usableFromInline
  func end() { Unmanaged<DispatchGroup>.fromOpaque(address).release() }

  /// Runs `body` with the group, without a retain of its own: a program that has the group in a constant
  /// pays for none either.
  @inlinable @inline(__always)
  func with(_ body: (DispatchGroup) -> Void) {
    Unmanaged<DispatchGroup>.fromOpaque(address)._withUnsafeGuaranteedRef(body)
  }
}

/// `async(group:)` on a serial queue; the submitter waits for its own group after every batch.
public struct SerialAsyncGroup: QueueForm {
  @usableFromInline let queue = DispatchQueue(label: "syncbench.async")

  /// One item at a time, in order.
  @inlinable public static var excludes: Bool { true }

  /// A batch is waited for as a whole.
  @inlinable public static var batch: Int { QueueBatch.most }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Makes the thread's group.
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

/// `async(group:)` on a concurrent queue; the submitter waits for its own group after every batch.
public struct ConcurrentAsyncGroup: QueueForm {
  @usableFromInline
  let queue = DispatchQueue(label: "syncbench.async", attributes: .concurrent)

  /// Items run beside each other.
  @inlinable public static var excludes: Bool { false }

  /// A batch is waited for as a whole.
  @inlinable public static var batch: Int { QueueBatch.most }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Makes the thread's group.
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

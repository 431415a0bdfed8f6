public import Dispatch

/// What the items of a serial queue did: written on that queue, or on the thread that performs
/// them.
public struct ItemTally: BitwiseCopyable, Sendable {
  /// How many items ran.
  public var runs: UInt64 = 0
  /// How many were notified of.
  public var notifications: UInt64 = 0
  /// How many of these before as many items had run.
  public var earlyNotifications: UInt64 = 0
  /// How many items began while their queue was held back.
  public var earlyRuns: UInt64 = 0

  /// Nothing yet.
  @inlinable public init() {}
}

/// What becomes of an item from its making to its end.
public protocol ItemLife: Sendable {
  /// How many times an item runs.
  static var runsPerItem: UInt64 { get }
  /// How many times an item is notified of.
  static var notificationsPerItem: UInt64 { get }
  /// How many more times an item runs in a batch.
  static var runsPerBatch: UInt64 { get }

  /// The queue that the loop itself runs on; nil for the thread alone.
  var home: DispatchQueue? { get }

  /// Makes one with an idle queue.
  init()

  /// Makes an item and sends it on its way.
  func live(_ tally: UnsafeMutablePointer<ItemTally>)

  /// Ends a batch of items, with what is to run where no item is: otherwise something that runs
  /// nothing at all would pass.
  func endBatch(_ tally: UnsafeMutablePointer<ItemTally>)

  /// Returns when every item has come to its end.
  func drain()
}

extension ItemLife {
  /// The thread alone, unless it says so.
  @inlinable public var home: DispatchQueue? { nil }
  /// None, unless it says so.
  @inlinable public static var notificationsPerItem: UInt64 { 0 }
  /// None, unless it says so.
  @inlinable public static var runsPerBatch: UInt64 { 0 }
  /// Adds nothing, unless it says so.
  @inlinable public func endBatch(_ tally: UnsafeMutablePointer<ItemTally>) {}
}

/// A closure given to `async`: what the life of a work item is compared with.
public struct ClosureAsyncLife: ItemLife {
  @usableFromInline let queue = DispatchQueue(label: "syncbench.items")

  /// Once.
  @inlinable public static var runsPerItem: UInt64 { 1 }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Submits a closure.
  @inlinable @inline(__always)
  public func live(_ tally: UnsafeMutablePointer<ItemTally>) {
    nonisolated(unsafe) let tally = tally
    queue.async { tally.pointee.runs &+= 1 }
  }

  /// Waits for the queue.
  @inlinable public func drain() { queue.sync {} }
}

/// A `DispatchWorkItem` that is made and dropped: nobody performs it, but for one in a batch.
public struct WorkItemCreateLife: ItemLife {
  /// Never.
  @inlinable public static var runsPerItem: UInt64 { 0 }
  /// Once.
  @inlinable public static var runsPerBatch: UInt64 { 1 }

  /// Needs no queue.
  @inlinable public init() {}

  /// Makes an item.
  @inlinable @inline(__always)
  public func live(_ tally: UnsafeMutablePointer<ItemTally>) {
    _ = DispatchWorkItem { tally.pointee.runs &+= 1 }
  }

  /// Makes one item that is performed.
  @inlinable
  public func endBatch(_ tally: UnsafeMutablePointer<ItemTally>) {
    DispatchWorkItem { tally.pointee.runs &+= 1 }.perform()
  }

  /// Nothing is on its way.
  @inlinable public func drain() {}
}

/// A `DispatchWorkItem` that the thread itself performs.
public struct WorkItemPerformLife: ItemLife {
  /// Once.
  @inlinable public static var runsPerItem: UInt64 { 1 }

  /// Needs no queue.
  @inlinable public init() {}

  /// Makes an item and performs it.
  @inlinable @inline(__always)
  public func live(_ tally: UnsafeMutablePointer<ItemTally>) {
    DispatchWorkItem { tally.pointee.runs &+= 1 }.perform()
  }

  /// Nothing is on its way.
  @inlinable public func drain() {}
}

/// A `DispatchWorkItem` given to `async(execute:)`.
public struct WorkItemAsyncLife: ItemLife {
  @usableFromInline let queue = DispatchQueue(label: "syncbench.items")

  /// Once.
  @inlinable public static var runsPerItem: UInt64 { 1 }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Makes an item and submits it.
  @inlinable @inline(__always)
  public func live(_ tally: UnsafeMutablePointer<ItemTally>) {
    queue.async(execute: DispatchWorkItem { tally.pointee.runs &+= 1 })
  }

  /// Waits for the queue.
  @inlinable public func drain() { queue.sync {} }
}

/// A `DispatchWorkItem` that is cancelled before it is submitted: the queue takes it and leaves it
/// out, but for one in a batch.
public struct WorkItemCancelLife: ItemLife {
  @usableFromInline let queue = DispatchQueue(label: "syncbench.items")

  /// Never.
  @inlinable public static var runsPerItem: UInt64 { 0 }
  /// Once.
  @inlinable public static var runsPerBatch: UInt64 { 1 }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Makes an item, cancels it and submits it.
  @inlinable @inline(__always)
  public func live(_ tally: UnsafeMutablePointer<ItemTally>) {
    let item = DispatchWorkItem { tally.pointee.runs &+= 1 }
    item.cancel()
    queue.async(execute: item)
  }

  /// Submits one item that is not cancelled.
  @inlinable
  public func endBatch(_ tally: UnsafeMutablePointer<ItemTally>) {
    queue.async(execute: DispatchWorkItem { tally.pointee.runs &+= 1 })
  }

  /// Waits for the queue.
  @inlinable public func drain() { queue.sync {} }
}

/// A `DispatchWorkItem` given to `async(execute:)`, with a `notify` to the same queue.
public struct WorkItemNotifyLife: ItemLife {
  @usableFromInline let queue = DispatchQueue(label: "syncbench.items")

  /// Once.
  @inlinable public static var runsPerItem: UInt64 { 1 }
  /// Once.
  @inlinable public static var notificationsPerItem: UInt64 { 1 }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Makes an item, asks to be notified of it, and submits it.
  ///
  /// The queue runs the notifications in the order of their items: the n-th may come only when n
  /// items have run.
  @inlinable @inline(__always)
  public func live(_ tally: UnsafeMutablePointer<ItemTally>) {
    let item = DispatchWorkItem { tally.pointee.runs &+= 1 }
    item.notify(queue: queue) {
      if tally.pointee.runs <= tally.pointee.notifications {
        tally.pointee.earlyNotifications &+= 1
      }
      tally.pointee.notifications &+= 1
    }
    queue.async(execute: item)
  }

  /// Waits for the items, and then for the notifications that they left behind on the queue.
  @inlinable
  public func drain() {
    queue.sync {}
    queue.sync {}
  }
}

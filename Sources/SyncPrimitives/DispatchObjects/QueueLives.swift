public import CSyncShims
public import Dispatch

/// How a queue is made, as a type.
public protocol QueueMaking: Sendable {
  /// Makes one.
  static func make() -> DispatchQueue
}

/// A serial queue.
public enum SerialQueueMaking: QueueMaking {
  /// Makes one.
  @inlinable public static func make() -> DispatchQueue { DispatchQueue(label: "syncbench.made") }
}

/// A concurrent queue.
public enum ConcurrentQueueMaking: QueueMaking {
  /// Makes one.
  @inlinable
  public static func make() -> DispatchQueue {
    DispatchQueue(label: "syncbench.made", attributes: .concurrent)
  }
}

/// A serial queue with another serial queue as its target.
public enum TargetQueueMaking: QueueMaking {
  @usableFromInline static let target = DispatchQueue(label: "syncbench.target")

  /// Makes one.
  @inlinable
  public static func make() -> DispatchQueue {
    DispatchQueue(label: "syncbench.made", target: target)
  }
}

/// A serial queue of the class utility.
public enum ClassQueueMaking: QueueMaking {
  /// Makes one.
  @inlinable
  public static func make() -> DispatchQueue {
    DispatchQueue(label: "syncbench.made", qos: .utility)
  }
}

/// A queue that is made and dropped: nothing is put on it, but for an item on one in a batch.
public struct QueueCreateLife<Making: QueueMaking>: ItemLife {
  /// Never.
  @inlinable public static var runsPerItem: UInt64 { 0 }
  /// Once.
  @inlinable public static var runsPerBatch: UInt64 { 1 }

  /// Needs no queue.
  @inlinable public init() {}

  /// Makes a queue.
  @inlinable @inline(__always)
  public func live(_ tally: UnsafeMutablePointer<ItemTally>) { _ = Making.make() }

  /// Makes a queue that runs an item.
  @inlinable
  public func endBatch(_ tally: UnsafeMutablePointer<ItemTally>) {
    Making.make().sync { tally.pointee.runs &+= 1 }
  }

  /// Nothing is on its way.
  @inlinable public func drain() {}
}

/// A queue that holds its items back for a while, as a type.
public protocol HeldQueue: Sendable {
  /// Makes what outlives an item.
  init()

  /// The queue, held.
  func hold() -> DispatchQueue

  /// Says by the flag that it is held no more, and lets it go.
  func release(_ queue: DispatchQueue, _ isHeld: QueueFlag)
}

/// A new queue each time, `.initiallyInactive` until `activate()`.
public struct InactiveQueue: HeldQueue {
  /// Needs nothing.
  @inlinable public init() {}

  /// Makes one.
  @inlinable @inline(__always)
  public func hold() -> DispatchQueue {
    DispatchQueue(label: "syncbench.inactive", attributes: .initiallyInactive)
  }

  /// Activates it.
  @inlinable @inline(__always)
  public func release(_ queue: DispatchQueue, _ isHeld: QueueFlag) {
    isHeld.put(0)
    queue.activate()
  }
}

/// One queue, between `suspend()` and `resume()`.
public struct SuspendedQueue: HeldQueue {
  @usableFromInline let queue = DispatchQueue(label: "syncbench.suspended")

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Suspends it.
  @inlinable @inline(__always)
  public func hold() -> DispatchQueue {
    queue.suspend()
    return queue
  }

  /// Resumes it.
  @inlinable @inline(__always)
  public func release(_ queue: DispatchQueue, _ isHeld: QueueFlag) {
    isHeld.put(0)
    queue.resume()
  }
}

/// A negative control: one queue, which nothing holds back.
public struct UnheldQueue: HeldQueue {
  @usableFromInline let queue = DispatchQueue(label: "syncbench.unheld")

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Lets it run.
  @inlinable public func hold() -> DispatchQueue { queue }

  /// Gives an item that is not held the time to run.
  @inlinable
  public func release(_ queue: DispatchQueue, _ isHeld: QueueFlag) {
    queue.sync {}
    isHeld.put(0)
  }
}

/// An item that is put on a queue while that is held back, and waited for when it is let go.
///
/// The item itself looks whether its queue is held: however late it begins, what began too early is seen.
public struct HeldItemLife<Held: HeldQueue>: ItemLife {
  @usableFromInline let held = Held()
  @usableFromInline let isHeld = QueueFlag()

  /// Once.
  @inlinable public static var runsPerItem: UInt64 { 1 }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Holds the queue, submits, lets it go, waits.
  @inlinable @inline(__always)
  public func live(_ tally: UnsafeMutablePointer<ItemTally>) {
    nonisolated(unsafe) let tally = tally
    let isHeld = self.isHeld
    let queue = held.hold()
    isHeld.put(1)
    queue.async {
      tally.pointee.runs &+= 1
      if isHeld.get() != 0 { tally.pointee.earlyRuns &+= 1 }
    }
    held.release(queue, isHeld)
    queue.sync {}
  }

  /// Each item was waited for.
  @inlinable public func drain() {}
}

/// A word that says whether a queue is held, for as long as an item may look.
public final class QueueFlag: Sendable {
  @usableFromInline let word = CacheAligned<UInt64>(0)

  /// It is not.
  @usableFromInline init() {}

  /// Says so or not: 1 or 0.
  @inlinable @inline(__always) public func put(_ value: UInt64) {
    sync_word_write(word.pointer, value)
  }

  @inlinable @inline(__always) func get() -> UInt64 { sync_word_read(word.pointer) }
}

/// A value that a queue carries, stored anew by `setSpecific`.
public struct SetSpecificLife: ItemLife, @unchecked Sendable {
  @usableFromInline let queue = DispatchQueue(label: "syncbench.specific")
  @usableFromInline let key = DispatchSpecificKey<UInt64>()

  /// Never.
  @inlinable public static var runsPerItem: UInt64 { 0 }
  /// Once, where the value is the last.
  @inlinable public static var runsPerBatch: UInt64 { 1 }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// Stores a value.
  @inlinable @inline(__always)
  public func live(_ tally: UnsafeMutablePointer<ItemTally>) {
    tally.pointee.notifications &+= 1
    queue.setSpecific(key: key, value: tally.pointee.notifications)
  }

  /// Looks whether the queue carries the last.
  @inlinable
  public func endBatch(_ tally: UnsafeMutablePointer<ItemTally>) {
    queue.sync {
      if DispatchQueue.getSpecific(key: key) == tally.pointee.notifications {
        tally.pointee.runs &+= 1
      }
    }
  }

  /// Once each: what the values are.
  @inlinable public static var notificationsPerItem: UInt64 { 1 }

  /// Nothing is on its way.
  @inlinable public func drain() {}
}

/// A value that a queue carries, asked for by `getSpecific` on that queue.
public struct GetSpecificLife: ItemLife, @unchecked Sendable {
  @usableFromInline let queue = DispatchQueue(label: "syncbench.specific")
  @usableFromInline let key = DispatchSpecificKey<UInt64>()

  /// Once, where the value is the queue's.
  @inlinable public static var runsPerItem: UInt64 { 1 }

  /// Makes a queue that carries a value.
  @inlinable public init() { queue.setSpecific(key: key, value: 7) }

  /// The queue, on which the loop runs.
  @inlinable public var home: DispatchQueue? { queue }

  /// Asks for it.
  @inlinable @inline(__always)
  public func live(_ tally: UnsafeMutablePointer<ItemTally>) {
    if DispatchQueue.getSpecific(key: key) == 7 { tally.pointee.runs &+= 1 }
  }

  /// Nothing is on its way.
  @inlinable public func drain() {}
}

/// `dispatchPrecondition(condition: .onQueue)` on that queue.
public struct PreconditionLife: ItemLife {
  @usableFromInline let queue = DispatchQueue(label: "syncbench.precondition")

  /// Once.
  @inlinable public static var runsPerItem: UInt64 { 1 }

  /// Makes an idle queue.
  @inlinable public init() {}

  /// The queue, on which the loop runs.
  @inlinable public var home: DispatchQueue? { queue }

  /// Goes on if it is the queue, and ends the process otherwise.
  @inlinable @inline(__always)
  public func live(_ tally: UnsafeMutablePointer<ItemTally>) {
    dispatchPrecondition(condition: .onQueue(queue))
    tally.pointee.runs &+= 1
  }

  /// Nothing is on its way.
  @inlinable public func drain() {}
}

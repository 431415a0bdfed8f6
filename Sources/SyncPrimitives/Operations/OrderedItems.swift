import CSyncShims
import Dispatch
import Foundation
import Synchronization

/// Whether the items of a round ran once each, one after the other, in their order.
public final class OrderedItemsRecord: Sendable {
  private let next = CacheAligned<UInt64>(0)
  private let faults = CacheAligned(Atomic<UInt64>(0))

  /// Makes a record of no item.
  public init() {}

  /// Notes that an item runs: all that an item does.
  public func note(_ position: Int) {
    let expected = UInt64(position)
    if sync_word_read(next.pointer) != expected { noteFault() }
    sync_word_write(next.pointer, expected + 1)
  }

  /// Looks whether the last of a round's items came, and makes ready for the next round.
  public func endRound(of count: Int) {
    if sync_word_read(next.pointer) != UInt64(count) { noteFault() }
    sync_word_write(next.pointer, 0)
  }

  private func noteFault() { faults.pointer.pointee.wrappingAdd(1, ordering: .relaxed) }

  /// How many items were out of turn, or missing, since it was last asked.
  public func takeFaults() -> UInt64 { faults.pointer.pointee.exchange(0, ordering: .relaxed) }
}

/// A way to have items run one after the other.
public protocol OrderedItems: Sendable {
  /// Makes one with nothing to do.
  init()

  /// Has `record` noted by each of `count` items, one at least, and returns when all have run.
  func run(_ record: OrderedItemsRecord, count: Int)
}

/// `BlockOperation`s of which each depends on the one before, on a queue that could run all at
/// once.
public struct BlockOperationChain: OrderedItems {
  private let queue = OperationQueue()

  /// Makes an idle queue.
  public init() {}

  /// Makes the chain, adds all of it and waits.
  public func run(_ record: OrderedItemsRecord, count: Int) {
    var operations: [Operation] = []
    operations.reserveCapacity(count)
    for position in 0..<count {
      let operation = BlockOperation { record.note(position) }
      if let last = operations.last { operation.addDependency(last) }
      operations.append(operation)
    }
    queue.addOperations(operations, waitUntilFinished: true)
  }
}

/// Closures on a serial queue of which each submits the next: a chain written by hand.
public struct NestedAsyncChain: OrderedItems {
  private let queue = DispatchQueue(label: "syncbench.chain")
  private let done = DispatchSemaphore(value: 0)

  /// Makes an idle queue.
  public init() {}

  /// Submits the first and waits for the last.
  public func run(_ record: OrderedItemsRecord, count: Int) {
    submit(0, of: count, record)
    done.wait()
  }

  private func submit(_ position: Int, of count: Int, _ record: OrderedItemsRecord) {
    queue.async {
      record.note(position)
      if position + 1 < count {
        submit(position + 1, of: count, record)
      } else {
        done.signal()
      }
    }
  }
}

/// An `OperationQueue` of one operation at a time, as a serial queue.
public struct SerialOperationQueueItems: OrderedItems {
  private let queue = OperationQueue()

  /// Makes an idle queue.
  public init() { queue.maxConcurrentOperationCount = 1 }

  /// Adds a closure for each item and waits for all.
  public func run(_ record: OrderedItemsRecord, count: Int) {
    for position in 0..<count { queue.addOperation { record.note(position) } }
    queue.waitUntilAllOperationsAreFinished()
  }
}

/// A serial queue: `async` for each item, and an empty `sync`.
public struct SerialQueueItems: OrderedItems {
  private let queue = DispatchQueue(label: "syncbench.items")

  /// Makes an idle queue.
  public init() {}

  /// Submits a closure for each item and waits for the queue.
  public func run(_ record: OrderedItemsRecord, count: Int) {
    for position in 0..<count { queue.async { record.note(position) } }
    queue.sync {}
  }
}

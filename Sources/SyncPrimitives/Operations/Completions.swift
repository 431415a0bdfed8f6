import CSyncShims
import Dispatch
import Foundation
import Synchronization

/// Whether the items of a round ran once each, and what is to follow each once after it.
///
/// Unchecked: each item and what follows it write words of their own.
public final class FollowedItemsRecord: @unchecked Sendable {
  /// How many items a round has.
  public let count: Int
  /// How often each item ran, and then how often what follows it did.
  private let words: UnsafeMutablePointer<UInt64>
  private let round = CacheAligned<UInt64>(1)
  private let left: CacheAligned<Atomic<Int>>
  private let faults = CacheAligned(Atomic<UInt64>(0))
  private let done = DispatchSemaphore(value: 0)
  private let patience: Patience

  /// Makes a record of rounds of so many items, one at least.
  ///
  /// - Parameters:
  ///   - count: How many items a round has.
  ///   - patienceNanoseconds: How long, in ns, it waits for what follows a round's items.
  public init(count: Int, patienceNanoseconds: Int = 2_000_000_000) {
    self.count = count
    patience = Patience(nanoseconds: patienceNanoseconds)
    left = CacheAligned(Atomic(count))
    words = .allocate(capacity: 2 * count)
    words.initialize(repeating: 0, count: 2 * count)
  }

  deinit { words.deallocate() }

  /// Notes that an item runs: all that an item does.
  public func noteItem(_ item: Int) { addOne(to: words + item) }

  /// Notes that what follows an item runs: the item must have.
  public func noteFollower(of item: Int) {
    if sync_word_read(words + item) != sync_word_read(round.pointer) { noteFault() }
    addOne(to: words + count + item)
    let now = left.pointer.pointee.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue
    if now == 0 { done.signal() }
  }

  /// Waits until as much has followed as there were items, looks whether all came once, and makes ready for
  /// the next round.
  public func endRound() {
    if !patience.wait(for: done) { noteFault() }
    let current = sync_word_read(round.pointer)
    for index in 0..<2 * count where sync_word_read(words + index) != current {
      noteFault()
      sync_word_write(words + index, current)
    }
    left.pointer.pointee.store(count, ordering: .relaxed)
    sync_word_write(round.pointer, current + 1)
  }

  /// How many faults there were since it was last asked.
  public func takeFaults() -> UInt64 { faults.pointer.pointee.exchange(0, ordering: .relaxed) }

  private func noteFault() { faults.pointer.pointee.wrappingAdd(1, ordering: .relaxed) }
}

/// A way to have something follow each item.
public protocol FollowedItems: Sendable {
  /// Makes one with nothing to do.
  init()

  /// Has each item of a round noted, and then what follows it, by the pool; it waits for neither.
  func run(_ record: FollowedItemsRecord)
}

/// Operations whose own closure ends with what is to follow: what the others are compared with.
public struct ClosureEnd: FollowedItems {
  private let queue = OperationQueue()

  /// Makes an idle queue.
  public init() {}

  /// Makes an operation for each item.
  public func run(_ record: FollowedItemsRecord) {
    let operations: [Operation] = (0..<record.count).map { item in
      BlockOperation {
        record.noteItem(item)
        record.noteFollower(of: item)
      }
    }
    queue.addOperations(operations, waitUntilFinished: false)
  }
}

/// Operations with a `completionBlock`.
public struct CompletionBlock: FollowedItems {
  private let queue = OperationQueue()

  /// Makes an idle queue.
  public init() {}

  /// Makes an operation for each item, and gives it what is to follow.
  public func run(_ record: FollowedItemsRecord) {
    let operations: [Operation] = (0..<record.count).map { item in
      let operation = BlockOperation { record.noteItem(item) }
      operation.completionBlock = { record.noteFollower(of: item) }
      return operation
    }
    queue.addOperations(operations, waitUntilFinished: false)
  }
}

/// Operations on each of which another depends.
public struct DependentOperation: FollowedItems {
  private let queue = OperationQueue()

  /// Makes an idle queue.
  public init() {}

  /// Makes two operations for each item.
  public func run(_ record: FollowedItemsRecord) {
    var operations: [Operation] = []
    operations.reserveCapacity(2 * record.count)
    for item in 0..<record.count {
      let operation = BlockOperation { record.noteItem(item) }
      let follower = BlockOperation { record.noteFollower(of: item) }
      follower.addDependency(operation)
      operations.append(operation)
      operations.append(follower)
    }
    queue.addOperations(operations, waitUntilFinished: false)
  }
}

/// Work items with a `notify`, on a global queue: no operation.
public struct NotifyingWorkItem: FollowedItems {
  private let queue = DispatchQueue.global()

  /// Needs nothing of its own.
  public init() {}

  /// Makes a work item for each.
  public func run(_ record: FollowedItemsRecord) {
    for item in 0..<record.count {
      let work = DispatchWorkItem { record.noteItem(item) }
      work.notify(queue: queue) { record.noteFollower(of: item) }
      queue.async(execute: work)
    }
  }
}

/// A negative control: what is to follow is put on a global queue beside the operation, and not after it.
public struct UnorderedFollower: FollowedItems {
  private let queue = OperationQueue()

  /// Makes an idle queue.
  public init() {}

  /// Submits what is to follow, and adds the operations; both end before it returns.
  public func run(_ record: FollowedItemsRecord) {
    let operations: [Operation] = (0..<record.count).map { item in
      DispatchQueue.global().async { record.noteFollower(of: item) }
      return BlockOperation { record.noteItem(item) }
    }
    queue.addOperations(operations, waitUntilFinished: true)
  }
}

import CSyncShims
import Dispatch
import Foundation
import Synchronization

/// How many items ran that were cancelled, and how many that were not.
public final class CancelledItemsRecord: Sendable {
  private let cancelledRuns = CacheAligned(Atomic<UInt64>(0))
  private let survivorRuns = CacheAligned(Atomic<UInt64>(0))

  /// Makes a record of no item.
  public init() {}

  /// Notes that an item runs that was cancelled.
  public func noteCancelled() {
    cancelledRuns.pointer.pointee.wrappingAdd(1, ordering: .relaxed)
  }

  /// Notes that the item of a batch runs that was not cancelled.
  public func noteSurvivor() { survivorRuns.pointer.pointee.wrappingAdd(1, ordering: .relaxed) }

  /// How many of each ran since it was last asked.
  public func take() -> (cancelled: UInt64, survivors: UInt64) {
    (
      cancelledRuns.pointer.pointee.exchange(0, ordering: .relaxed),
      survivorRuns.pointer.pointee.exchange(0, ordering: .relaxed)
    )
  }
}

/// A way to cancel items before they start.
public protocol CancelledItems: Sendable {
  /// Makes one with an idle queue.
  init()

  /// Makes `count` items, cancels them before any can start, adds one that is not cancelled, lets
  /// the queue go through all of them, and waits; how long the cancelling took, in ns.
  func run(_ record: CancelledItemsRecord, count: Int) -> UInt64
}

/// `cancel()` of each operation of a suspended queue.
public struct OperationCancel: CancelledItems {
  private let queue = OperationQueue()

  /// Makes an idle queue.
  public init() {}

  /// Cancels each.
  public func run(_ record: CancelledItemsRecord, count: Int) -> UInt64 {
    let operations = suspended(queue, record, count)
    queue.addOperations(operations, waitUntilFinished: false)
    let start = sync_monotonic_ns()
    for operation in operations { operation.cancel() }
    return finish(queue, record, tookSince: start)
  }
}

/// `cancelAllOperations()` of a suspended queue.
public struct OperationCancelAll: CancelledItems {
  private let queue = OperationQueue()

  /// Makes an idle queue.
  public init() {}

  /// Cancels all at once.
  public func run(_ record: CancelledItemsRecord, count: Int) -> UInt64 {
    queue.addOperations(suspended(queue, record, count), waitUntilFinished: false)
    let start = sync_monotonic_ns()
    queue.cancelAllOperations()
    return finish(queue, record, tookSince: start)
  }
}

/// `cancel()` of each operation before it is added.
public struct OperationCancelFirst: CancelledItems {
  private let queue = OperationQueue()

  /// Makes an idle queue.
  public init() {}

  /// Cancels each, and then adds them.
  public func run(_ record: CancelledItemsRecord, count: Int) -> UInt64 {
    let operations = suspended(queue, record, count)
    let start = sync_monotonic_ns()
    for operation in operations { operation.cancel() }
    return finish(queue, record, tookSince: start, adding: operations)
  }
}

/// `cancel()` of each work item of a suspended serial queue.
public struct WorkItemCancellation: CancelledItems {
  private let queue = DispatchQueue(label: "syncbench.cancel")

  /// Makes an idle queue.
  public init() {}

  /// Cancels each.
  public func run(_ record: CancelledItemsRecord, count: Int) -> UInt64 {
    queue.suspend()
    let items = (0..<count).map { _ in DispatchWorkItem { record.noteCancelled() } }
    for item in items { queue.async(execute: item) }
    let start = sync_monotonic_ns()
    for item in items { item.cancel() }
    let end = sync_monotonic_ns()
    queue.async { record.noteSurvivor() }
    queue.resume()
    queue.sync {}
    return end - start
  }
}

/// Suspends a queue, and makes the operations that are to be cancelled.
private func suspended(
  _ queue: OperationQueue, _ record: CancelledItemsRecord, _ count: Int
) -> [BlockOperation] {
  queue.isSuspended = true
  return (0..<count).map { _ in BlockOperation { record.noteCancelled() } }
}

/// Adds the operation that is not cancelled, and lets a suspended queue go through all of its
/// operations; how long the cancelling took, in ns.
private func finish(
  _ queue: OperationQueue, _ record: CancelledItemsRecord, tookSince start: UInt64,
  adding operations: [BlockOperation] = []
) -> UInt64 {
  let end = sync_monotonic_ns()
  if !operations.isEmpty { queue.addOperations(operations, waitUntilFinished: false) }
  queue.addOperation { record.noteSurvivor() }
  queue.isSuspended = false
  queue.waitUntilAllOperationsAreFinished()
  return end - start
}

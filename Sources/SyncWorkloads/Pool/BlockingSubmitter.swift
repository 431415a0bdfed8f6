import Dispatch
import Foundation

/// A way to submit items that block.
public enum BlockingSubmitter: String, CaseIterable, Sendable {
  /// To the global queue of the default class.
  case globalQueue = "global-queue"
  /// To a private concurrent queue.
  case concurrentQueue = "concurrent-queue"
  /// Each to a private concurrent queue of its own.
  case concurrentQueues = "concurrent-queues"
  /// Each to a serial queue of its own.
  case serialQueues = "serial-queues"
  /// To an operation queue without a limit.
  case operationQueue = "operation-queue"
  /// To an operation queue that runs as many at once as there are CPUs.
  case limitedOperationQueue = "operation-queue-limited"
  /// As Swift tasks.
  case tasks
  /// To the global queue, with no more in flight than a semaphore lets pass: one a CPU.
  case semaphoreLimited = "semaphore-limited"

  /// One line on what it is.
  public var summary: String {
    switch self {
    case .globalQueue: "async on the global queue of the default class"
    case .concurrentQueue: "async on a private concurrent queue"
    case .concurrentQueues: "async on as many private concurrent queues, an item each"
    case .serialQueues: "async on as many private serial queues, an item each"
    case .operationQueue: "an OperationQueue without a limit"
    case .limitedOperationQueue: "an OperationQueue with maxConcurrentOperationCount at the CPUs"
    case .tasks: "detached Swift tasks of medium priority"
    case .semaphoreLimited: "the global queue behind a semaphore that lets one item a CPU in flight"
    }
  }

  /// Submits all items, in their order, and returns when all have ended.
  ///
  /// - Parameter width: How many CPUs there are.
  public func submit(_ items: BlockingItems, width: Int) {
    switch self {
    case .globalQueue: submit(items, to: DispatchQueue.global())
    case .concurrentQueue:
      submit(items, to: DispatchQueue(label: "syncbench.blocking", attributes: .concurrent))
    case .concurrentQueues: submitToOwnQueues(items, .concurrent)
    case .serialQueues: submitToOwnQueues(items, [])
    case .operationQueue:
      submit(items, atOnce: OperationQueue.defaultMaxConcurrentOperationCount)
    case .limitedOperationQueue: submit(items, atOnce: width)
    case .tasks: submitTasks(items)
    case .semaphoreLimited: submit(items, inFlight: width)
    }
  }

  private func submit(_ items: BlockingItems, to queue: DispatchQueue) {
    for item in 0..<items.count {
      items.willSubmit(item)
      queue.async { items.run(item) }
    }
    items.waitUntilAllEnded()
  }

  private func submitToOwnQueues(
    _ items: BlockingItems, _ attributes: DispatchQueue.Attributes
  ) {
    let queues = (0..<items.count).map {
      DispatchQueue(label: "syncbench.blocking.\($0)", attributes: attributes)
    }
    for (item, queue) in queues.enumerated() {
      items.willSubmit(item)
      queue.async { items.run(item) }
    }
    items.waitUntilAllEnded()
  }

  private func submit(_ items: BlockingItems, atOnce limit: Int) {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = limit
    for item in 0..<items.count {
      items.willSubmit(item)
      queue.addOperation { items.run(item) }
    }
    items.waitUntilAllEnded()
    // Ended items have still to be taken off their queue.
    queue.waitUntilAllOperationsAreFinished()
  }

  private func submitTasks(_ items: BlockingItems) {
    for item in 0..<items.count {
      items.willSubmit(item)
      Task.detached(priority: .medium) { items.run(item) }
    }
    items.waitUntilAllEnded()
  }

  private func submit(_ items: BlockingItems, inFlight limit: Int) {
    let places = DispatchSemaphore(value: limit)
    for item in 0..<items.count {
      places.wait()
      items.willSubmit(item)
      DispatchQueue.global().async {
        items.run(item)
        places.signal()
      }
    }
    items.waitUntilAllEnded()
    // A semaphore must not end below its first value: the last items have still to give their places back.
    for _ in 0..<limit { places.wait() }
    for _ in 0..<limit { places.signal() }
  }
}

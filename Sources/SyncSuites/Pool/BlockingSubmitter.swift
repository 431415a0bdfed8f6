import BenchmarkRunner
import Dispatch
import Foundation

/// A function with which the calling thread gives blocking items to queues or tasks, and waits
/// until all items have ended.
///
/// `width` is the number of CPUs.
typealias BlockingSubmit = @Sendable (_ items: BlockingItems, _ width: Int) -> Void

/// A way to submit items that block.
struct BlockingSubmitter: Sendable {
  /// The name in kebab case.
  let name: String
  /// The submitter in one line.
  let summary: String
  /// The first tier of the workload `explosion` that includes the submitter.
  var explosion: Tier = .headline
  /// The first tier of the workload `growth` that includes the submitter.
  var growth: Tier = .thorough
  /// Submits all items, in their order, and waits until all have ended.
  let submit: BlockingSubmit

  static let all = [
    globalQueue, concurrentQueue, concurrentQueues, serialQueues, operationQueue,
    limitedOperationQueue, tasks, semaphoreLimited, barrierItems, semaphoreInside,
  ]

  static let globalQueue = BlockingSubmitter(
    name: "global-queue", summary: "async on the global queue of the default class",
    growth: .headline
  ) { items, _ in
    items.submitEach(to: DispatchQueue.global())
  }

  static let concurrentQueue = BlockingSubmitter(
    name: "concurrent-queue", summary: "async on a private concurrent queue", explosion: .standard
  ) { items, _ in
    items.submitEach(to: DispatchQueue(label: "syncbench.blocking", attributes: .concurrent))
  }

  static let concurrentQueues = BlockingSubmitter(
    name: "concurrent-queues", summary: "async on a private concurrent queue for each item",
    explosion: .standard
  ) { items, _ in
    items.submitEachToOwnQueue(.concurrent)
  }

  static let serialQueues = BlockingSubmitter(
    name: "serial-queues", summary: "async on a private serial queue for each item"
  ) { items, _ in
    items.submitEachToOwnQueue([])
  }

  static let operationQueue = BlockingSubmitter(
    name: "operation-queue", summary: "an OperationQueue without a limit"
  ) { items, _ in
    items.submitEach(atOnce: OperationQueue.defaultMaxConcurrentOperationCount)
  }

  static let limitedOperationQueue = BlockingSubmitter(
    name: "operation-queue-limited",
    summary: "an OperationQueue whose maxConcurrentOperationCount is the number of CPUs",
    explosion: .standard
  ) { items, width in
    items.submitEach(atOnce: width)
  }

  static let tasks = BlockingSubmitter(
    name: "tasks", summary: "detached Swift tasks of medium priority", growth: .standard
  ) { items, _ in
    items.submitEach { item in Task.detached(priority: .medium) { items.run(item) } }
  }

  static let semaphoreLimited = BlockingSubmitter(
    name: "semaphore-limited",
    summary: "the global queue behind a semaphore that admits as many items at once as CPUs"
  ) { items, width in
    let permits = DispatchSemaphore(value: width)
    for item in 0..<items.count {
      permits.wait()
      items.willSubmit(item)
      DispatchQueue.global().async {
        items.run(item)
        permits.signal()
      }
    }
    items.waitUntilAllEnded()
    // A semaphore must not be freed while its value is below its initial value, and the last items
    // may still have to signal.
    for _ in 0..<width { permits.wait() }
    for _ in 0..<width { permits.signal() }
  }
}

extension BlockingSubmitter {
  static let barrierItems = BlockingSubmitter(
    name: "barrier-items", summary: "async barriers on a private concurrent queue",
    explosion: .standard
  ) { items, _ in
    let queue = DispatchQueue(label: "syncbench.barriers", attributes: .concurrent)
    items.submitEach { item in queue.async(flags: .barrier) { items.run(item) } }
  }

  static let semaphoreInside = BlockingSubmitter(
    name: "semaphore-inside",
    summary: "a private concurrent queue whose items wait inside for a semaphore of 1",
    explosion: .standard
  ) { items, _ in
    let queue = DispatchQueue(label: "syncbench.waiting", attributes: .concurrent)
    let permit = DispatchSemaphore(value: 1)
    items.submitEach { item in
      queue.async {
        permit.wait()
        items.run(item)
        permit.signal()
      }
    }
    // A semaphore must not be freed while its value is below its initial value, and the last item
    // may still have to signal.
    permit.wait()
    permit.signal()
  }
}

extension BlockingItems {
  /// Submits one item after another, and waits until all have ended.
  fileprivate func submitEach(_ submit: (_ item: Int) -> Void) {
    for item in 0..<count {
      willSubmit(item)
      submit(item)
    }
    waitUntilAllEnded()
  }

  fileprivate func submitEach(to queue: DispatchQueue) {
    submitEach { item in queue.async { self.run(item) } }
  }

  fileprivate func submitEachToOwnQueue(_ attributes: DispatchQueue.Attributes) {
    let queues = (0..<count).map {
      DispatchQueue(label: "syncbench.blocking.\($0)", attributes: attributes)
    }
    submitEach { item in queues[item].async { self.run(item) } }
  }

  fileprivate func submitEach(atOnce limit: Int) {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = limit
    submitEach { item in queue.addOperation { self.run(item) } }
    // The queue may still hold items that have ended.
    queue.waitUntilAllOperationsAreFinished()
  }
}

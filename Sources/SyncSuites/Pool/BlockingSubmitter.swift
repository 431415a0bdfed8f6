import BenchmarkRunner
import Dispatch
import Foundation

/// Submits items that block, on the calling thread, and returns when all have ended.
///
/// `width` is the number of CPUs.
typealias BlockingSubmit = @Sendable (_ items: BlockingItems, _ width: Int) -> Void

/// A way to submit items that block.
struct BlockingSubmitter: Sendable {
  /// The name in kebab case.
  let name: String
  /// One line on what it is.
  let summary: String
  /// The first tier of the workload `explosion` that has it.
  let explosion: Tier
  /// The first tier of the workload `growth` that has it.
  let growth: Tier
  /// Submits all items, in their order.
  let submit: BlockingSubmit

  private init(
    _ name: String, _ summary: String, explosion: Tier = .headline, growth: Tier = .thorough,
    submit: @escaping BlockingSubmit
  ) {
    self.name = name
    self.summary = summary
    self.explosion = explosion
    self.growth = growth
    self.submit = submit
  }

  static let all = [
    globalQueue, concurrentQueue, concurrentQueues, serialQueues, operationQueue,
    limitedOperationQueue, tasks, semaphoreLimited, barrierItems, semaphoreInside,
  ]

  static let globalQueue = BlockingSubmitter(
    "global-queue", "async on the global queue of the default class", growth: .headline
  ) { items, _ in
    items.submitEach(to: DispatchQueue.global())
  }

  static let concurrentQueue = BlockingSubmitter(
    "concurrent-queue", "async on a private concurrent queue", explosion: .standard
  ) { items, _ in
    items.submitEach(to: DispatchQueue(label: "syncbench.blocking", attributes: .concurrent))
  }

  static let concurrentQueues = BlockingSubmitter(
    "concurrent-queues", "async on as many private concurrent queues, an item each",
    explosion: .standard
  ) { items, _ in
    items.submitEachToOwnQueue(.concurrent)
  }

  static let serialQueues = BlockingSubmitter(
    "serial-queues", "async on as many private serial queues, an item each"
  ) { items, _ in
    items.submitEachToOwnQueue([])
  }

  static let operationQueue = BlockingSubmitter(
    "operation-queue", "an OperationQueue without a limit"
  ) { items, _ in
    items.submitEach(atOnce: OperationQueue.defaultMaxConcurrentOperationCount)
  }

  static let limitedOperationQueue = BlockingSubmitter(
    "operation-queue-limited", "an OperationQueue with maxConcurrentOperationCount at the CPUs",
    explosion: .standard
  ) { items, width in
    items.submitEach(atOnce: width)
  }

  static let tasks = BlockingSubmitter(
    "tasks", "detached Swift tasks of medium priority", growth: .standard
  ) { items, _ in
    items.submitEach { item in Task.detached(priority: .medium) { items.run(item) } }
  }

  static let semaphoreLimited = BlockingSubmitter(
    "semaphore-limited", "the global queue behind a semaphore that lets one item a CPU in flight"
  ) { items, width in
    let places = DispatchSemaphore(value: width)
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
    for _ in 0..<width { places.wait() }
    for _ in 0..<width { places.signal() }
  }
}

extension BlockingSubmitter {
  static let barrierItems = BlockingSubmitter(
    "barrier-items", "async barriers on a private concurrent queue", explosion: .standard
  ) { items, _ in
    let queue = DispatchQueue(label: "syncbench.barriers", attributes: .concurrent)
    items.submitEach { item in queue.async(flags: .barrier) { items.run(item) } }
  }

  static let semaphoreInside = BlockingSubmitter(
    "semaphore-inside", "a private concurrent queue whose items wait inside for a semaphore of 1",
    explosion: .standard
  ) { items, _ in
    let queue = DispatchQueue(label: "syncbench.waiting", attributes: .concurrent)
    let place = DispatchSemaphore(value: 1)
    items.submitEach { item in
      queue.async {
        place.wait()
        items.run(item)
        place.signal()
      }
    }
    // A semaphore must not end below its first value: the last item has still to give its place back.
    place.wait()
    place.signal()
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
    // Ended items have still to be taken off their queue.
    queue.waitUntilAllOperationsAreFinished()
  }
}

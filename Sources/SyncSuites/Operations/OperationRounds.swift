import BenchmarkModel
import BenchmarkRunner
import Dispatch
import Foundation
import SyncPrimitives

extension OperationsSuite {
  static let batch = Workload.ofPool(
    "batch", "one operation of a batch that is added and waited for", axes: [items], pace: .window,
    [
      fanOutLine(
        "block-operation", "BlockOperation on an OperationQueue", .headline, setup: addAndWait),
      fanOutLine("queue-closure", "a closure given to addOperation") {
        let queue = OperationQueue()
        return { items in
          nonisolated(unsafe) let words = items.words
          for index in 0..<items.count { queue.addOperation { addOne(to: words + index) } }
          queue.waitUntilAllOperationsAreFinished()
        }
      },
      fanOutLine("operation-subclass", "a subclass of Operation with a main") {
        let queue = OperationQueue()
        return { items in
          let words = items.words
          let operations: [Operation] = (0..<items.count).map { AddingOperation(words + $0) }
          queue.addOperations(operations, waitUntilFinished: true)
        }
      },
      fanOutLine(
        "asynchronous-operation",
        "an Operation that goes on after start, and says itself when it has finished"
      ) {
        let queue = OperationQueue()
        return { items in
          let words = items.words
          let operations: [Operation] = (0..<items.count).map { AddingElsewhere(words + $0) }
          queue.addOperations(operations, waitUntilFinished: true)
        }
      },
      fanOutLine("group-async", "closures on a global queue, with a group", setup: groupAsync),
    ])

  static let wait = Workload.ofPool(
    "wait", "one operation of a round that is added and waited for", tier: .standard,
    axes: [Axis("items", .count, headline: [1, 64], later: [1, 8, 64, 512])], pace: .window,
    [
      fanOutLine("wait-until-finished", "waitUntilFinished() of each operation", .headline) {
        let queue = OperationQueue()
        return { items in
          let operations = blockOperations(items)
          queue.addOperations(operations, waitUntilFinished: false)
          for operation in operations { operation.waitUntilFinished() }
        }
      },
      fanOutLine(
        "wait-until-all", "waitUntilAllOperationsAreFinished() of the queue", .headline
      ) {
        let queue = OperationQueue()
        return { items in
          queue.addOperations(blockOperations(items), waitUntilFinished: false)
          queue.waitUntilAllOperationsAreFinished()
        }
      },
      fanOutLine(
        "add-and-wait", "addOperations(_:waitUntilFinished: true)", .headline, setup: addAndWait),
      fanOutLine("semaphore", "each operation signals a semaphore at its end", .headline) {
        let queue = OperationQueue()
        let ended = DispatchSemaphore(value: 0)
        return { items in
          let operations = blockOperations(items) { ended.signal() }
          queue.addOperations(operations, waitUntilFinished: false)
          for _ in 0..<items.count { ended.wait() }
        }
      },
      fanOutLine("group", "each operation leaves a group at its end", .headline) {
        let queue = OperationQueue()
        let group = DispatchGroup()
        return { items in
          for _ in 0..<items.count { group.enter() }
          let operations = blockOperations(items) { group.leave() }
          queue.addOperations(operations, waitUntilFinished: false)
          group.wait()
        }
      },
      fanOutLine(
        "group-async", "closures on a global queue, with a group", .headline, setup: groupAsync),
    ])

  static let waitControl = Workload.ofPool(
    "wait-control", "as wait", tier: .standard, axes: [Axis("items", .count, [64])], pace: .window,
    [
      .control("cancelled", "waits for an operation that was cancelled and never ran") {
        roundsProgram(ItemWords($0), waitForCancelled())
      }
    ])

  /// Makes a negative control, which cancels an operation before adding it, waits for the
  /// operation, and assumes that its work is done.
  static func waitForCancelled() -> @Sendable (ItemWords) -> Void {
    let queue = OperationQueue()
    return { items in
      let operations = blockOperations(items)
      operations.last?.cancel()
      queue.addOperations(operations, waitUntilFinished: false)
      for operation in operations { operation.waitUntilFinished() }
    }
  }

  private static let addAndWait: @Sendable () -> @Sendable (ItemWords) -> Void = {
    let queue = OperationQueue()
    return { queue.addOperations(blockOperations($0), waitUntilFinished: true) }
  }

  /// Makes an operation for each item.
  private static func blockOperations(_ items: ItemWords) -> [Operation] {
    nonisolated(unsafe) let words = items.words
    return (0..<items.count).map { index in BlockOperation { addOne(to: words + index) } }
  }

  /// Makes, for each item, an operation that runs `body` at its end.
  private static func blockOperations(
    _ items: ItemWords, then body: @escaping @Sendable () -> Void
  ) -> [Operation] {
    nonisolated(unsafe) let words = items.words
    return (0..<items.count).map { index in
      BlockOperation {
        addOne(to: words + index)
        body()
      }
    }
  }
}

/// An operation whose `main` adds 1 to a word.
private final class AddingOperation: Operation, @unchecked Sendable {
  private let word: UnsafeMutablePointer<UInt64>

  init(_ word: UnsafeMutablePointer<UInt64>) { self.word = word }

  override func main() { addOne(to: word) }
}

/// An operation that submits a closure to a global queue; the closure adds 1 to a word.
private final class AddingElsewhere: AsynchronousOperation, @unchecked Sendable {
  private let word: UnsafeMutablePointer<UInt64>

  init(_ word: UnsafeMutablePointer<UInt64>) { self.word = word }

  override func main() {
    DispatchQueue.global().async {
      addOne(to: self.word)
      self.finish()
    }
  }
}

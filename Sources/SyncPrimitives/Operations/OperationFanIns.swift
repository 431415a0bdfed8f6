import Dispatch
import Foundation

/// `BlockOperation`s, added to an `OperationQueue` together and waited for.
public struct BlockOperationFanIn: FanIn {
  private let queue = OperationQueue()

  /// Makes an idle queue.
  public init() {}

  /// Makes an operation for each item.
  public func run(_ words: UnsafeMutablePointer<UInt64>, count: Int) {
    nonisolated(unsafe) let words = words
    let operations: [Operation] = (0..<count).map { index in
      BlockOperation { addOne(to: words + index) }
    }
    queue.addOperations(operations, waitUntilFinished: true)
  }
}

/// Closures given to `addOperation`, and the wait for all of the queue's operations.
public struct QueueClosureFanIn: FanIn {
  private let queue = OperationQueue()

  /// Makes an idle queue.
  public init() {}

  /// Adds a closure for each item.
  public func run(_ words: UnsafeMutablePointer<UInt64>, count: Int) {
    nonisolated(unsafe) let words = words
    for index in 0..<count {
      queue.addOperation { addOne(to: words + index) }
    }
    queue.waitUntilAllOperationsAreFinished()
  }
}

/// A subclass of `Operation` with a `main`, added together and waited for.
public struct OperationSubclassFanIn: FanIn {
  private let queue = OperationQueue()

  /// Makes an idle queue.
  public init() {}

  /// Makes an operation for each item.
  public func run(_ words: UnsafeMutablePointer<UInt64>, count: Int) {
    let operations: [Operation] = (0..<count).map { AddingOperation(words + $0) }
    queue.addOperations(operations, waitUntilFinished: true)
  }
}

/// Operations that start, have a global queue do their work, and finish there.
public struct AsynchronousOperationFanIn: FanIn {
  private let queue = OperationQueue()

  /// Makes an idle queue.
  public init() {}

  /// Makes an operation for each item.
  public func run(_ words: UnsafeMutablePointer<UInt64>, count: Int) {
    let operations: [Operation] = (0..<count).map { AddingElsewhere(words + $0) }
    queue.addOperations(operations, waitUntilFinished: true)
  }
}

/// Adds one in `main`.
private final class AddingOperation: Operation, @unchecked Sendable {
  private let word: UnsafeMutablePointer<UInt64>

  init(_ word: UnsafeMutablePointer<UInt64>) { self.word = word }

  override func main() { addOne(to: word) }
}

/// Adds one on a global queue.
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

import Dispatch
import Foundation

/// `waitUntilFinished` of each operation, one after the other.
public struct WaitUntilFinished: FanIn {
  private let queue = OperationQueue()

  /// Makes an idle queue.
  public init() {}

  /// Makes an operation for each item, adds all and waits for each.
  public func run(_ words: UnsafeMutablePointer<UInt64>, count: Int) {
    let operations = blockOperations(words, count: count)
    queue.addOperations(operations, waitUntilFinished: false)
    for operation in operations { operation.waitUntilFinished() }
  }
}

/// `waitUntilAllOperationsAreFinished` of the queue.
public struct WaitUntilAllFinished: FanIn {
  private let queue = OperationQueue()

  /// Makes an idle queue.
  public init() {}

  /// Makes an operation for each item, adds all and waits for the queue.
  public func run(_ words: UnsafeMutablePointer<UInt64>, count: Int) {
    queue.addOperations(blockOperations(words, count: count), waitUntilFinished: false)
    queue.waitUntilAllOperationsAreFinished()
  }
}

/// The same operations, of which each signals a semaphore at its end.
public struct OperationSemaphoreFanIn: FanIn {
  private let queue = OperationQueue()
  private let ended = DispatchSemaphore(value: 0)

  /// Makes an idle queue.
  public init() {}

  /// Makes an operation for each item, adds all and waits for as many signals.
  public func run(_ words: UnsafeMutablePointer<UInt64>, count: Int) {
    let ended = self.ended
    let operations = blockOperations(words, count: count) { ended.signal() }
    queue.addOperations(operations, waitUntilFinished: false)
    for _ in 0..<count { ended.wait() }
  }
}

/// The same operations, each of which leaves a group at its end.
public struct OperationGroupFanIn: FanIn {
  private let queue = OperationQueue()
  private let group = DispatchGroup()

  /// Makes an idle queue and an empty group.
  public init() {}

  /// Makes an operation for each item, enters for it, adds all and waits for the group.
  public func run(_ words: UnsafeMutablePointer<UInt64>, count: Int) {
    let group = self.group
    for _ in 0..<count { group.enter() }
    let operations = blockOperations(words, count: count) { group.leave() }
    queue.addOperations(operations, waitUntilFinished: false)
    group.wait()
  }
}

/// A negative control: an operation that was cancelled is waited for, which returns, and is taken for done.
public struct WaitForCancelled: FanIn {
  private let queue = OperationQueue()

  /// Makes an idle queue.
  public init() {}

  /// Cancels the last operation before it is added.
  public func run(_ words: UnsafeMutablePointer<UInt64>, count: Int) {
    let operations = blockOperations(words, count: count)
    operations.last?.cancel()
    queue.addOperations(operations, waitUntilFinished: false)
    for operation in operations { operation.waitUntilFinished() }
  }
}

/// An operation for each item, which ends with `body`.
private func blockOperations(
  _ words: UnsafeMutablePointer<UInt64>, count: Int,
  then body: @escaping @Sendable () -> Void
) -> [Operation] {
  nonisolated(unsafe) let words = words
  return (0..<count).map { index in
    BlockOperation {
      addOne(to: words + index)
      body()
    }
  }
}

/// An operation for each item.
private func blockOperations(
  _ words: UnsafeMutablePointer<UInt64>, count: Int
) -> [Operation] {
  nonisolated(unsafe) let words = words
  return (0..<count).map { index in BlockOperation { addOne(to: words + index) } }
}

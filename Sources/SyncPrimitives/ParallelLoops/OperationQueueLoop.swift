public import Foundation

/// An `OperationQueue` of at most `width` operations at a time, with one operation for each index.
///
/// All operations are added together. The calling thread waits and runs no index itself.
public struct OperationQueueLoop: ParallelLoop {
  @usableFromInline let queue: OperationQueue

  /// Makes an idle queue.
  @inlinable
  public init(width: Int) {
    queue = OperationQueue()
    queue.maxConcurrentOperationCount = width
  }

  /// Adds an operation for each index and waits for all operations.
  @inlinable @inline(__always)
  public func run(iterations: Int, _ body: @Sendable (Int) -> Void) {
    guard iterations > 0 else { return }
    BorrowedBody.lend(body) { body in
      let operations = (0..<iterations).map { index in BlockOperation { body(index) } }
      queue.addOperations(operations, waitUntilFinished: true)
    }
  }
}

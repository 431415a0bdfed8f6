public import Foundation

/// An `OperationQueue` of one operation at a time: a critical section is an operation that is added
/// and waited for.
///
/// The operations run on threads of Dispatch's pool, in the order in which they were added.
public struct OperationQueueExclusion: MutualExclusion {
  @usableFromInline let queue: OperationQueue

  /// The declared behaviour of the primitive.
  public static var traits: LockTraits? {
    LockTraits(order: .fifo, allocates: true, module: "Foundation", family: .composite)
  }

  /// Makes an idle queue.
  @inlinable
  public init() {
    queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
  }

  /// Runs `body` in an operation.
  ///
  /// The operation keeps only the address of `body`, not `body` itself: a finished operation may
  /// outlive this call for a moment, and `body` must not.
  @inlinable @inline(__always)
  public func exclusively(_ state: inout Void, _ body: () -> Void) {
    withoutActuallyEscaping(body) { body in
      withUnsafePointer(to: body) { address in
        nonisolated(unsafe) let address = address
        queue.addOperations([BlockOperation { address.pointee() }], waitUntilFinished: true)
      }
    }
  }
}

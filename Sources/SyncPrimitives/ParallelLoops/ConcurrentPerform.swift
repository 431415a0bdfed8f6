public import Dispatch

/// `DispatchQueue.concurrentPerform`: on Linux one shared atomic increment an index, no chunks.
///
/// Its width is the pool's, which Dispatch reads from the affinity mask when it is loaded.
public struct ConcurrentPerform: ParallelLoop {
  /// Makes one.
  @inlinable public init(width: Int) {}

  /// Hands the indices out one by one.
  @inlinable @inline(__always)
  public func run(iterations: Int, _ body: @Sendable (Int) -> Void) {
    DispatchQueue.concurrentPerform(iterations: iterations, execute: body)
  }
}

/// `concurrentPerform` over strides: eight for each thread, each a plain loop.
public typealias StridedConcurrentPerform = Strides<ConcurrentPerform>

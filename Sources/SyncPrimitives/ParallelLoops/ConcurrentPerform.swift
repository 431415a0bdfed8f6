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
///
/// Eight leave the last thread at most an eighth of its share behind the others, and make the cost
/// of handing out an index vanish in the stride.
public struct StridedConcurrentPerform: ParallelLoop {
  @usableFromInline let width: Int

  /// Makes one that cuts its loops for `width` threads.
  @inlinable public init(width: Int) { self.width = width }

  /// Hands out strides.
  @inlinable @inline(__always)
  public func run(iterations: Int, _ body: @Sendable (Int) -> Void) {
    let strides = min(iterations, width * 8)
    DispatchQueue.concurrentPerform(iterations: strides) { stride in
      let start = iterations * stride / strides
      let end = iterations * (stride + 1) / strides
      for index in start..<end { body(index) }
    }
  }
}

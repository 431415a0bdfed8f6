public import Dispatch

/// `DispatchQueue.concurrentPerform`, on Linux with one shared atomic increment for each index.
///
/// The width is that of the pool, which Dispatch reads from the affinity mask when Dispatch is
/// loaded.
public struct ConcurrentPerform: ParallelLoop {
  /// Makes an engine; the parameter `width` is not used.
  @inlinable public init(width: Int) {}

  /// Hands the indices out one by one.
  @inlinable @inline(__always)
  public func run(iterations: Int, _ body: @Sendable (Int) -> Void) {
    DispatchQueue.concurrentPerform(iterations: iterations, execute: body)
  }
}

/// `concurrentPerform` over strides: eight strides for each thread, each run as a plain loop.
public typealias StridedConcurrentPerform = Strides<ConcurrentPerform>

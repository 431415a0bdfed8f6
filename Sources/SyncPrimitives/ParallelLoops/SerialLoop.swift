/// A plain loop on the calling thread: what the engines' speed-up is measured against.
public struct SerialLoop: ParallelLoop {
  /// Makes one; the width is not used.
  @inlinable public init(width: Int) {}

  /// Runs the body for each index in order.
  @inlinable @inline(__always)
  public func run(iterations: Int, _ body: @Sendable (Int) -> Void) {
    for index in 0..<iterations { body(index) }
  }
}

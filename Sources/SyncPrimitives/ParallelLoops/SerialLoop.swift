/// A plain loop on the calling thread, with which the other engines' speed-up is computed.
public struct SerialLoop: ParallelLoop {
  /// Makes an engine; the parameter `width` is not used.
  @inlinable public init(width: Int) {}

  /// Runs the body for each index in order.
  @inlinable @inline(__always)
  public func run(iterations: Int, _ body: @Sendable (Int) -> Void) {
    for index in 0..<iterations { body(index) }
  }
}

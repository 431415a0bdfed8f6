/// An engine that hands out strides of indices instead of single indices, and runs each stride as a
/// plain loop.
///
/// The indices of a stride share the cost of handing it out. If a stride is a thread's whole share,
/// nothing is left for a thread that finishes before the others.
public struct Strides<Engine: ParallelLoop>: ParallelLoop {
  @usableFromInline let engine: Engine
  @usableFromInline let width: Int
  @usableFromInline let most: Int

  /// Makes an engine that cuts each loop into eight strides per thread, as equal as possible.
  ///
  /// With eight strides, the last thread is at most an eighth of its share behind the others, and
  /// the cost of handing out a stride is negligible.
  @inlinable public init(width: Int) { self.init(width: width, stride: 0) }

  /// Makes an engine whose strides have at most `stride` indices; 0 for eight strides a thread.
  @inlinable
  public init(width: Int, stride: Int) {
    engine = Engine(width: width)
    self.width = width
    most = stride
  }

  /// The number of strides of a loop.
  @inlinable @inline(__always)
  func count(iterations: Int) -> Int {
    // `(iterations + most - 1) / most` would overflow if `most` were near the greatest `Int`.
    most > 0 ? iterations / most + (iterations % most > 0 ? 1 : 0) : min(iterations, width * 8)
  }

  /// Hands out strides.
  @inlinable @inline(__always)
  public func run(iterations: Int, _ body: @Sendable (Int) -> Void) {
    let strides = count(iterations: iterations)
    engine.run(iterations: strides) { stride in
      let start = iterations * stride / strides
      let end = iterations * (stride + 1) / strides
      for index in start..<end { body(index) }
    }
  }
}

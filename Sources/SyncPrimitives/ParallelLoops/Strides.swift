/// An engine that is handed strides of indices, each a plain loop, and not one index at a time.
///
/// The cost of handing out an index is shared by its stride. Strides as long as a thread's whole share
/// leave nothing to hand to a thread that is through before the others.
public struct Strides<Engine: ParallelLoop>: ParallelLoop {
  @usableFromInline let engine: Engine
  @usableFromInline let width: Int
  @usableFromInline let most: Int

  /// Makes one that cuts its loops into eight strides a thread, all of a length.
  ///
  /// Eight leave the last thread at most an eighth of its share behind the others, and make the cost
  /// of handing out an index vanish in the stride.
  @inlinable public init(width: Int) { self.init(width: width, stride: 0) }

  /// Makes one whose strides are `stride` indices long, or one less where that doesn't divide the loop;
  /// 0 for eight strides a thread.
  @inlinable
  public init(width: Int, stride: Int) {
    engine = Engine(width: width)
    self.width = width
    most = stride
  }

  /// Into how many strides it cuts a loop.
  @inlinable @inline(__always)
  func count(iterations: Int) -> Int {
    // In this order nothing overflows, however long the stride.
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

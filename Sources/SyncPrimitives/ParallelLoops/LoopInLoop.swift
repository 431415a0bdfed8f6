/// A loop within a loop: the engine runs `outer` indices, each of which runs the engine again over
/// its share of the loop.
public struct LoopInLoop<Engine: ParallelLoop>: ParallelLoop {
  @usableFromInline let engine: Engine
  @usableFromInline let outer: Int

  /// Makes an engine whose outer loop has an index for each thread.
  @inlinable public init(width: Int) { self.init(width: width, outer: width) }

  /// Makes an engine with `outer` outer indices.
  @inlinable
  public init(width: Int, outer: Int) {
    precondition(outer > 0, "a nested loop has an outer index")
    engine = Engine(width: width)
    self.outer = outer
  }

  /// Runs the inner loops, whose lengths differ by one index at most.
  @inlinable @inline(__always)
  public func run(iterations: Int, _ body: @Sendable (Int) -> Void) {
    let outer = self.outer
    let engine = self.engine
    engine.run(iterations: outer) { part in
      let start = iterations * part / outer
      let end = iterations * (part + 1) / outer
      engine.run(iterations: end - start) { index in body(start + index) }
    }
  }
}

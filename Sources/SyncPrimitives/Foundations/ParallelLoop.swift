/// An engine that runs a body once for every index of a range and returns after the last index.
public protocol ParallelLoop: Sendable {
  /// Makes an engine for loops that at most `width` threads share.
  init(width: Int)

  /// The reason why the engine has fewer threads than requested; nil if none is missing.
  var refusal: String? { get }

  /// Runs `body(0)` … `body(iterations - 1)`, each once, in any order.
  func run(iterations: Int, _ body: @Sendable (Int) -> Void)
}

extension ParallelLoop {
  /// nil: the engine starts no threads itself.
  @inlinable public var refusal: String? { nil }
}

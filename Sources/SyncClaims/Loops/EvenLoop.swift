import BenchmarkAnalysis

/// A loop of even iterations on two CPUs, at which claims compare engines.
struct EvenLoop {
  /// The work in an iteration, as people say it.
  let label: String
  /// The same in ns.
  let grain: Int
  /// How many there are.
  let iterations: Int

  /// About a millisecond of work in iterations of each length, and more of the longest.
  static let all = [
    EvenLoop(label: "10 ns", grain: 10, iterations: 10_000),
    EvenLoop(label: "100 ns", grain: 100, iterations: 10_000),
    EvenLoop(label: "1 µs", grain: 1000, iterations: 1000),
    EvenLoop(label: "10 µs", grain: 10_000, iterations: 100),
    EvenLoop(label: "100 µs", grain: 100_000, iterations: 16),
    EvenLoop(label: "1 ms", grain: 1_000_000, iterations: 16),
  ]

  /// That one engine takes at most so many times as long as another.
  func condition(
    _ engine: String, takes factor: Double, timesAsLongAs other: String
  ) -> ClaimCondition {
    let ratio = ClaimFigure.ratio(name(of: engine), over: name(of: other), "ns_per_iteration")
    return ClaimCondition(label, ratio, .atMost(factor))
  }

  private func name(of engine: String) -> String {
    let width = engine == "serial" ? "" : "width=2/"
    return "concurrent-perform/compute/\(engine)/\(width)grain=\(grain)/iterations=\(iterations)"
  }
}

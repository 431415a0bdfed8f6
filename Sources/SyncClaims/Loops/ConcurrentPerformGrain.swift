import BenchmarkAnalysis

extension Claim {
  static let concurrentPerformGrain = Claim(
    id: "concurrent-perform-more-iterations", topic: .loops,
    statement: "More iterations use the machine better: an iteration for each element is as fast "
      + "as 16 strides of elements, to 10 %.",
    guide: "introductions to parallel loops",
    rule: .each(
      of: "the work in an element",
      EvenLoop.all.filter { $0.iterations > 16 }.map {
        $0.condition("concurrent-perform", takes: 1.1, timesAsLongAs: "concurrent-perform-strided")
      } + [
        ClaimCondition(
          "1 µs on average, uneven",
          .ratio(
            uneven("concurrent-perform"), over: uneven("concurrent-perform-strided"),
            "ns_per_iteration"),
          .atMost(1.1))
      ]),
    requirements: [.cpus(2)],
    meaning: ClaimMeaning(
      supported: "Make an iteration of every element: what it costs more is won back by an even "
        + "load.",
      refuted: "Cut the loop into some strides a CPU: an iteration for each element costs more "
        + "than it evens out.",
      depends: "Where it holds, an iteration may be an element. Where it fails or is open, give "
        + "an iteration a stride of elements: that never costs more.")
  )
}

private func uneven(_ engine: String) -> String {
  "concurrent-perform/skewed/\(engine)/width=2/grain=1000/iterations=1000"
}

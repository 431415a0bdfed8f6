import BenchmarkAnalysis

/// The claims about `concurrentPerform`, in the order in which they are shown.
enum LoopClaims {
  static let all: [Claim] = [
    .concurrentPerformBlocks, .concurrentPerformEfficiency, .concurrentPerformGrain,
  ]
}

extension Claim {
  static let concurrentPerformBlocks = Claim(
    id: "concurrent-perform-blocks", topic: .loops, guide: "introductions to parallel loops",
    statement: "`concurrentPerform` blocks its caller: it returns only when every iteration has "
      + "finished.",
    rule: .all([.held("16 iterations, slow on helper threads", "loops/loop-blocks-caller")]),
    supported: "Use the results right after the call, and never make the call on a thread that "
      + "must not wait.",
    refuted: "The call may return early here: count the iterations yourself before using their "
      + "results.",
    depends: "It returned early at least once: count the iterations yourself before using their "
      + "results.")

  static let concurrentPerformEfficiency = Claim(
    id: "concurrent-perform-efficiency", topic: .loops, guide: "introductions to parallel loops",
    statement: "`concurrentPerform` is an efficient parallel loop: on two CPUs at least 80 % of "
      + "their time goes into the iterations.",
    rule: .each(
      of: "the work in an iteration",
      EvenLoop.all.map {
        // An efficiency of 80 % on two CPUs means 1 / (2 × 0.8) of the plain loop's time.
        $0.condition("concurrent-perform", takes: 0.625, timesAsLongAs: "serial")
      }),
    requirements: [.cpus(2)],
    supported: "Use it as it is: the loop's own cost can be neglected at these grains.",
    refuted: "Give an iteration a stride of many elements, or use a plain loop: more than a fifth "
      + "of the two CPUs' time is lost.",
    depends: "Give an iteration at least as much work as at the settings at which the claim holds. "
      + "With less work, the cost of handing out an index uses up the second CPU.")

  static let concurrentPerformGrain = Claim(
    id: "concurrent-perform-more-iterations", topic: .loops,
    guide: "introductions to parallel loops",
    statement: "More iterations use the machine better: an iteration for each element takes at "
      + "most 10 % longer than 16 strides of elements.",
    rule: .each(
      of: "the work in an element",
      EvenLoop.all.filter { $0.iterations > 16 }.map {
        $0.condition("concurrent-perform", takes: 1.1, timesAsLongAs: "concurrent-perform-strided")
      } + [
        ClaimCondition(
          "1 µs on average, uneven",
          .ratio(
            uneven("concurrent-perform"), over: uneven("concurrent-perform-strided"),
            "ns_per_iteration"), .atMost(1.1))
      ]),
    requirements: [.cpus(2)],
    supported: "Make every element an iteration: a more even load makes up for the higher cost.",
    refuted: "Cut the loop into a few strides for each CPU: an iteration for each element costs "
      + "more than the more even load gains.",
    depends: "At the settings at which the claim holds, an iteration may be a single element. At "
      + "all others, give an iteration a stride of elements, which never costs more.")
}

private func uneven(_ engine: String) -> String {
  "concurrent-perform/skewed/\(engine)/width=2/grain=1000/iterations=1000"
}

/// A loop of equally long iterations on two CPUs, with which claims compare engines.
struct EvenLoop {
  /// The work in an iteration, as a text.
  let label: String
  /// The work in an iteration, in ns.
  let grain: Int
  /// The number of iterations.
  let iterations: Int

  /// Loops of 1 to 1.6 ms of work in all, except 0.1 ms in the loop of 10 ns iterations, and 16 ms
  /// in the loop of 1 ms iterations.
  static let all = [
    EvenLoop(label: "10 ns", grain: 10, iterations: 10_000),
    EvenLoop(label: "100 ns", grain: 100, iterations: 10_000),
    EvenLoop(label: "1 µs", grain: 1000, iterations: 1000),
    EvenLoop(label: "10 µs", grain: 10_000, iterations: 100),
    EvenLoop(label: "100 µs", grain: 100_000, iterations: 16),
    EvenLoop(label: "1 ms", grain: 1_000_000, iterations: 16),
  ]

  /// The condition that one engine takes at most `factor` times as long as another.
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

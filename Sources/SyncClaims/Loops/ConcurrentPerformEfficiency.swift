import BenchmarkAnalysis

extension Claim {
  static let concurrentPerformEfficiency = Claim(
    id: "concurrent-perform-efficiency", topic: .loops,
    statement: "`concurrentPerform` is an efficient parallel loop: on two CPUs at least 80 % of "
      + "their time goes into the iterations.",
    guide: "introductions to parallel loops",
    rule: .each(
      of: "the work in an iteration",
      EvenLoop.all.map {
        // Two CPUs, 80 % of each: 1 / (2 × 0.8) of the plain loop's time.
        $0.condition("concurrent-perform", takes: 0.625, timesAsLongAs: "serial")
      }),
    requirements: [.cpus(2)],
    meaning: ClaimMeaning(
      supported: "Use it as it is: the loop's own cost can be neglected at these grains.",
      refuted: "Hand out strides of many elements an iteration, or do without: most of the second "
        + "CPU is lost.",
      depends: "Give an iteration at least as much work as where it holds: below that the cost of "
        + "handing out an index eats the second CPU.")
  )
}

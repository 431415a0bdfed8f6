import BenchmarkAnalysis

extension Claim {
  static let thousandsOfThreads = Claim(
    id: "thousands-of-threads", topic: .pools,
    statement:
      "With thousands of threads context switching swallows the machine: the same work takes at least twice as long as with one thread a CPU.",
    guide: "warnings of too many threads",
    rule: .each(
      of: "how long each of 2000 threads runs before the next",
      [
        ClaimCondition("1 µs", .crowd("yielding", "/piece=1000"), .atLeast(2)),
        ClaimCondition("10 µs", .crowd("yielding", "/piece=10000"), .atLeast(2)),
        ClaimCondition("until the kernel takes its CPU", .crowd("busy", ""), .atLeast(2)),
      ]),
    requirements: [.cpus(2)],
    meaning: ClaimMeaning(
      supported: "Keep runnable threads near the number of CPUs, whatever they do.",
      refuted:
        "Switching between thousands of threads costs little here: what limits their number is memory, and the order in which they get on.",
      depends:
        "It is how often threads switch that costs, not how many there are. Thousands that run until the kernel takes their CPU away cost little more than two; thousands that wait or yield every microsecond waste most of the machine."
    ))
}

extension ClaimFigure {
  /// What the work of 2000 threads on two CPUs costs, over that of two threads that never yield.
  fileprivate static func crowd(_ primitive: String, _ piece: String) -> ClaimFigure {
    .costRatio(
      "threads/crowd/\(primitive)/cpus=2/threads=2000\(piece)",
      over: "threads/crowd/busy/cpus=2/threads=2")
  }
}

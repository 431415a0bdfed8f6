import BenchmarkAnalysis

extension Claim {
  static let concurrentPerformBlocks = Claim(
    id: "concurrent-perform-blocks", topic: .loops,
    statement: "`concurrentPerform` blocks its caller: it returns only when every iteration has "
      + "finished.",
    guide: "introductions to parallel loops",
    rule: .all([
      ClaimCondition(
        "16 iterations, those of helpers slow", .held("loops/loop-blocks-caller"), .always)
    ]),
    meaning: ClaimMeaning(
      supported: "Use the results right after the call, and never make it on a thread that must "
        + "not wait.",
      refuted: "The call may return early here: count the iterations yourself before using their "
        + "results.",
      depends: "It returned early at least once: count the iterations yourself before using their "
        + "results.")
  )
}

import BenchmarkAnalysis

extension Claim {
  static let limitedOperationQueue = Claim(
    id: "limited-operation-queue", topic: .pools,
    statement:
      "An operation queue limited to as many operations as CPUs at least halves the threads that blocking work takes in its first 30 ms.",
    guide: "warnings of thread explosion, with their remedies",
    rule: .each(
      of: "what would run the 64 items otherwise",
      [
        ClaimCondition(
          "serial queues, one an item", .threads(over: "serial-queues"), .atMost(0.5)),
        ClaimCondition(
          "an operation queue without a limit", .threads(over: "operation-queue"), .atMost(0.5)),
        ClaimCondition("a global queue", .threads(over: "global-queue"), .atMost(0.5)),
      ]),
    meaning: ClaimMeaning(
      supported: "Put work that blocks on an operation queue with a limit.",
      refuted:
        "The limit saves no threads, for there is no explosion to avoid: set it for what the work needs, not for the pool's sake.",
      depends:
        "A limit saves threads against many serial queues. Against one operation queue or a global queue it saves none, for these are limited by the pool itself."
    ))
}

extension ClaimFigure {
  /// The most threads that 64 blocking items took on a limited operation queue, over those elsewhere.
  fileprivate static func threads(over submitter: String) -> ClaimFigure {
    .ratio(
      "pool/explosion/operation-queue-limited/items=64",
      over: "pool/explosion/\(submitter)/items=64", "threads_max")
  }
}

import BenchmarkAnalysis

extension Claim {
  static let dependencyAcrossQueues = Claim(
    id: "dependency-across-queues", topic: .operations,
    statement: "A dependency holds between operations on two queues.",
    guide: "introductions to operation queues",
    rule: .all([
      ClaimCondition(
        "the first held back, while the other queue ran another operation",
        .held("operations/dependency-across-queues"), .always)
    ]),
    meaning: ClaimMeaning(
      supported:
        "Order work across queues by dependencies: neither a lock nor a common queue is needed.",
      refuted:
        "Dependencies hold within one queue at most: have the first operation add the second.",
      depends:
        "Dependencies across queues mostly hold, which is not enough: have the first operation "
        + "add the second.")
  )
}

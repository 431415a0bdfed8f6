import BenchmarkAnalysis

extension Claim {
  static let barrierWaitsForEarlier = Claim(
    id: "barrier-waits-for-earlier", topic: .barriers,
    statement: "A barrier on a private concurrent queue begins only when every item submitted "
      + "before it has finished.",
    guide: "introductions to barriers and readers-writer queues",
    rule: .all([
      ClaimCondition(
        "four items before a barrier", .held("barriers/barrier-after-earlier"), .always)
    ]),
    requirements: [
      .cpus(2),
      .condition(
        ClaimCondition("a concurrent queue", .held("queues/concurrent-queue-together"), .always),
        otherwise: "items never ran together, so nothing could be seen"),
    ],
    meaning: ClaimMeaning(
      supported: "A write by barrier sees whatever was submitted before it as done.",
      refuted: "A barrier may begin too early here: wait for earlier items by a group.",
      depends: "It failed at least once: wait for earlier items by a group.")
  )
}

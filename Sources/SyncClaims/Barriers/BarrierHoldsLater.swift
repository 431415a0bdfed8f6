import BenchmarkAnalysis

extension Claim {
  static let barrierHoldsLater = Claim(
    id: "barrier-holds-later", topic: .barriers,
    statement: "Items submitted after a barrier on a private concurrent queue begin only when it "
      + "has finished.",
    guide: "introductions to barriers and readers-writer queues",
    rule: .all([
      ClaimCondition("four items behind a barrier", .held("barriers/barrier-before-later"), .always)
    ]),
    requirements: [
      .cpus(2),
      .condition(
        ClaimCondition("a concurrent queue", .held("queues/concurrent-queue-together"), .always),
        otherwise: "items never ran together, so nothing could be seen"),
    ],
    meaning: ClaimMeaning(
      supported: "A read that is submitted after a write by barrier sees that write.",
      refuted: "A later item may overtake the barrier here: start it from the barrier's end.",
      depends: "It failed at least once: start what must come later from the barrier's end.")
  )
}

import BenchmarkAnalysis

extension Claim {
  static let barrierOnGlobalQueue = Claim(
    id: "barrier-on-global-queue", topic: .barriers,
    statement: "A barrier has no effect on a global queue: other items run beside it, and state "
      + "that it should protect breaks.",
    guide: "introductions to barriers and readers-writer queues",
    rule: .all([
      ClaimCondition(
        "attempts in which an item ran beside a barrier",
        .held("barriers/global-barrier-has-company"), .always),
      ClaimCondition(
        "launches in which reads saw half a write",
        .share(
          of: "barrier/read-mix-control/global-queue-barrier/threads=2/read-permille=500/inside=0",
          ending: [.brokeItsPromise]), .always),
    ]),
    requirements: [.cpus(2)],
    meaning: ClaimMeaning(
      supported: "Never use the barrier flag on a global queue: nothing warns, it looks fast, and "
        + "it excludes nothing. Make a concurrent queue of your own.",
      refuted: "The barrier does exclude here. Nothing promises it: make a concurrent queue of "
        + "your own all the same.",
      depends: "It excludes now and then, by chance: make a concurrent queue of your own.")
  )
}

import BenchmarkAnalysis

extension Claim {
  static let serialQueueOneAtATime = Claim(
    id: "serial-queue-one-at-a-time", topic: .queues,
    statement: "A serial queue runs one item at a time, in the order in which each thread "
      + "submitted its own.",
    guide: "introductions to queues",
    rule: .all([
      ClaimCondition("order", .held("queues/serial-queue-order"), .always),
      ClaimCondition("one at a time", .held("queues/serial-queue-alone"), .always),
    ]),
    requirements: [
      .cpus(2),
      .condition(
        ClaimCondition("a concurrent queue", .held("queues/concurrent-queue-together"), .always),
        otherwise: "not even items of a concurrent queue ran together, so nothing could be seen"),
    ],
    meaning: ClaimMeaning(
      supported: "State that only items of one serial queue touch needs no lock.",
      refuted: "State behind a serial queue needs a lock as well.",
      depends: "It failed at least once, which is once too often: protect the state by a lock.")
  )
}

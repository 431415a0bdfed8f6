import BenchmarkAnalysis

extension Claim {
  static let concurrentQueueStarts = Claim(
    id: "concurrent-queue-starts-in-order", topic: .queues,
    statement: "The items of a concurrent queue begin in the order in which they were submitted.",
    guide: "introductions to queues",
    rule: .all([
      ClaimCondition("200 items on two CPUs", .held("queues/concurrent-queue-starts"), .always)
    ]),
    requirements: [.cpus(2)],
    meaning: ClaimMeaning(
      supported: "The first lines of the items may count on the order of submission.",
      refuted: "Items are taken in order, but the threads that took them race to the first line: "
        + "count on no order at all, not even of beginnings.",
      depends: "The order holds only now and then: count on none.")
  )
}

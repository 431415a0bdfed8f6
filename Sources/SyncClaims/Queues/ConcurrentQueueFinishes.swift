import BenchmarkAnalysis

extension Claim {
  static let concurrentQueueFinishes = Claim(
    id: "concurrent-queue-finishes-in-any-order", topic: .queues,
    statement: "An item of a concurrent queue may finish before one that was submitted earlier.",
    guide: "introductions to queues",
    rule: .all([
      ClaimCondition(
        "a second item before the first", .held("queues/concurrent-queue-finishes"), .always)
    ]),
    requirements: [.cpus(2)],
    meaning: ClaimMeaning(
      supported: "Collect results by index or under a lock: their order of arrival means nothing.",
      refuted: "The queue never overlapped two items here: see how many CPUs the process may use.",
      depends: "Items overlap, but not each time: the pool is short of threads or the machine of "
        + "CPUs, so let no item wait for a later one.")
  )
}

import BenchmarkAnalysis

extension Claim {
  static let targetChainSerialises = Claim(
    id: "target-chain-serialises", topic: .queues,
    statement: "Queues whose targets lead to one serial queue never run two items at the same "
      + "time, which they would do without it.",
    guide: "guides to target queues",
    rule: .all([
      ClaimCondition("queues that lead to one", .held("queues/target-chain-alone"), .always),
      ClaimCondition(
        "queues without a common target", .held("queues/separate-queues-together"), .always),
    ]),
    requirements: [.cpus(2)],
    meaning: ClaimMeaning(
      supported: "Give the queues of a subsystem one serial target: each keeps its name and "
        + "class, and one lock's worth of exclusion holds for all.",
      refuted: "A common target excludes nothing here, or separate queues exclude each other: use "
        + "a lock.",
      depends: "It failed at least once: protect shared state by a lock, not by a chain of "
        + "targets.")
  )
}

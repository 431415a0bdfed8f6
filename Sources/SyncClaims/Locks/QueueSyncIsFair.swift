import BenchmarkAnalysis

extension Claim {
  static let queueSyncIsFair = Claim(
    id: "queue-sync-is-fair", topic: .locks,
    statement: """
      A serial queue's sync is fair and starves nobody: hardly one in twenty is served before somebody \
      who came earlier, and nobody is passed by more than twenty.
      """,
    guide: "comparisons of locks and queues",
    rule: .all([
      ClaimCondition(
        "percent served before one who came earlier",
        .metric("sync/waits/serial-queue-sync/threads=2/inside=200", "overtaking_percent"),
        .atMost(5)),
      ClaimCondition(
        "most that passed one waiter",
        .metric("sync/waits/serial-queue-sync/threads=2/inside=200", "overtaken_by_most"),
        .atMost(20)),
    ]),
    requirements: [.cpus(2)],
    meaning: ClaimMeaning(
      supported: """
        Submitters are served in the order in which they came. The price is a hand-over, which wakes a \
        thread, for almost each section.
        """,
      refuted: "Do not rely on the order in which threads come through a queue's sync.",
      depends: "The order is kept mostly: where it matters, submit from one thread.")
  )
}

import BenchmarkAnalysis

extension Claim {
  static let unfairLockStarves = Claim(
    id: "unfair-lock-starves", topic: .locks,
    statement: """
      An unfair lock can starve a waiter: fifty and more sections of another thread, begun later, pass it.
      """,
    guide: "comparisons of locks and queues",
    rule: .all([
      ClaimCondition(
        "most sections that passed one waiter, of a default pthread mutex",
        .metric("sync/waits/pthread-mutex/threads=2/inside=200", "overtaken_by_most"),
        .atLeast(50))
    ]),
    requirements: [.cpus(2)],
    meaning: ClaimMeaning(
      supported: """
        A thread that takes the lock again at once keeps it from the one that sleeps for it. Leave time \
        between two sections, or hand over by a queue where order matters.
        """,
      refuted: "Waiters come in soon here: unfairness is no reason against such a lock.",
      depends: "It happens to some runs and not to others: do not rely on either.")
  )
}

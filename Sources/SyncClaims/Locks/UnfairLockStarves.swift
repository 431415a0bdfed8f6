import BenchmarkAnalysis

extension Claim {
  static let unfairLockStarves = Claim(
    id: "unfair-lock-starves", topic: .locks,
    statement: """
      An unfair lock can starve a waiter: others pass it fifty times and more, and it waits for ten \
      milliseconds and more where a section takes a few hundred nanoseconds.
      """,
    guide: "comparisons of locks and queues",
    rule: .each(
      of: "what starving means",
      [
        ClaimCondition(
          "the most sections that passed one waiter, of a default pthread mutex",
          .metric("sync/waits/pthread-mutex/threads=2/inside=200", "overtaken_by_most"),
          .atLeast(50)),
        ClaimCondition(
          "the longest wait",
          .metric("sync/waits/pthread-mutex/threads=2/inside=200", "wait_max_ns"),
          .atLeast(10_000_000)),
      ]),
    requirements: [.cpus(2)],
    meaning: ClaimMeaning(
      supported: """
        A thread that takes the lock again at once keeps it from the one that sleeps for it. Leave time \
        between two sections, or hand over by a queue where order matters.
        """,
      refuted: "Waiters come in soon here: unfairness is no reason against such a lock.",
      depends: """
        A waiter is passed by many short sections, and gets in all the same within some hundred of them: \
        an unfair lock is no queue, and no desert either.
        """)
  )
}

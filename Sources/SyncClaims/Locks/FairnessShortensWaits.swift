import BenchmarkAnalysis

extension Claim {
  static let fairnessShortensWaits = Claim(
    id: "fairness-shortens-waits", topic: .locks,
    statement: """
      Being fair, a serial queue's sync keeps its slowest percent waiting for less time than an unfair lock \
      does.
      """,
    guide: "comparisons of locks and queues",
    rule: .each(
      of: "the lock",
      [
        condition("a default pthread mutex", "pthread-mutex"),
        condition("a futex that spins before it sleeps", "spin-park-futex"),
        condition("a spinlock", "test-and-set"),
      ]),
    requirements: [.cpus(2)],
    meaning: ClaimMeaning(
      supported: "Where the slowest matter, a queue is worth what it costs the others.",
      refuted: """
        Fair is not fast: nearly everybody waits for a thread to be woken, and the slowest in a hundred wait \
        longer than they do for an unfair lock, whose very longest waits may be longer still. Take the lock, \
        and keep sections short.
        """,
      depends: "Only against some locks is a queue the better choice for the slowest.")
  )

  private static func condition(_ label: String, _ primitive: String) -> ClaimCondition {
    ClaimCondition(
      label,
      .ratio(
        "locks/waits/serial-queue-sync/threads=2/inside=200/outside=0",
        over: "locks/waits/\(primitive)/threads=2/inside=200/outside=0", "wait_p99_ns"),
      .atMost(1))
  }
}

import BenchmarkAnalysis

extension Claim {
  static let barrierWritesAgainstLock = Claim(
    id: "barrier-writes-beat-lock", topic: .barriers,
    statement: "Where reads are many and writes few, a concurrent queue with reads by sync and "
      + "writes by async barrier is faster than `Mutex`.",
    guide: "introductions to barriers and readers-writer queues",
    rule: .each(
      of: "threads, the share of reads and the section's length",
      ReadMix.atLeastHalfReads.map {
        $0.condition("concurrent-queue-barrier-async", costsAtMost: "mutex")
      }),
    requirements: [.cpus(2)],
    meaning: ClaimMeaning(
      supported: "Readers that run together pay for the queue: take it in place of a lock at "
        + "these shares of reads.",
      refuted: "Take a lock: the queue's own cost is more than what readers win by running "
        + "together.",
      depends: "Take the queue only at settings at which it holds. Where it fails or is open, and "
        + "that is wherever sections are short, a lock is as fast or faster.")
  )
}

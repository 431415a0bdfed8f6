import BenchmarkAnalysis

extension Claim {
  static let serialQueueForReadsAndWrites = Claim(
    id: "serial-queue-for-reads-and-writes", topic: .queues,
    statement: "For simple reads and writes a private serial queue is the best choice: `sync` on "
      + "it costs no more than `Mutex`.",
    guide: "introductions to queues",
    rule: .each(
      of: "threads, the share of reads and the section's length",
      [
        ReadMix(threads: 1, readPermille: 0), ReadMix(threads: 1, readPermille: 1000),
        ReadMix(threads: 2, readPermille: 500), ReadMix(threads: 2, readPermille: 900),
        ReadMix(threads: 2, readPermille: 900, inside: 1000),
      ].map { $0.condition("serial-queue-sync", costsAtMost: "mutex") }),
    requirements: [.cpus(2)],
    meaning: ClaimMeaning(
      supported: "Protect simple state by a private serial queue: no lock is cheaper here.",
      refuted: "Protect simple state by a lock: `sync` costs several times as much even alone, "
        + "and far more where threads meet.",
      depends: "Use the queue only where it holds; elsewhere a lock is cheaper.")
  )
}

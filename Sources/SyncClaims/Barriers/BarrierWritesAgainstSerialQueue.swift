import BenchmarkAnalysis

extension Claim {
  static let barrierWritesAgainstSerialQueue = Claim(
    id: "barrier-writes-beat-serial-queue", topic: .barriers,
    statement: "Where reads are many and writes few, a concurrent queue with reads by sync and "
      + "writes by async barrier is faster than a serial queue.",
    guide: "introductions to barriers and readers-writer queues",
    rule: .each(
      of: "threads, the share of reads and the section's length",
      ReadMix.atLeastHalfReads.map {
        $0.condition("concurrent-queue-barrier-async", costsAtMost: "serial-queue-sync")
      }),
    requirements: [.cpus(2)],
    meaning: ClaimMeaning(
      supported: "Where a queue is to protect state, take a concurrent one with barrier writes at "
        + "these shares of reads.",
      refuted: "The concurrent queue gains nothing: take the serial one, which is simpler, or a "
        + "lock.",
      depends: "Take the concurrent queue where several threads read at a share at which it "
        + "holds; one thread alone pays more for it.")
  )
}

import BenchmarkAnalysis

extension Claim {
  static let syncOnOwnQueue = Claim(
    id: "sync-on-own-queue-deadlocks", topic: .queues,
    statement: "`sync` from an item of a serial queue on that same queue never returns.",
    guide: "introductions to queues",
    rule: .all([
      ClaimCondition("how the process ends", .ended("sync-on-own-queue", .hung), .always)
    ]),
    meaning: ClaimMeaning(
      supported: "A mistake of this kind shows as a program that stands still: look for the "
        + "queue's name twice in one thread's backtrace.",
      refuted: "The call does not hang. Where the evidence is a signal, Dispatch saw that the "
        + "thread owns the queue and ended the process at the call: the backtrace names the "
        + "culprit. Never call `sync` where the queue may be one's own.",
      depends: "It ends in more than one way: never call `sync` where the queue may be one's own.")
  )
}

import BenchmarkAnalysis

extension Claim {
  static let callerTakesDrainedQueue = Claim(
    id: "caller-takes-drained-queue", topic: .queues,
    statement: "A thread of the pool runs the asyncs that are queued, and then hands the drained "
      + "queue over to the caller of a waiting sync, who runs the block itself.",
    guide: "descriptions of how Dispatch works inside",
    rule: .all([
      ClaimCondition("async, async, sync", .held("queues/sync-takes-drained-queue"), .always)
    ]),
    requirements: [.cpus(2)],
    meaning: ClaimMeaning(
      supported: "A contended `sync` pays for two hand-overs between threads and not for a "
        + "thread: keep `sync` off queues that are busy with asyncs where time counts.",
      refuted: "The queue stays with one side: what a `sync` costs behind asyncs is measured by "
        + "`sync/shared`, not derived from this picture.",
      depends: "Both happen: measure what a `sync` behind asyncs costs on the target machine.")
  )
}

import BenchmarkModel
package import BenchmarkRunner

/// The suite of what primitives promise other than speed: order, threads, exclusion, and the end of
/// the process.
package enum BehaviourSuite {
  package static func suite() -> Suite {
    Suite(
      name: "behaviour", summary: "whether primitives do what guides say of them",
      columns: [
        MetricColumn("held_share", .neutral, .observation("held_share")),
        MetricColumn("attempts", .neutral, .observation("attempts")),
      ],
      workloads: [
        workload("locks", LockBehaviours.all), workload("queues", QueueBehaviours.all),
        workload("barriers", BarrierBehaviours.all), workload("loops", LoopBehaviours.all),
        workload("pools", PoolBehaviours.all + PoolThreads.all),
        workload("qos", QoSBehaviours.all + MainQueueResponse.all),
        workload("items", ItemBehaviours.all + GroupBehaviours.all + Lifetimes.all),
        workload("operations", OperationBehaviours.all + OperationStates.all),
        workload("races", RaceBehaviours.all + PropertyBehaviours.all), endings,
      ])
  }

  private static func workload(_ topic: String, _ behaviours: [Behaviour]) -> Workload {
    Workload(
      name: topic, operation: "one attempt: is the primitive's summary true in it?",
      tier: .thorough, axes: [], pace: .once, summaryLevel: 0.5,
      threads: .pool(widthParameter: nil),
      sampling: { _ in Sampling(warmups: 0, trials: 1, trialNanoseconds: 10_000_000) },
      launchLimit: 5,
      primitives: behaviours.map { behaviour in
        MeasuredPrimitive(name: behaviour.name, summary: behaviour.summary) { _ in
          behaviourProgram(behaviour)
        }
      })
  }

  private static let endings = Workload(
    name: "ends", operation: "one attempt that may end its process: a trap, a deadlock, or nothing",
    tier: .thorough, axes: [], pace: .once, summaryLevel: 0.5,
    threads: .pool(widthParameter: nil),
    sampling: { _ in Sampling(warmups: 0, trials: 1, trialNanoseconds: 1_000_000) },
    launchLimit: 2,
    primitives: (LockEndings.all + QueueEndings.all + TargetEndings.all + ItemEndings.all
      + GroupEndings.all).map { ending in
        MeasuredPrimitive(
          name: ending.name, summary: ending.summary,
          expectation: { _ in .open(reason: "how it ends is the answer") }
        ) { _ in endingProgram(ending) }
      })
}

import BenchmarkModel
package import BenchmarkRunner

/// The suite of the thread pools behind queues and tasks, while items block their threads.
package enum PoolSuite {
  package static func suite() -> Suite {
    Suite(
      name: "pool", summary: "what becomes of the system's threads when items block them",
      columns: columns, workloads: [explosion, firstSecond, growth, idle])
  }

  private static let columns =
    (moments.map { "threads_\($0.name)" } + [
      "threads_max", "started", "start_first_ns", "start_width_ns", "start_past_width_ns",
      "start_last_ns", "resident_kib", "kib_per_thread",
    ]).map { MetricColumn.observed($0, in: "explosion", "first-second", "growth") } + [
      .observed("threads_per_s", in: "growth", "first-second"),
      .observed("started_past_width", in: "explosion", "first-second", "growth"),
      .observed("workers", in: "idle"), .observed("first_left_ns", in: "idle"),
      .observed("last_left_ns", in: "idle"),
    ]

  /// The moments at which threads are counted, with the names of the counts.
  static let moments: [(name: String, nanoseconds: UInt64)] = [
    ("1ms", 1_000_000), ("10ms", 10_000_000), ("100ms", 100_000_000), ("1s", 1_000_000_000),
    ("2s", 2_000_000_000), ("4s", 4_000_000_000),
  ]

  private static let explosion = Workload.ofPool(
    "explosion", "one of many items that are submitted at once and each block their thread",
    axes: [Axis("items", .count, headline: [64], later: [64, 1000])],
    sampling: {
      Sampling(warmups: 0, trials: 1, trialNanoseconds: min($0.trialNanoseconds * 10, 100_000_000))
    },
    BlockingSubmitter.all.map { primitive($0, tier: $0.explosion) })

  private static let firstSecond = Workload.ofPool(
    "first-second",
    "one of many items that are submitted at once and block, for a little over a second",
    tier: .standard, axes: [Axis("items", .count, [1000])],
    // The pool's monitor checks for blocked threads once a second, so the trial contains exactly
    // one check.
    sampling: { _ in Sampling(warmups: 0, trials: 1, trialNanoseconds: 1_250_000_000) },
    [
      primitive(.globalQueue, tier: .standard), primitive(.operationQueue, tier: .thorough),
      primitive(.serialQueues, tier: .thorough),
    ])

  private static let growth = Workload.ofPool(
    "growth", "one of many items that are submitted at once and block, for seconds",
    axes: [Axis("items", .count, [1000], thorough: [64, 1000])],
    sampling: {
      // The pool's monitor checks once a second, so a short trial contains one check, and a longer
      // trial several checks.
      let isShort = $0.trialNanoseconds < 5_000_000
      return Sampling(
        warmups: 0, trials: 1, trialNanoseconds: isShort ? 1_200_000_000 : 5_000_000_000)
    }, launchLimit: 3,
    BlockingSubmitter.all.map { primitive($0, tier: $0.growth) })

  private static let idle = Workload.ofPool(
    "idle", "a burst of as many items as there are CPUs, whose idle threads are then watched",
    tier: .standard,
    // The length is only an upper limit: a trial ends when the threads are gone.
    sampling: { _ in Sampling(warmups: 0, trials: 1, trialNanoseconds: 7_000_000_000) },
    launchLimit: 2,
    [
      idling(.globalQueue, tier: .headline), idling(.serialQueues, tier: .standard),
      idling(.tasks, tier: .standard),
    ])

  private static func primitive(_ submitter: BlockingSubmitter, tier: Tier) -> MeasuredPrimitive {
    MeasuredPrimitive(submitter.name, submitter.summary, tier) {
      blockingProgram($0, submit: submitter.submit)
    }
  }

  private static func idling(_ submitter: BlockingSubmitter, tier: Tier) -> MeasuredPrimitive {
    MeasuredPrimitive(submitter.name, submitter.summary, tier) {
      idleProgram($0, submit: submitter.submit)
    }
  }
}

import BenchmarkModel
public import BenchmarkRunner
import SyncWorkloads

/// The pools of threads behind queues and tasks: what becomes of them when items block.
public enum PoolSuite {
  /// The suite.
  public static func suite() -> Suite {
    Suite(
      name: "pool", summary: "what becomes of the system's threads when items block them",
      columns: columns, workloads: [explosion, firstSecond, growth, idle])
  }

  private static let columns: [MetricColumn] =
    momentColumns
    + [
      neutral("threads_max"), neutral("started"), neutral("start_first_ns"),
      neutral("start_width_ns"), neutral("start_past_width_ns"), neutral("start_last_ns"),
      neutral("resident_kib"), neutral("kib_per_thread"),
      neutral("threads_per_s", "growth", "first-second"),
      neutral("started_past_width"),
      neutral("workers", "idle"), neutral("first_left_ns", "idle"), neutral("last_left_ns", "idle"),
    ]

  /// When threads are counted, and the names of the counts.
  static let moments: [(name: String, nanoseconds: UInt64)] = [
    ("1ms", 1_000_000), ("10ms", 10_000_000), ("100ms", 100_000_000), ("1s", 1_000_000_000),
    ("2s", 2_000_000_000), ("4s", 4_000_000_000),
  ]

  private static let momentColumns = moments.map { neutral("threads_\($0.name)") }

  private static func neutral(_ name: String, _ workloads: String...) -> MetricColumn {
    MetricColumn(
      name, .neutral, .observation(name),
      workloads: workloads.isEmpty ? ["explosion", "first-second", "growth"] : workloads)
  }

  private static let explosion = Workload(
    name: "explosion",
    operation: "one of many items that are submitted at once and each block their thread",
    axes: [Axis("items", .count, headline: [64], standard: [64, 1000], thorough: [64, 1000])],
    pace: .once, summaryLevel: 0.5, threads: .pool(widthParameter: nil),
    sampling: {
      Sampling(warmups: 0, trials: 1, trialNanoseconds: min($0.trialNanoseconds * 10, 100_000_000))
    }, invocationLimit: 5,
    primitives: BlockingSubmitter.allCases.map { submitter in
      primitive(submitter, tier: explodingFirst.contains(submitter) ? .headline : .standard)
    })

  private static let firstSecond = Workload(
    name: "first-second",
    operation: "one of many items that are submitted at once and block, for a little over a second",
    tier: .standard,
    axes: [Axis("items", .count, headline: [1000], standard: [1000], thorough: [1000])],
    pace: .once, summaryLevel: 0.5, threads: .pool(widthParameter: nil),
    // The pool's monitor looks once a second: it is seen to look at least once, and no more than that.
    sampling: { _ in Sampling(warmups: 0, trials: 1, trialNanoseconds: 1_250_000_000) },
    invocationLimit: 5,
    primitives: [
      primitive(.globalQueue, tier: .standard), primitive(.operationQueue, tier: .thorough),
      primitive(.serialQueues, tier: .thorough),
    ])

  private static let growth = Workload(
    name: "growth",
    operation: "one of many items that are submitted at once and block, for seconds",
    axes: [Axis("items", .count, headline: [1000], standard: [1000], thorough: [64, 1000])],
    pace: .once, summaryLevel: 0.5, threads: .pool(widthParameter: nil),
    sampling: {
      // The pool's monitor looks once a second: a first look sees it once, a longer one how it goes on.
      let isFirstLook = $0.trialNanoseconds < 5_000_000
      return Sampling(
        warmups: 0, trials: 1, trialNanoseconds: isFirstLook ? 1_200_000_000 : 5_000_000_000)
    }, invocationLimit: 3,
    primitives: BlockingSubmitter.allCases.map { submitter in
      primitive(submitter, tier: growthTier(of: submitter))
    })

  private static let idle = Workload(
    name: "idle",
    operation: "a burst of as many items as there are CPUs, whose idle threads are then watched",
    tier: .standard, axes: [], pace: .once, summaryLevel: 0.5, threads: .pool(widthParameter: nil),
    // As long as is watched at most: a trial ends when the threads are gone.
    sampling: { _ in Sampling(warmups: 0, trials: 1, trialNanoseconds: 7_000_000_000) },
    invocationLimit: 2,
    primitives: [BlockingSubmitter.globalQueue, .serialQueues, .tasks].map { submitter in
      MeasuredPrimitive(
        name: submitter.rawValue, summary: submitter.summary,
        tier: submitter == .globalQueue ? .headline : .standard
      ) {
        idleProgram($0, submitter)
      }
    })

  /// What a first look needs to see explode, or not.
  private static let explodingFirst: [BlockingSubmitter] = [
    .globalQueue, .serialQueues, .operationQueue, .tasks, .semaphoreLimited,
  ]

  private static func growthTier(of submitter: BlockingSubmitter) -> Tier {
    switch submitter {
    case .globalQueue: .headline
    case .tasks: .standard
    default: .thorough
    }
  }

  private static func primitive(_ submitter: BlockingSubmitter, tier: Tier) -> MeasuredPrimitive {
    MeasuredPrimitive(name: submitter.rawValue, summary: submitter.summary, tier: tier) {
      blockingProgram($0, submitter)
    }
  }
}

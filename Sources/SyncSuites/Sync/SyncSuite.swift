import BenchmarkModel
package import BenchmarkRunner

/// The suite of queue submission: serial and concurrent `sync`, barriers, `async`, and the C
/// interface compared with the Swift interface.
package enum SyncSuite {
  package static func suite() -> Suite {
    Suite(
      name: "sync", summary: "what it costs to put work on a queue, serial against concurrent",
      columns: columns, workloads: [alone, shared, sharedUnpinned, waits, targetChain, manyQueues])
  }

  private static func counters(in workload: LockWorkload) -> [MeasuredPrimitive] {
    entries.compactMap { $0.primitive(in: workload) }
  }

  private static let alone = Workload(
    name: "alone", operation: "one submission by the only thread", axes: [.inside],
    pace: .operations, summaryLevel: 0, threads: .single, kernel: "uncontendedLoop",
    primitives: counters(in: .uncontended).heldAgainstTwins)

  private static let shared = Workload.shared(
    "shared", "one submission to the one queue, by any of the threads",
    axes: [.severalThreadsFirst, .inside],
    launchLimit: launches,
    // The headline tier leaves these twins to `alone`, which shows the cost of the Swift overlay
    // without contention.
    counters(in: .contended)
      .map { firstTwins.contains($0.name) ? $0.from(.standard) : $0 }.heldAgainstTwins)

  /// The twins (forms of the C interface) that the headline tier has in `alone`, not in `shared`.
  private static let firstTwins: Set = [
    "concurrent-queue-barrier-sync-f", "serial-queue-async-drain-f",
  ]

  private static let sharedUnpinned = Workload(
    name: "shared-unpinned",
    operation: "as shared, with the process bound as a whole and its threads not bound",
    axes: [.severalThreadsFirst, .inside], pace: .window,
    // The median, because two threads may share a CPU in one trial and not in the next.
    summaryLevel: 0.5, threads: .free(parameter: "threads"), launchLimit: launches,
    // Primitives that use a pool are left out, because a pool's threads are free in `shared` too.
    primitives: counters(in: .contended).filter { !$0.usesPool }
      .map { $0.name == "serial-queue-sync" ? $0 : $0.from(.standard) }
      .map { $0.held(againstWorkload: "shared") })

  private static let waits = Workload.shared(
    "waits", "one submission, timed from before it to its item's first act",
    axes: [.twoThreadsFirst, .inside],
    launchLimit: launches, role: .timesWaits, timedForms)

  private static let targetChain = Workload.shared(
    "target-chain", "one sync on the first of a chain of queues, each the target of the one before",
    tier: .standard, axes: [.oneOrMoreSubmitters, .depth, .inside], launchLimit: launches,
    chains.heldAgainstTwins)

  private static let manyQueues = Workload.shared(
    "many-queues", "one sync on one of many queues, drawn at random",
    tier: .standard, axes: [.manySubmitters, .queues, .inside],
    launchLimit: launches,
    rows.heldAgainstTwins)

  /// The number of launches of a case: enough for a confidence interval, and to show whether the
  /// launches' results form two groups.
  private static let launches = 8

  /// The workloads in which threads can have different shares of the submissions.
  private static let sharedOut = [
    "shared", "shared-unpinned", "waits", "target-chain", "many-queues",
  ]

  /// The workloads whose Swift forms are compared with their twins of the C interface.
  private static let twinned = ["alone", "shared", "target-chain", "many-queues"]

  /// The metrics: waits first, because a ranking takes the first column of a workload.
  static let columns: [MetricColumn] =
    .percentiles("wait", [99, 50, 90, 99.9, 100], in: ["waits"]) + [
      .observed("stamp_ns", in: "waits"),
      .observed("overtaking_percent", in: "waits").besideTheRanking(),
      .observed("overtaken_by_most", in: "waits"),
    ] + .costs() + .shares(in: sharedOut) + [
      MetricColumn("c_ns_per_op", .neutral, .referenceCost, workloads: twinned),
      MetricColumn("overlay_ns_per_op", .lowerIsBetter, .costBeyondReference, workloads: twinned),
      MetricColumn("overlay_ratio", .lowerIsBetter, .costOverReference, workloads: twinned),
      MetricColumn(
        "pinned_ns_per_op", .neutral, .referenceCost, workloads: ["shared-unpinned"]),
      MetricColumn(
        "unpinned_ratio", .neutral, .costOverReference, workloads: ["shared-unpinned"]),
    ]
}

extension Axis {
  /// One thread and two threads in the headline tier, and all thread counts in later tiers.
  fileprivate static let oneOrMoreSubmitters = Axis("threads", .threads) { tier, cpus, earlier in
    tier == .headline ? [1, 2] : threads.values(tier, cpus, earlier)
  }

  /// As many threads as CPUs (at least two) in the headline tier, and all thread counts in later
  /// tiers.
  fileprivate static let manySubmitters = Axis("threads", .threads) { tier, cpus, earlier in
    tier == .headline ? [max(2, cpus)] : threads.values(tier, cpus, earlier)
  }

  /// The number of queues in a chain.
  fileprivate static let depth = Axis("depth", .count, [1, 2, 4, 8])

  /// The number of queues to draw from.
  fileprivate static let queues = Axis("queues", .count, [1, 2, 8, 64])
}

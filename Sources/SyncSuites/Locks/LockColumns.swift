import BenchmarkModel
import SyncPrimitives

extension LocksSuite {
  /// The suite's metrics; the metrics of workloads that time single acquisitions or single rounds
  /// are first.
  ///
  /// A ranking takes a workload's first column, and these workloads are not about throughput.
  static let columns: [MetricColumn] =
    .percentiles("inversion", [50, 100], in: names(.inversion))
    + [.observed("policy", in: "inversion")]
    + .percentiles("wait", [99, 50, 90, 99.9, 100], in: names(.waits))
    + .percentiles("idle", [100, 50, 99], in: names(.idle))
    + .percentiles("burst", [50, 99, 100], in: names(.burst)) + [
      .observed("stamp_ns", in: "waits", "idle"), .observed("late_rounds_percent", in: "burst"),
    ] + counterColumns + furtherColumns

  /// The columns of most workloads: the costs, and how evenly the threads share the operations.
  private static let counterColumns: [MetricColumn] =
    [MetricColumn].costs().map { column in
      let isOfProcess =
        column.source == .processorTimePerOperation || column.source == .switchesPerOperation
      // In `oversubscribed`, the costs of the process include the cost of operations before every
      // thread has had a turn on a CPU, and those operations do not count. The workload that checks
      // exclusion is not about cost.
      let others: [LockWorkload] =
        [.burst, .inversion, .exclusion] + (isOfProcess ? [.oversubscribed] : [])
      return MetricColumn(
        column.name, column.polarity, column.source,
        workloads: LockWorkload.allCases.filter { !others.contains($0) }.map(\.rawValue))
    }
    + .shares(
      in: names(
        .contended, .waits, .idle, .contendedExponential, .manyLocks, .tryLock, .nested,
        .oversubscribed))

  private static let furtherColumns: [MetricColumn] = [
    MetricColumn(
      "overhead_ns", .lowerIsBetter, .timeBeyondWork, workloads: names(.contended)),
    MetricColumn("share_deviation", .lowerIsBetter, .shareDeviation, workloads: names(.contended)),
    .observedCost("misses_per_op", in: "handoff"),
    MetricColumn(
      "acquired_per_s", .higherIsBetter, .observationPerSecond("acquired"),
      workloads: names(.tryLock)),
    .observed("acquired_share", in: "try-lock"), .observed("checked", in: "exclusion"),
    MetricColumn(
      "total_ms", .lowerIsBetter, .elapsedMilliseconds,
      workloads: names(.fixedCount, .fixedCountThreads)),
  ]

  private static func names(_ workloads: LockWorkload...) -> [String] { workloads.map(\.rawValue) }
}

/// The word in tables for a trait that is either true or false.
func word(_ flag: Bool) -> String { flag ? "yes" : "no" }

extension LockTraits {
  /// The traits by the names of their columns.
  var columns: [Trait] {
    [
      Trait("order", order.rawValue), Trait("waiting", waiting.rawValue),
      Trait("relock", relock.rawValue), Trait("owner_checked", word(isOwnerChecked)),
      Trait("allocates", word(allocates)),
      Trait("survives_oversubscription", word(survivesOversubscription)),
      Trait("callers", isAwaited ? "async" : "any"), Trait("wraps", wraps ?? ""),
    ]
  }
}

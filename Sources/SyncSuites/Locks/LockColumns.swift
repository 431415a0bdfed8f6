import BenchmarkModel
import SyncPrimitives

extension LocksSuite {
  /// The suite's metrics: those of the workloads that time single acquisitions stand before the others.
  ///
  /// A ranking takes the first column that a workload has, and the question of these is not how much gets
  /// done.
  static let columns: [MetricColumn] =
    .percentiles("inversion", [50, 100], in: names(.inversion))
    + [.observed("policy", in: "inversion")]
    + .percentiles("wait", [99, 50, 90, 99.9, 100], in: names(.waits))
    + .percentiles("idle", [100, 50, 99], in: names(.idle))
    + .percentiles("burst", [50, 99, 100], in: names(.burst)) + [
      .observed("stamp_ns", in: "waits", "idle"), .observed("late_rounds_percent", in: "burst"),
    ] + counterColumns + furtherColumns

  /// What is counted in all workloads but some.
  private static let counterColumns: [MetricColumn] =
    [MetricColumn].costs().map { column in
      let isOfProcess =
        column.source == .processorTimePerOperation || column.source == .switchesPerOperation
      // A trial that settles first has more of these than of operations that count.
      // What looks whether the lock excludes is not about its cost.
      let others: [LockWorkload] =
        [.burst, .inversion, .exclusion] + (isOfProcess ? [.oversubscribed] : [])
      return MetricColumn(
        column.name, column.polarity, column.source,
        workloads: LockWorkload.allCases.filter { !others.contains($0) }.map(\.rawValue))
    }
    + .shares(
      in: ["shared"]
        + names(
          .contended, .waits, .idle, .contendedExponential, .manyLocks, .tryLock, .nested,
          .oversubscribed))

  private static let furtherColumns: [MetricColumn] = [
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

/// A flag as the tables say it.
func word(_ flag: Bool) -> String { flag ? "yes" : "no" }

extension LockTraits {
  /// The traits by the names of their columns.
  var columns: [Trait] {
    [
      Trait("order", order.rawValue), Trait("waiting", waiting.rawValue),
      Trait("relock", relock.rawValue), Trait("owner_checked", word(isOwnerChecked)),
      Trait("allocates", word(allocates)),
      Trait("survives_oversubscription", word(survivesOversubscription)),
      Trait("wraps", wraps ?? ""),
    ]
  }
}

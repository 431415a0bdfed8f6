import BenchmarkModel
import BenchmarkRunner

extension LocksSuite {
  /// The metrics of the workloads that time single acquisitions: the first of each is ranked.
  ///
  /// They stand before the throughput columns, for a ranking takes the first column that a workload
  /// has, and the question of these is not how much gets done.
  static let timedColumns: [MetricColumn] =
    percentiles("wait", [99, 50, 90, 99.9, 100], of: .waits)
    + percentiles("idle", [100, 50, 99], of: .idle)
    + percentiles("burst", [50, 99, 100], of: .burst)
    + [
      MetricColumn(
        "stamp_ns", .neutral, .observation("stamp_ns"), workloads: names(.waits, .idle)),
      MetricColumn(
        "late_rounds_percent", .neutral, .observation("late_rounds_percent"),
        workloads: names(.burst)),
    ]

  private static func names(_ workloads: LockWorkload...) -> [String] { workloads.map(\.rawValue) }

  private static func percentiles(
    _ what: String, _ percentiles: [Double], of workload: LockWorkload
  ) -> [MetricColumn] {
    percentiles.map { percentile in
      let digits = percentile == 99.9 ? "p999" : percentile == 100 ? "max" : "p\(Int(percentile))"
      return MetricColumn(
        "\(what)_\(digits)_ns", .lowerIsBetter, .latency(percentile: percentile),
        workloads: names(workload))
    }
  }

  /// The workloads that time single acquisitions.
  static func timedWorkloads(
    _ primitives: (LockWorkload) -> [MeasuredPrimitive]
  ) -> [Workload] {
    [
      Workload(
        name: LockWorkload.waits.rawValue,
        operation: "acquire, add one to a counter, release, each acquisition timed",
        axes: [.timedThreads, .inside, .outsideLater], pace: .window, summaryLevel: 0.25,
        threads: .own(parameter: "threads"), invocationLimit: 10, primitives: primitives(.waits)),
      Workload(
        name: LockWorkload.idle.rawValue,
        operation: "the same, with how long the lock lay idle while the thread wanted it",
        tier: .standard, axes: [.timedThreads, .inside, .outsideLater], pace: .window,
        summaryLevel: 0.25, threads: .own(parameter: "threads"), invocationLimit: 10,
        primitives: primitives(.idle)),
      Workload(
        name: LockWorkload.burst.rawValue,
        operation: "after a gap, all threads at once: acquire, add one to a counter, release",
        tier: .standard, axes: [.severalThreads, .gap, .inside], pace: .once,
        summaryLevel: 0.25, threads: .own(parameter: "threads"),
        sampling: {
          // A round is mostly gap: a longer trial has rounds enough for a percentile.
          Sampling(warmups: 1, trials: 4, trialNanoseconds: max($0.trialNanoseconds, 10_000_000))
        }, invocationLimit: 10, primitives: primitives(.burst)),
    ]
  }
}

extension Axis {
  /// Threads of a timed workload: two at first, for one alone waits for nobody.
  static let timedThreads = Axis("threads", .threads) { tier, cpus, earlier in
    tier == .headline ? [2] : threads.values(tier, cpus, earlier)
  }

  /// Busy work between sections, in ns: at once again, unless everything is wanted.
  static let outsideLater = Axis(
    "outside", .nanoseconds, headline: [0], standard: [0], thorough: [0, 200, 1000, 10_000])

  /// How long nobody touches the lock, in ns.
  static let gap = Axis(
    "gap", .nanoseconds, headline: [50_000], standard: [50_000],
    thorough: [10_000, 50_000, 1_000_000])
}

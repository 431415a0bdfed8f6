import BenchmarkModel
import BenchmarkRunner

extension ConcurrentPerformSuite {
  /// The workloads that are timed and compared with a plain loop.
  static let timedWorkloads = [
    timed(
      "compute", "one iteration, busy for the grain",
      axes: [LoopAxes.width, LoopAxes.grain, LoopAxes.iterations], engines),
    timed(
      "skewed", "one iteration, busy for up to twice the grain: the later, the longer",
      tier: .standard, axes: [LoopAxes.width, LoopAxes.grainOfKernels, LoopAxes.iterations],
      launchLimit: 8, entries.map(\.skewed)),
    timed(
      "shared-counter", "one iteration, busy for the grain, and an addition to a shared word",
      tier: .standard, axes: [LoopAxes.width, LoopAxes.grainOfCounter, LoopAxes.iterations],
      launchLimit: 8, entries.map(\.sharedCounter)),
    timed(
      "memory", "one iteration: a block of a triad over arrays that outgrow the caches",
      tier: .standard, axes: [LoopAxes.width, LoopAxes.elements, LoopAxes.iterationsOfBlocks],
      launchLimit: 5, entries.map(\.memory)),
    timed(
      "stride", "one iteration, busy for the grain, handed out with others", tier: .standard,
      axes: [
        LoopAxes.severalWide, LoopAxes.grainOfKernels, LoopAxes.iterations, LoopAxes.stride,
      ], launchLimit: 8, strided),
    timed(
      "nested", "one inner iteration, busy for the grain",
      axes: [LoopAxes.severalWide, LoopAxes.outer, LoopAxes.inner, LoopAxes.grainOfInner],
      launchLimit: 8, nested),
  ]

  /// The workload that measures how evenly a loop's work is spread over the threads.
  ///
  /// The loops read the clock around each iteration, so they are observed and not timed.
  static let imbalance = Workload.ofPool(
    "imbalance", "one iteration, stamped before and after",
    axes: [LoopAxes.severalWide, LoopAxes.grainOfStamped, LoopAxes.iterations, LoopAxes.skew],
    width: "width", launchLimit: 8, entries.compactMap(\.imbalance))

  /// The workload that observes the threads of one `concurrentPerform`.
  static let helpers = Workload.ofPool(
    "helpers", "one iteration of a concurrentPerform whose threads say how urgent they are",
    sampling: { Sampling(warmups: 0, trials: 1, trialNanoseconds: min($0.trialNanoseconds, 1000)) },
    callers)

  private static func timed(
    _ name: String, _ operation: String, tier: Tier = .headline, axes: [Axis],
    launchLimit: Int? = nil, _ primitives: [MeasuredPrimitive]
  ) -> Workload {
    Workload(
      name: name, operation: operation, tier: tier, axes: axes, pace: .operations,
      summaryLevel: 0.25, threads: .pool(widthParameter: "width"),
      launchLimit: launchLimit, referencePrimitive: "serial", primitives: primitives)
  }

  private static let timedNames = timedWorkloads.map(\.name)

  static let columns: [MetricColumn] = [
    MetricColumn(
      "ns_per_iteration", .lowerIsBetter, .elapsedPerOperation, workloads: timedNames),
    MetricColumn(
      "bytes_per_s", .higherIsBetter, .observationPerSecond("bytes"), workloads: ["memory"]),
    MetricColumn("speedup", .higherIsBetter, .speedup, workloads: timedNames).besideTheRanking(),
    MetricColumn("efficiency", .higherIsBetter, .efficiency, workloads: timedNames)
      .besideTheRanking(),
    MetricColumn(
      "overhead_ns_per_iteration", .lowerIsBetter, .overheadPerOperation, workloads: timedNames),
    MetricColumn(
      "cpu_ns_per_iteration", .lowerIsBetter, .processorTimePerOperation, workloads: timedNames),
    MetricColumn(
      "switches_per_iteration", .lowerIsBetter, .switchesPerOperation, workloads: timedNames),
    .observedCost("imbalance", in: "imbalance"), .observed("stamp_ns", in: "imbalance"),
    .observed("threads_seen"), .observed("cache_multiple", in: "memory"),
    .observed("caller_nice", in: "helpers"), .observed("helper_nice", in: "helpers"),
    .observed("caller_qos", in: "helpers"), .observed("helper_qos", in: "helpers"),
  ]
}

/// The suite's parameters.
///
/// An index is one iteration of a loop.
enum LoopAxes {
  /// The number of CPUs that a loop may use.
  ///
  /// The headline tier has only the number of all CPUs, the standard tier also the powers of two
  /// below it, and the thorough tier also each number up to eight, because a curve through few
  /// points says little.
  static let width = Axis("width", .threads) { tier, cpus, _ in
    let powers: [Int] = sequence(first: 1) { $0 * 2 }.prefix { $0 < cpus } + [cpus]
    return switch tier {
    case .headline: [cpus]
    case .standard: powers
    case .thorough: Set(powers + (1...min(8, cpus))).sorted()
    }
  }

  /// The values of `width` above 1; if there are none, the number of CPUs.
  static let severalWide = Axis("width", .threads) { tier, cpus, earlier in
    let several = width.values(tier, cpus, earlier).filter { $0 > 1 }
    return tier == .headline || several.isEmpty ? [cpus] : several
  }

  /// The work of an index, in ns.
  static let grain = Axis(
    "grain", .nanoseconds, headline: [10, 100, 1000, 10_000, 100_000],
    standard: [10, 100, 1000, 10_000, 100_000, 1_000_000],
    thorough: [10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000, 1_000_000])

  /// The work of an index in workloads that do not study the grain, in ns.
  static let grainOfKernels = Axis(
    "grain", .nanoseconds, headline: [1000], standard: [100, 1000, 10_000],
    thorough: [10, 100, 1000, 10_000, 100_000])

  /// The work of an index of an inner loop, in ns.
  static let grainOfInner = Axis("grain", .nanoseconds, [1000], thorough: [100, 1000, 10_000])

  /// The work of an index before its addition to a shared word, in ns.
  static let grainOfCounter = Axis(
    "grain", .nanoseconds, headline: [100], standard: [0, 10, 100, 1000],
    thorough: [0, 10, 30, 100, 300, 1000, 10_000])

  /// The work of an index, in ns, long enough that the two readings of the clock around the work do
  /// not outweigh the work.
  static let grainOfStamped = Axis(
    "grain", .nanoseconds, headline: [10_000], standard: [1000, 10_000, 100_000],
    thorough: [1000, 3000, 10_000, 30_000, 100_000])

  /// The number of indices for about 1 ms of work in a loop, from 16 to 10,000.
  ///
  /// There is also at least one index for each CPU, up to 10,000.
  ///
  /// If no bound applies, the start and the end of a loop take the same share of the loop's time at
  /// every grain.
  static let iterations = Axis("iterations", .count) { _, cpus, earlier in
    [min(10_000, max(16, cpus, 1_000_000 / max(1, earlier["grain"] ?? 1)))]
  }

  /// The number of elements that an index works on in each array of a triad.
  static let elements = Axis(
    "elements", .count, headline: [4096], standard: [512, 4096, 32_768],
    thorough: [64, 512, 4096, 32_768])

  /// The number of indices with which a loop moves about 10 MB, from 16 to 10,000.
  ///
  /// At 10 GB/s such a loop takes 1 ms.
  ///
  /// There is also at least one index for each CPU, up to 10,000.
  static let iterationsOfBlocks = Axis("iterations", .count) { _, cpus, earlier in
    [min(10_000, max(16, cpus, 400_000 / max(1, earlier["elements"] ?? 1)))]
  }

  /// The number of indices handed out at a time: from one to a thread's whole share.
  static let stride = Axis("stride", .count) { tier, _, earlier in
    let whole = max(1, (earlier["iterations"] ?? 1) / max(1, earlier["width"] ?? 1))
    let factor = tier == .headline ? 4 : 2
    return sequence(first: 1) { $0 * factor }.prefix { $0 < whole } + [whole]
  }

  /// Indices of the outer loop.
  static let outer = Axis(
    "outer", .count, headline: [4], standard: [1, 4, 64], thorough: [1, 2, 4, 16, 64, 256])

  /// Indices of each inner loop.
  static let inner = Axis("inner", .count, [64], thorough: [16, 64, 256])

  /// The share of an index's work that depends on the index, in %.
  static let skew = Axis("skew", .percent, [0, 100], thorough: [0, 25, 50, 100])
}

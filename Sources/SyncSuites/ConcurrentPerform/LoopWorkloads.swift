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
      invocationLimit: 8, entries.map(\.skewed)),
    timed(
      "shared-counter", "one iteration, busy for the grain, and an addition to a shared word",
      tier: .standard, axes: [LoopAxes.width, LoopAxes.grainOfCounter, LoopAxes.iterations],
      invocationLimit: 8, entries.map(\.sharedCounter)),
    timed(
      "memory", "one iteration: a block of a triad over arrays that outgrow the caches",
      tier: .standard, axes: [LoopAxes.width, LoopAxes.elements, LoopAxes.iterationsOfBlocks],
      invocationLimit: 5, entries.map(\.memory)),
    timed(
      "stride", "one iteration, busy for the grain, handed out with others", tier: .standard,
      axes: [
        LoopAxes.severalWide, LoopAxes.grainOfKernels, LoopAxes.iterations, LoopAxes.stride,
      ], invocationLimit: 8, strided),
    timed(
      "nested", "one inner iteration, busy for the grain",
      axes: [LoopAxes.severalWide, LoopAxes.outer, LoopAxes.inner, LoopAxes.grainOfInner],
      invocationLimit: 8, nested),
  ]

  /// The balance of loops.
  ///
  /// The loops contain stamps, so they are observed and not timed.
  static let imbalance = Workload.ofPool(
    "imbalance", "one iteration, stamped before and after",
    axes: [LoopAxes.severalWide, LoopAxes.grainOfStamped, LoopAxes.iterations, LoopAxes.skew],
    width: "width", invocationLimit: 8, entries.compactMap(\.imbalance))

  /// The threads of one loop.
  static let helpers = Workload.ofPool(
    "helpers", "one iteration of a concurrentPerform whose threads say how urgent they are",
    sampling: { Sampling(warmups: 0, trials: 1, trialNanoseconds: min($0.trialNanoseconds, 1000)) },
    callers)

  private static func timed(
    _ name: String, _ operation: String, tier: Tier = .headline, axes: [Axis],
    invocationLimit: Int? = nil, _ primitives: [MeasuredPrimitive]
  ) -> Workload {
    Workload(
      name: name, operation: operation, tier: tier, axes: axes, pace: .operations,
      summaryLevel: 0.25, threads: .pool(widthParameter: "width"),
      invocationLimit: invocationLimit, referencePrimitive: "serial", primitives: primitives)
  }
}

extension ConcurrentPerformSuite {
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

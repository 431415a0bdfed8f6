import BenchmarkModel
public import BenchmarkRunner
public import CSyncShims
public import SyncPrimitives
public import SyncWorkloads

/// Parallel loops: from which grain on they pay, and how well they scale.
public enum ConcurrentPerformSuite {
  static let engines: [MeasuredPrimitive] = [
    MeasuredPrimitive(name: "serial", summary: "a plain loop", unusedAxes: ["width"]) {
      loopProgram($0, SerialLoop.self)
    },
    MeasuredPrimitive(
      name: "concurrent-perform", summary: "concurrentPerform, an index at a time"
    ) { loopProgram($0, ConcurrentPerform.self) },
    MeasuredPrimitive(
      name: "concurrent-perform-strided", summary: "concurrentPerform over eight strides a thread"
    ) { loopProgram($0, StridedConcurrentPerform.self) },
  ]

  static let width = Axis("width", .threads) { tier, cpus, _ in
    let powers = Array(sequence(first: 1) { $0 * 2 }.prefix { $0 < cpus })
    return tier == .headline ? Set([1, cpus]).sorted() : powers + [cpus]
  }

  static let grain = Axis(
    "grain", .nanoseconds, headline: [10, 100, 1000, 10_000, 100_000],
    standard: [10, 100, 1000, 10_000, 100_000, 1_000_000],
    thorough: [10, 30, 100, 300, 1000, 3000, 10_000, 30_000, 100_000, 1_000_000])

  /// About a millisecond's work a loop, within 16 to 10,000 indices, so that a loop's start and end
  /// weigh alike at every grain.
  static let iterations = Axis("iterations", .count) { _, _, earlier in
    [min(10_000, max(16, 1_000_000 / max(1, earlier["grain"] ?? 1)))]
  }

  /// The suite.
  public static func suite() -> Suite {
    Suite(
      name: "concurrent-perform", summary: "when a parallel loop pays, and how well it scales",
      columns: [
        MetricColumn("ns_per_iteration", .lowerIsBetter, .elapsedPerOperation),
        MetricColumn("speedup", .higherIsBetter, .speedup),
        MetricColumn("efficiency", .higherIsBetter, .efficiency),
        MetricColumn("overhead_ns_per_iteration", .lowerIsBetter, .overheadPerOperation),
        MetricColumn("cpu_ns_per_iteration", .lowerIsBetter, .processorTimePerOperation),
        MetricColumn("switches_per_iteration", .lowerIsBetter, .switchesPerOperation),
      ],
      workloads: [
        Workload(
          name: "compute", operation: "one iteration, busy for the grain",
          axes: [width, grain, iterations], pace: .operations, summaryLevel: 0.25,
          threads: .pool(widthParameter: "width"), referencePrimitive: "serial",
          primitives: engines)
      ])
  }
}

/// The program of one thread that starts parallel loops.
@inlinable @inline(__always)
public func loopProgram<Engine: ParallelLoop>(
  _ context: CaseContext, _ type: Engine.Type
) -> TrialProgram {
  let engine = Engine(width: context.value("width", default: 1))
  let iterations = context.value("iterations", default: 1)
  let steps = context.workSteps("grain")
  let expectedLoop = expectedTally(loops: 1, iterations: iterations)
  return TrialProgram(threadCount: 1) { thread in
    let loops = max(1, thread.operations / UInt64(iterations))
    parallelLoops(engine, loops: loops, iterations: iterations, workSteps: steps)
    return loops * UInt64(iterations)
  } conclude: { operations in
    let done = operations.reduce(0, &+)
    var count: UInt64 = 0
    var mixSum: UInt64 = 0
    sync_collect_tallies(&count, &mixSum)
    let loops = done / UInt64(iterations)
    if count != done {
      return TrialConclusion(operations: done, violation: "\(count) indices ran, not \(done)")
    }
    if mixSum != expectedLoop.mixSum &* loops {
      return TrialConclusion(
        operations: done, violation: "some indices ran twice and others not at all")
    }
    return TrialConclusion(operations: done)
  }
}

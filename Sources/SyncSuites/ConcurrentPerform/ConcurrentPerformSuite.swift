import BenchmarkModel
package import BenchmarkRunner
import SyncPrimitives

/// Parallel loops: the shortest iterations that pay, and how well the loops scale.
package enum ConcurrentPerformSuite {
  static let entries: [LoopEntry] = [
    LoopEntry("serial", "a plain loop", usesWidth: false, engine: SerialLoop.self),
    LoopEntry(
      "concurrent-perform", "concurrentPerform, an index at a time", engine: ConcurrentPerform.self
    ),
    LoopEntry(
      "concurrent-perform-strided", "concurrentPerform over eight strides per thread",
      engine: Strides<ConcurrentPerform>.self),
    LoopEntry(
      "operation-queue", "an operation for each of eight strides per thread", tier: .standard,
      engine: Strides<OperationQueueLoop>.self),
    LoopEntry(
      "task-group", "a child task for each of eight strides per thread", tier: .standard,
      engine: Strides<TaskGroupLoop>.self),
    LoopEntry(
      "threads-static", "plain threads, woken for one stretch of indices each", tier: .standard,
      engine: ThreadsStatic.self),
    LoopEntry(
      "threads-counter", "plain threads that draw each index from one atomic counter",
      tier: .standard, engine: ThreadsCounter.self),
  ]

  /// The engines in the workload `compute`.
  static let engines = entries.map(\.compute)

  static let strided: [MeasuredPrimitive] = [
    MeasuredPrimitive("serial", "a plain loop", unusedAxes: ["width", "stride"]) {
      loopProgram($0, SerialLoop.self)
    },
    MeasuredPrimitive("concurrent-perform", "concurrentPerform, a stride at a time") {
      strideProgram($0, ConcurrentPerform.self)
    },
    MeasuredPrimitive("operation-queue", "an operation per stride") {
      strideProgram($0, OperationQueueLoop.self)
    },
    MeasuredPrimitive("task-group", "a child task per stride") {
      strideProgram($0, TaskGroupLoop.self)
    },
    MeasuredPrimitive("threads-counter", "plain threads that draw strides from one atomic counter")
    { strideProgram($0, ThreadsCounter.self) },
  ]

  static let nested: [MeasuredPrimitive] = [
    MeasuredPrimitive(
      "serial", "a plain loop over outer times inner indices", unusedAxes: ["width"]
    ) { flatLoopProgram($0, SerialLoop.self) },
    MeasuredPrimitive("concurrent-perform", "one concurrentPerform over outer times inner indices")
    { flatLoopProgram($0, ConcurrentPerform.self) },
    MeasuredPrimitive("concurrent-perform-nested", "a concurrentPerform in each index of another") {
      nestedLoopProgram($0, ConcurrentPerform.self)
    },
  ]

  static let callers: [MeasuredPrimitive] =
    [
      MeasuredPrimitive("plain-thread", "called from a thread of no queue") {
        helpersProgram($0, calledOn: nil)
      }
    ]
    + ServiceClass.all.map { serviceClass in
      MeasuredPrimitive(serviceClass.name, "called from a global queue of the class") {
        helpersProgram($0, calledOn: serviceClass)
      }
    }

  package static func suite() -> Suite {
    Suite(
      name: "concurrent-perform", summary: "when a parallel loop pays, and how well it scales",
      columns: columns, workloads: timedWorkloads + [imbalance, helpers],
      questions: [
        SuiteQuestion(
          "from which size on does a parallel loop pay?", "concurrent-perform --workload compute")
      ])
  }
}

/// One line of the suite: a parallel-loop engine, as a primitive of each workload listed here.
struct LoopEntry: Sendable {
  /// The engine in `compute`: busy work that touches no memory.
  let compute: MeasuredPrimitive
  /// The engine in `skewed`: busy work that grows with the index.
  let skewed: MeasuredPrimitive
  /// The engine in `shared-counter`: all indices add to one word.
  let sharedCounter: MeasuredPrimitive
  /// The engine in `memory`: a triad over large arrays.
  let memory: MeasuredPrimitive
  /// The engine in `imbalance`: the clock is read before and after each index.
  ///
  /// Nil for an engine of one thread.
  let imbalance: MeasuredPrimitive?

  /// Makes the line of an engine.
  ///
  /// - Parameters:
  ///   - name: The engine's name, in kebab case.
  ///   - summary: One line on the engine.
  ///   - tier: The first tier with the engine in `compute`, `imbalance` and `memory`. The other
  ///     workloads have the engine in every tier.
  ///   - usesWidth: Whether the engine uses the width: a plain loop does not.
  ///   - engine: The engine.
  @inline(__always)
  init<Engine: ParallelLoop>(
    _ name: String, _ summary: String, tier: Tier = .headline, usesWidth: Bool = true,
    engine: Engine.Type
  ) {
    func primitive(
      _ tier: Tier, _ prepare: @escaping @Sendable (CaseContext) -> TrialProgram
    ) -> MeasuredPrimitive {
      MeasuredPrimitive(
        name, summary, tier, unusedAxes: usesWidth ? [] : ["width"], prepare: prepare)
    }
    compute = primitive(tier) { loopProgram($0, engine) }
    skewed = primitive(.headline) { skewedLoopProgram($0, engine) }
    sharedCounter = primitive(.headline) { sharedCounterLoopProgram($0, engine) }
    memory = primitive(tier) { memoryLoopProgram($0, engine) }
    imbalance = usesWidth ? primitive(tier) { imbalanceProgram($0, engine) } : nil
  }
}

import BenchmarkRunner
import SyncPrimitives

/// A parallel-loop engine made ready for the workloads of all engines: one line of the suite.
struct LoopEntry: Sendable {
  /// In `compute`: busy work that touches no memory.
  let compute: MeasuredPrimitive
  /// In `skewed`: busy work whose length grows with the index.
  let skewed: MeasuredPrimitive
  /// In `shared-counter`: all indices add to one word.
  let sharedCounter: MeasuredPrimitive
  /// In `memory`: a triad over large arrays.
  let memory: MeasuredPrimitive
  /// In `imbalance`, where each index is stamped.
  ///
  /// Nil for an engine of one thread.
  let imbalance: MeasuredPrimitive?

  /// Makes the line of an engine.
  ///
  /// - Parameters:
  ///   - name: The engine's name, in kebab case.
  ///   - summary: One line on what it is.
  ///   - tier: The first tier that measures the engine in `compute`, `imbalance` and `memory` unasked. The other
  ///     workloads have every engine.
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

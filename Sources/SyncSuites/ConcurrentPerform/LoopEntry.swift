import BenchmarkRunner
import SyncPrimitives

/// A parallel-loop engine made ready for the workloads that all engines have: one line of the suite.
struct LoopEntry: Sendable {
  /// In `compute`: busy work that touches no memory.
  let compute: MeasuredPrimitive
  /// In `skewed`: the same, of a length that grows with the index.
  let skewed: MeasuredPrimitive
  /// In `shared-counter`: all indices add to one word.
  let sharedCounter: MeasuredPrimitive
  /// In `memory`: a triad over large arrays.
  let memory: MeasuredPrimitive
  /// In `imbalance`, where each index is stamped; nil for an engine that has one thread.
  let imbalance: MeasuredPrimitive?

  /// Makes the line of an engine.
  ///
  /// - Parameters:
  ///   - name: The engine's name, in kebab case.
  ///   - summary: One line on what it is.
  ///   - tier: The first tier that has it in `compute` and `imbalance` unasked, and in `memory` when that
  ///     comes in; the other workloads take it as soon as they come in.
  ///   - usesWidth: Whether its width matters: a plain loop has none.
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

public import BenchmarkRunner
public import SyncPrimitives

/// A parallel-loop engine made ready for the workloads that all engines have: one line of the suite.
public struct LoopEntry: Sendable {
  /// In `compute`: busy work that touches no memory.
  public let compute: MeasuredPrimitive
  /// In `skewed`: the same, of a length that grows with the index.
  public let skewed: MeasuredPrimitive
  /// In `shared-counter`: all indices add to one word.
  public let sharedCounter: MeasuredPrimitive
  /// In `memory`: a triad over large arrays.
  public let memory: MeasuredPrimitive
  /// In `imbalance`, where each index is stamped; nil for an engine that has one thread.
  public let imbalance: MeasuredPrimitive?

  /// Makes the line of an engine.
  ///
  /// - Parameters:
  ///   - name: The engine's name, in kebab case.
  ///   - summary: One line on what it is.
  ///   - tier: The first tier that has it in `compute` and `imbalance` unasked, and in `memory` when that
  ///     comes in; the other workloads take it as soon as they come in.
  ///   - usesWidth: Whether its width matters: a plain loop has none.
  ///   - engine: The engine.
  @inlinable @inline(__always)
  public init<Engine: ParallelLoop>(
    _ name: String, _ summary: String, tier: Tier = .headline, usesWidth: Bool = true,
    engine: Engine.Type
  ) {
    self.init(
      name: name, summary: summary, tier: tier, usesWidth: usesWidth,
      compute: { loopProgram($0, engine) }, skewed: { skewedLoopProgram($0, engine) },
      sharedCounter: { sharedCounterLoopProgram($0, engine) },
      memory: { memoryLoopProgram($0, engine) }, imbalance: { imbalanceProgram($0, engine) })
  }

  @usableFromInline
  init(
    name: String, summary: String, tier: Tier, usesWidth: Bool,
    compute: @escaping @Sendable (CaseContext) -> TrialProgram,
    skewed: @escaping @Sendable (CaseContext) -> TrialProgram,
    sharedCounter: @escaping @Sendable (CaseContext) -> TrialProgram,
    memory: @escaping @Sendable (CaseContext) -> TrialProgram,
    imbalance: @escaping @Sendable (CaseContext) -> TrialProgram
  ) {
    func primitive(
      _ tier: Tier, _ prepare: @escaping @Sendable (CaseContext) -> TrialProgram
    ) -> MeasuredPrimitive {
      MeasuredPrimitive(
        name: name, summary: summary, tier: tier, unusedAxes: usesWidth ? [] : ["width"],
        prepare: prepare)
    }
    self.compute = primitive(tier, compute)
    self.skewed = primitive(.headline, skewed)
    self.sharedCounter = primitive(.headline, sharedCounter)
    self.memory = primitive(tier, memory)
    self.imbalance = usesWidth ? primitive(tier, imbalance) : nil
  }
}

import BenchmarkModel
public import BenchmarkRunner
public import SyncPrimitives

/// A counter made ready for every workload that counters have: one line of a suite.
public struct CounterEntry: Sendable {
  /// The primitive's name, in kebab case.
  public let name: String
  /// One line on what it is.
  public let summary: String
  /// Whether more than one thread must be seen to break it.
  public let isUnprotected: Bool
  /// Whether threads of a system's pool do part of the work.
  public let usesPool: Bool
  @usableFromInline let uncontended: @Sendable (CaseContext) -> TrialProgram
  @usableFromInline let contended: @Sendable (CaseContext) -> TrialProgram

  /// Makes the line of a counter.
  @inlinable @inline(__always)
  public init<Counter: SharedCounter & ~Copyable>(
    _ name: String, _ summary: String, isUnprotected: Bool = false, usesPool: Bool = false,
    counter make: @escaping @Sendable () -> Counter
  ) {
    self.name = name
    self.summary = summary
    self.isUnprotected = isUnprotected
    self.usesPool = usesPool
    uncontended = { uncontendedProgram($0, make()) }
    contended = { contendedProgram($0, make()) }
  }

  /// Makes the line of a lock, or of any primitive that excludes.
  @inlinable @inline(__always)
  public init<Exclusion: MutualExclusion & ~Copyable>(
    _ name: String, _ summary: String, isUnprotected: Bool = false, lock: Exclusion.Type
  ) {
    self.init(name, summary, isUnprotected: isUnprotected) { GuardedCounter<Exclusion>() }
  }

  /// The primitive in a workload of one thread.
  var alone: MeasuredPrimitive {
    MeasuredPrimitive(name: name, summary: summary, usesPool: usesPool, prepare: uncontended)
  }

  /// The primitive in a workload of several.
  var together: MeasuredPrimitive {
    let isUnprotected = self.isUnprotected
    return MeasuredPrimitive(
      name: name, summary: summary, usesPool: usesPool,
      expectation: { id in
        isUnprotected && (id["threads"] ?? 1) > 1
          ? .invalid(reason: "nothing keeps the threads apart") : .valid
      }, prepare: contended)
  }
}

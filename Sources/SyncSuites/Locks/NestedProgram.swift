public import BenchmarkRunner
public import SyncPrimitives
public import SyncWorkloads

/// The program of threads that take a recursive lock `depth` times over, until they are stopped.
@inlinable @inline(__always)
func nestedProgram<Exclusion: MutualExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type
) -> TrialProgram {
  let box = ExclusionBox(type, guarding: UInt64(0))
  let check = CounterCheck()
  let depth = context.value("depth", default: 1)
  return TrialProgram(threadCount: context.value("threads", default: 1)) { thread in
    nestedLoop(box.exclusion, guarding: box.guarded.pointer, depth: depth, until: thread.stop)
  } conclude: { operations in
    var conclusion = check.conclude(
      operations.map { $0 &* UInt64(depth) }, total: box.guarded.pointer.pointee)
    conclusion.operations = operations.reduce(0, &+)
    return conclusion
  }
}

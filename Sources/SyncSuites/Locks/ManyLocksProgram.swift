public import BenchmarkRunner
public import CSyncShims
public import SyncPrimitives
public import SyncWorkloads

/// Keeps the locks alive while the threads of a case use them.
@usableFromInline
final class LockArrayBox<Exclusion: MutualExclusion & ~Copyable>: Sendable {
  @usableFromInline let locks: LockArray<Exclusion>

  @usableFromInline
  init(_ type: Exclusion.Type, count: Int) { locks = LockArray(count: count) }
}

/// The program of threads that each time take one of many locks.
@inlinable @inline(__always)
func manyLocksProgram<Exclusion: MutualExclusion & ~Copyable>(
  _ context: CaseContext, _ type: Exclusion.Type
) -> TrialProgram {
  let box = LockArrayBox(type, count: context.value("locks", default: 1))
  let check = CounterCheck()
  let seed = context.seed
  return TrialProgram(threadCount: context.value("threads", default: 2)) { thread in
    manyLocksLoop(
      box.locks, until: thread.stop, seed: sync_mix_index(seed &+ UInt64(thread.index)))
  } conclude: { operations in
    check.conclude(operations, total: box.locks.total())
  }
}

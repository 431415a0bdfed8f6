public import BenchmarkRunner
public import SyncPrimitives
public import SyncWorkloads

/// The program of threads that increment together until they are stopped, with work of drawn lengths.
@inlinable @inline(__always)
func exponentialProgram<Counter: SharedCounter & ~Copyable>(
  _ context: CaseContext, _ counter: consuming Counter
) -> TrialProgram {
  let box = CounterBox(counter)
  let check = CounterCheck()
  let draws = workDraws(context)
  return TrialProgram(threadCount: draws.count) { thread in
    exponentialLoop(box.counter, until: thread.stop, draws: draws[thread.index].draws)
  } conclude: { operations in
    check.conclude(operations, total: box.counter.total())
  }
}

/// A table of draws for each thread of a case.
@usableFromInline
func workDraws(_ context: CaseContext) -> [WorkDraws] {
  (0..<context.value("threads", default: 2)).map { thread in
    WorkDraws(
      insideMean: context.workSteps("inside"), outsideMean: context.workSteps("outside"),
      seed: context.seed &+ UInt64(thread))
  }
}

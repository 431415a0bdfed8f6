public import BenchmarkRunner
public import SyncPrimitives
public import SyncWorkloads

/// The increments of one of several workers that share out a count, those before it one more each where
/// it does not divide.
@usableFromInline
func share(of count: UInt64, worker: Int, of workers: Int) -> UInt64 {
  count / UInt64(workers) + (UInt64(worker) < count % UInt64(workers) ? 1 : 0)
}

/// The program of threads of ours that raise a counter together by a fixed count, once a trial.
@inlinable @inline(__always)
func fixedCountThreadsProgram<Counter: SharedCounter & ~Copyable>(
  _ context: CaseContext, _ counter: consuming Counter
) -> TrialProgram {
  let box = CounterBox(counter)
  let check = CounterCheck()
  let threads = context.value("threads", default: 2)
  let count = UInt64(context.value("count", default: 1))
  return TrialProgram(threadCount: threads) { thread in
    let operations = share(of: count, worker: thread.index, of: threads)
    uncontendedLoop(box.counter, operations: operations, insideSteps: 0, outsideSteps: 0)
    return operations
  } conclude: { operations in
    check.conclude(operations, total: box.counter.total())
  }
}

/// The program of one thread that has Swift tasks raise a counter together by a fixed count, once a
/// trial, and waits for them.
@inlinable @inline(__always)
func fixedCountTasksProgram<Counter: SharedCounter & ~Copyable>(
  _ context: CaseContext, _ counter: consuming Counter
) -> TrialProgram {
  let box = CounterBox(counter)
  let check = CounterCheck()
  let tasks = context.value("tasks", default: 2)
  let count = UInt64(context.value("count", default: 1))
  return TrialProgram(threadCount: 1) { _ in
    runTasks(tasks) { task in
      uncontendedLoop(
        box.counter, operations: share(of: count, worker: task, of: tasks), insideSteps: 0,
        outsideSteps: 0)
    }
    return count
  } conclude: { operations in
    check.conclude(operations, total: box.counter.total())
  }
}

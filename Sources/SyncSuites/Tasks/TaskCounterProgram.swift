import BenchmarkRunner
import SyncPrimitives
import SyncWorkloads

/// The program of tasks that raise one counter together by a fixed count, shared out evenly.
private func sharedOutProgram(
  _ context: CaseContext, total: @escaping @Sendable () -> UInt64,
  _ count: @escaping @Sendable (_ operations: UInt64) async -> Void
) -> TrialProgram {
  let tasks = context.value("tasks", default: 1)
  let check = CounterCheck()
  let nanoseconds = MutexProtected<UInt64>(0)
  return TrialProgram(threadCount: 1) { thread in
    let operations = thread.operations
    let span = runTogether(tasks) { task in
      await count(share(of: operations, worker: task, of: tasks))
    }
    nanoseconds.withLock { $0 = span }
    return operations
  } conclude: { operations in
    var conclusion = check.conclude(operations, total: total())
    conclusion.elapsedNanoseconds = max(1, nanoseconds.withLock { $0 })
    return conclusion
  }
}

/// The program of tasks that raise an actor's counter.
func actorCounterProgram(_ context: CaseContext) -> TrialProgram {
  let counter = ActorCounter()
  let inside = context.workSteps("inside")
  return sharedOutProgram(context, total: { counter.total() }) { operations in
    await actorUncontendedLoop(
      counter, operations: operations, insideSteps: inside, outsideSteps: 0)
  }
}

/// The program of tasks that raise a counter that is locked, or needs no lock.
///
/// Inlined into the caller, who knows the type, so that the loop is specialised for it.
@inline(__always)
func taskCounterProgram<Counter: SharedCounter & ~Copyable>(
  _ context: CaseContext, _ counter: consuming Counter
) -> TrialProgram {
  let box = CounterBox(counter)
  let inside = context.workSteps("inside")
  return sharedOutProgram(context, total: { box.counter.total() }) { operations in
    uncontendedLoop(box.counter, operations: operations, insideSteps: inside, outsideSteps: 0)
  }
}

import BenchmarkRunner
import SyncPrimitives

/// The program of threads that add to a counter whose handler may run once for several additions.
@inline(__always)
func dataAddProgram<Counter: CoalescingCounter & ~Copyable>(
  _ context: CaseContext, _ counter: consuming Counter
) -> TrialProgram {
  let counter = counter
  let check = CounterCheck()
  let firstLoss = MutexProtected<String?>(nil)
  return TrialProgram(threadCount: context.value("threads", default: 1)) { thread in
    contendedLoop(counter, until: thread.stop, insideSteps: 0, outsideSteps: 0)
  } conclude: { operations in
    var conclusion = check.conclude(operations, total: counter.total())
    // An addition that is handled after its trial has ended would be a gain of the next trial.
    conclusion.violation = firstLoss.get() ?? conclusion.violation
    firstLoss.put(conclusion.violation)
    let handlers = counter.takeHandlers()
    conclusion.observations = told([
      ("handlers_per_op", ratio(Double(handlers), to: conclusion.operations))
    ])
    return conclusion
  }
}

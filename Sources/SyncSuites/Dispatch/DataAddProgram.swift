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
    // What is handled when its trial has given it up would be another trial's gain.
    conclusion.violation = firstLoss.get() ?? conclusion.violation
    firstLoss.put(conclusion.violation)
    let handlers = counter.takeHandlers()
    if conclusion.operations > 0 {
      conclusion.observations = [
        ("handlers_per_op", Double(handlers) / Double(conclusion.operations))
      ]
    }
    return conclusion
  }
}

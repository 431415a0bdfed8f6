import BenchmarkRunner
import CSyncShims
import SyncPrimitives

/// The program of threads that each time submit to one of many queues.
@inline(__always)
func manyQueuesProgram<Counter: SharedCounter & ~Copyable>(
  _ context: CaseContext, counter make: () -> Counter
) -> TrialProgram where Counter.ThreadState == Void {
  let row = CounterRow(count: context.value("queues", default: 1), make)
  let check = CounterCheck()
  let inside = context.workSteps("inside")
  let seed = context.seed
  return TrialProgram(threadCount: context.value("threads", default: 2)) { thread in
    manyQueuesLoop(
      row, until: thread.stop, seed: sync_mix_index(seed &+ UInt64(thread.index)),
      insideSteps: inside)
  } conclude: { operations in
    check.conclude(operations, total: row.total())
  }
}

/// The program of threads whose every submission is timed, and whose order of service is seen.
@inline(__always)
func submissionsProgram<Form: QueueForm & ~Copyable>(
  _ context: CaseContext, _ type: Form.Type
) -> TrialProgram {
  let threads = context.value("threads", default: 2)
  let counter = ItemCounter<Form>()
  let times = TimedTrials(threads: threads)
  let passages = PassageLogs(threads: threads)
  let inside = context.workSteps("inside")
  return TrialProgram(threadCount: threads) { thread in
    submissionsLoop(
      counter, clock: times.clock, into: times.record(of: thread),
      noting: passages.threads[thread.index], until: thread.stop, insideSteps: inside)
  } conclude: { operations in
    let fault = counter.takeFault()
    var conclusion = times.conclude(operations, total: counter.total())
    conclusion.violation = conclusion.violation ?? fault
    let order = passages.takeOrder()
    // Where items run beside each other, nobody is handed anything over.
    guard Form.excludes, let percent = order.overtakingPercent else { return conclusion }
    conclusion.observations.append(("overtaking_percent", percent))
    conclusion.observations.append(("overtaken_by_most", Double(order.overtakenByMost)))
    return conclusion
  } latencies: {
    times.rows()
  } longestWaits: {
    times.longest()
  }
}

public import BenchmarkRunner
public import SyncPrimitives
public import SyncWorkloads

/// What the timing of submissions keeps for the length of an invocation.
@usableFromInline
final class TimedSubmissions<Form: QueueForm & ~Copyable>: Sendable {
  @usableFromInline let counter: ItemCounter<Form>
  @usableFromInline let times: TimedTrials
  @usableFromInline let passages: PassageLogs

  @usableFromInline
  init(threads: Int) {
    counter = ItemCounter<Form>()
    times = TimedTrials(threads: threads)
    passages = PassageLogs(threads: threads)
  }

  /// Holds the items and the records against the submissions, and sees in which order they were served.
  @usableFromInline
  func conclude(_ operations: [UInt64]) -> TrialConclusion {
    let fault = counter.takeFault()
    var conclusion = times.conclude(operations, total: counter.total())
    conclusion.violation = conclusion.violation ?? fault
    let order = passages.takeOrder()
    // Where items run beside each other, nobody is handed anything over.
    guard Form.excludes, let percent = order.overtakingPercent else { return conclusion }
    conclusion.observations.append(("overtaking_percent", percent))
    conclusion.observations.append(("overtaken_by_most", Double(order.overtakenByMost)))
    return conclusion
  }
}

/// The program of threads whose every submission is timed, and whose order of service is seen.
@inlinable @inline(__always)
public func submissionsProgram<Form: QueueForm & ~Copyable>(
  _ context: CaseContext, _ type: Form.Type
) -> TrialProgram {
  let threads = context.value("threads", default: 2)
  let box = TimedSubmissions<Form>(threads: threads)
  let inside = context.workSteps("inside")
  return TrialProgram(threadCount: threads) { thread in
    submissionsLoop(
      box.counter, clock: box.times.clock, into: box.times.record(of: thread),
      noting: box.passages.threads[thread.index], until: thread.stop, insideSteps: inside)
  } conclude: { operations in
    box.conclude(operations)
  } latencies: {
    box.times.rows()
  } longestWaits: {
    box.times.longest()
  }
}

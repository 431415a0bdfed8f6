import BenchmarkRunner
import SyncPrimitives
import SyncWorkloads

/// The program that looks at the threads of one `concurrentPerform` a trial.
func helpersProgram(_ context: CaseContext, _ caller: LoopCaller) -> TrialProgram {
  let width = max(1, context.width)
  let check = LoopCheck(iterations: width)
  let last = MutexProtected<LoopThreads?>(nil)
  return TrialProgram(threadCount: 1) { _ in
    let threads = loopThreads(calledBy: caller, width: width)
    check.noteReturn()
    last.withLock { $0 = threads }
    return UInt64(width)
  } conclude: { operations in
    var conclusion = check.conclude(operations)
    if let threads = last.withLock({ $0 }) { conclude(threads, caller, &conclusion) }
    return conclusion
  }
}

/// Adds what was seen of the threads; where no helper came, nothing is said of one.
private func conclude(
  _ threads: LoopThreads, _ caller: LoopCaller, _ conclusion: inout TrialConclusion
) {
  if case .serviceClass(let serviceClass) = caller, threads.caller.qualityOfService == nil {
    conclusion.violation =
      conclusion.violation ?? "the caller ran on no global queue, not on \(serviceClass.name)'s"
  }
  func add(_ name: String, _ value: Int?) {
    if let value { conclusion.observations.append((name, Double(value))) }
  }
  add("caller_nice", threads.caller.nice)
  add("caller_qos", threads.caller.qualityOfService)
  // Helpers that differ would be a finding too: the least urgent one is shown.
  add("helper_nice", threads.helpers.map(\.nice).max())
  add("helper_qos", threads.helpers.compactMap(\.qualityOfService).min())
}

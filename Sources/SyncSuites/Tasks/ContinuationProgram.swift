import BenchmarkRunner
import SyncWorkloads

/// The program of a task that leaves a continuation a turn, and of a thread that resumes it.
///
/// The thread looks for it without sleeping, so that what is timed is the resumption and not the thread's
/// own wake-up.
func resumeProgram<Continuation: Sendable>(
  of type: Continuation.Type,
  suspend: @escaping @Sendable (Mailbox<Continuation>, UInt64) async -> TaskTally,
  resume: @escaping @Sendable (Mailbox<Continuation>, UInt64) -> UInt64
) -> TrialProgram {
  let mailbox = Mailbox<Continuation>()
  let trial = TaskTrial()
  return TrialProgram(threadCount: 2) { thread in
    guard thread.index == 0 else { return resume(mailbox, thread.operations) }
    return trial.run(asking: thread.operations) { await suspend(mailbox, $0) }
  } conclude: { operations in
    concludeResumes(operations, trial)
  }
}

/// Compares what was resumed with what went on.
private func concludeResumes(_ operations: [UInt64], _ trial: TaskTrial) -> TrialConclusion {
  let suspended = operations.first ?? 0
  let resumed = operations.last ?? 0
  var conclusion = TrialConclusion(operations: suspended)
  if suspended != resumed {
    conclusion.violation = "\(resumed) resumptions for \(suspended) suspensions"
  }
  return trial.conclude(conclusion)
}

import BenchmarkRunner
import SyncPrimitives
import SyncWorkloads

/// The program of a thread that submits tasks that all wait, and lets them go after a while.
///
/// - Parameter waitsForNext: Whether the while ends as soon as one task more has started than the pool is
///   wide.
func blockedTasksProgram<Blocker: TaskBlocker>(
  _ context: CaseContext, _ type: Blocker.Type, waitsForNext: Bool
) -> TrialProgram {
  let width = context.value("width", default: context.width)
  let tasks = context.value("tasks", default: 2 * width)
  let hold = context.trialNanoseconds
  let enough = waitsForNext ? min(tasks, width + 1) : nil
  let latest = MutexProtected(BlockedTasksReport())
  return TrialProgram(threadCount: 1) { _ in
    let report = blockTasks(
      Blocker(tasks: tasks), tasks: tasks, enough: enough, holdNanoseconds: hold)
    latest.withLock { $0 = report }
    return 1
  } conclude: { _ in
    concludeBlockedTasks(latest.withLock { $0 }, tasks: tasks, width: width)
  }
}

/// Checks that every task ran once and waited, and says how many ran at once and when the next came.
func concludeBlockedTasks(_ report: BlockedTasksReport, tasks: Int, width: Int) -> TrialConclusion {
  var conclusion = TrialConclusion(operations: 1)
  if report.missed > 0 || report.startDelays.count != tasks {
    conclusion.violation = "\(report.missed) of \(tasks) tasks did not run once"
  } else if report.escaped > 0 {
    conclusion.violation = "\(report.escaped) of \(tasks) tasks ended before they were let go"
  }
  conclusion.observations = [
    ("running_at_once", Double(report.started)),
    ("stalled", report.started < min(tasks, width + 1) ? 1 : 0),
    ("drain_ns", Double(report.drainNanoseconds)),
  ]
  let delays = report.startDelays
  if width > 0, width <= delays.count {
    conclusion.observations.append(("width_start_ns", Double(delays[width - 1])))
  }
  if width < delays.count {
    conclusion.observations.append(("next_start_ns", Double(delays[width])))
  }
  return conclusion
}

import BenchmarkRunner
import CSyncShims
import SyncWorkloads

/// A loop that starts so many tasks a round: until so many have run, a round's answers adding up to so much.
typealias FanOutLoop =
  @Sendable (_ tasks: UInt64, _ operations: UInt64, _ expected: UInt64) async -> TaskTally

/// The program of one task that starts others, many at once, and waits for all.
///
/// Checked by the threads' own tallies, so that no cache line is shared in a task: each index ran once, or
/// else the count or the sum of the mixes differs.
func taskFanOutProgram(_ context: CaseContext, _ loop: @escaping FanOutLoop) -> TrialProgram {
  let tasks = UInt64(context.value("tasks", default: 1))
  let round = expectedTally(loops: 1, iterations: Int(tasks))
  return taskProgram(
    batch: tasks, check: { concludeFanOut($0, tasks: tasks, mixSum: round.mixSum) }
  ) {
    await loop(tasks, $0, round.mixSum)
  }
}

/// Compares what the threads tallied with what the rounds ask for.
private func concludeFanOut(_ operations: [UInt64], tasks: UInt64, mixSum: UInt64)
  -> TrialConclusion
{
  let done = operations.reduce(0, &+)
  let tally = sync_collect_tallies()
  var conclusion = TrialConclusion(operations: done)
  if tally.count != done {
    conclusion.violation = "\(tally.count) tasks ran, not \(done)"
  } else if tally.mix_sum != mixSum &* (done / tasks) {
    conclusion.violation = "some tasks ran twice and others not at all"
  }
  return conclusion
}

import BenchmarkRunner
import SyncPrimitives
import SyncWorkloads

/// A word that tasks count with, one at a time.
final class CountedWord: Sendable {
  private let word = CacheAligned<UInt64>(0)

  /// Its address, good for as long as this lives.
  var reference: WordReference { WordReference(word.pointer) }

  /// What was counted; read it while no task counts.
  func total() -> UInt64 { word.pointer.pointee }
}

/// What a task was asked for in a trial, and what it says that it did.
final class TaskTrial: Sendable {
  private struct State {
    var asked: UInt64 = 0
    var report = TaskReport()
  }

  private let state = MutexProtected(State())

  /// Runs a loop in a task, and returns the operations that it did when it has ended.
  func run(
    asking operations: UInt64, _ loop: @escaping @Sendable (UInt64) async -> TaskTally
  ) -> UInt64 {
    let report = runTask { await loop(operations) }
    state.withLock { $0 = State(asked: operations, report: report) }
    return report.tally.operations
  }

  /// Adds the task's own time and its faults to what a check has found.
  func conclude(_ conclusion: TrialConclusion) -> TrialConclusion {
    let state = self.state.withLock { $0 }
    var conclusion = conclusion
    conclusion.elapsedNanoseconds = max(1, state.report.nanoseconds)
    conclusion.violation = conclusion.violation ?? Self.fault(state)
    return conclusion
  }

  private static func fault(_ state: State) -> String? {
    let tally = state.report.tally
    if tally.faults > 0 {
      return "\(tally.faults) of \(tally.operations) answers were not those asked for"
    }
    return tally.operations == state.asked
      ? nil : "\(tally.operations) of \(state.asked) operations were done"
  }
}

/// The program of one task that does a fixed number of operations while the thread that started it sleeps.
///
/// - Parameters:
///   - batch: How many operations the loop does at a time.
///   - check: What the operations left behind, compared with their number.
func taskProgram(
  batch: UInt64 = 1,
  check: @escaping @Sendable (_ operations: [UInt64]) -> TrialConclusion = { operations in
    TrialConclusion(operations: operations.reduce(0, &+))
  },
  _ loop: @escaping @Sendable (_ operations: UInt64) async -> TaskTally
) -> TrialProgram {
  let trial = TaskTrial()
  return TrialProgram(threadCount: 1) { thread in
    trial.run(asking: max(1, thread.operations / batch) * batch, loop)
  } conclude: { operations in
    trial.conclude(check(operations))
  }
}

/// The program of a task whose operations each raise a word by one.
func countedTaskProgram(
  _ loop: @escaping @Sendable (_ count: WordReference, _ operations: UInt64) async -> TaskTally
) -> TrialProgram {
  let word = CountedWord()
  let check = CounterCheck()
  return taskProgram(check: { check.conclude($0, total: word.total()) }) {
    await loop(word.reference, $0)
  }
}

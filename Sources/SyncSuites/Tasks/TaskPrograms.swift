import BenchmarkRunner
import CSyncShims
import SyncPrimitives

/// Calls an actor's method from another actor, or from the actor itself, and comes back, for each
/// operation.
///
/// Only the caller of this function knows whether the two actors are the same, so the compiled code
/// must switch to the called actor in either case. The task switches back to run `sync_clobber`.
/// Without that call, the optimiser could keep the task on the called actor from call to call.
@inline(never)
func hopLoop(
  from own: isolated ActorCounter, to counter: ActorCounter, operations: UInt64
) async -> TaskTally {
  var tally = TaskTally()
  while tally.operations < operations {
    await counter.increment(workSteps: 0)
    sync_clobber()
    tally.operations &+= 1
  }
  return tally
}

/// Calls a method of the actor that the task is statically on: a plain call, as a lower bound.
@inline(never)
func plainCallLoop(_ counter: isolated ActorCounter, operations: UInt64) -> TaskTally {
  sync_align_code()
  var tally = TaskTally()
  while tally.operations < operations {
    counter.increment(workSteps: 0)
    tally.operations &+= 1
  }
  return tally
}

/// Calls a method of the main actor from the pool and comes back, for each operation.
@inline(never)
func mainActorLoop(_ counter: MainActorCounter, operations: UInt64) async -> TaskTally {
  var tally = TaskTally()
  while tally.operations < operations {
    await counter.increment()
    sync_clobber()
    tally.operations &+= 1
  }
  return tally
}

/// Checks for each operation whether the task is cancelled; a cancellation would end the loop.
@inline(never)
func isCancelledLoop(operations: UInt64) -> TaskTally {
  sync_align_code()
  var tally = TaskTally()
  while tally.operations < operations, !Task.isCancelled {
    sync_clobber()
    tally.operations &+= 1
  }
  return tally
}

/// Checks for each operation whether the task is cancelled; a cancellation would throw and end the
/// loop.
@inline(never)
func checkCancellationLoop(operations: UInt64) -> TaskTally {
  sync_align_code()
  var tally = TaskTally()
  do {
    while tally.operations < operations {
      try Task.checkCancellation()
      sync_clobber()
      tally.operations &+= 1
    }
  } catch {}
  return tally
}

/// A counter that tasks raise, one task at a time.
final class CountedWord: Sendable {
  private let word = CacheAligned<UInt64>(0)

  /// The word's address, valid for the life of this object.
  var reference: WordReference { WordReference(word.pointer) }

  /// The count, to be read while no task counts.
  func total() -> UInt64 { word.pointer.pointee }
}

/// The operations asked of a task in a trial, and the task's report.
final class TaskTrial: Sendable {
  private struct State {
    var asked: UInt64 = 0
    var report = TaskReport()
  }

  private let state = MutexProtected(State())

  /// Runs a loop in a task, waits for its end, and returns the operations done.
  func run(
    asking operations: UInt64, _ loop: @escaping @Sendable (UInt64) async -> TaskTally
  ) -> UInt64 {
    let report = runTask { await loop(operations) }
    state.put(State(asked: operations, report: report))
    return report.tally.operations
  }

  /// Adds the task's own time and its faults to the conclusion of a check.
  func conclude(_ conclusion: TrialConclusion) -> TrialConclusion {
    let state = self.state.get()
    var conclusion = conclusion.taking(nanoseconds: state.report.nanoseconds)
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

/// The program of one task that does a fixed number of operations while the thread that started it
/// sleeps.
///
/// - Parameters:
///   - batch: The number of operations that the loop does at a time.
///   - check: Compares the effect of the operations with their number.
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

/// A loop that starts `tasks` tasks for each round until `operations` tasks have run.
///
/// The answers of a round must add up to `expected`.
typealias FanOutLoop =
  @Sendable (_ tasks: UInt64, _ operations: UInt64, _ expected: UInt64) async -> TaskTally

/// The program of one task that starts many other tasks together and waits for all of them.
///
/// The check uses the tallies of the threads, so that tasks share no cache line. If a task did not
/// run exactly once, the number of runs is wrong, or the sum of the hashes of the tasks' indices.
func taskFanOutProgram(_ context: CaseContext, _ loop: @escaping FanOutLoop) -> TrialProgram {
  let tasks = UInt64(context.value("tasks", default: 1))
  let round = expectedTally(loops: 1, iterations: Int(tasks))
  return taskProgram(
    batch: tasks, check: { concludeFanOut($0, tasks: tasks, mixSum: round.mixSum) }
  ) { await loop(tasks, $0, round.mixSum) }
}

/// Compares the threads' tallies with the rounds.
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

/// The program of tasks that together make a fixed number of increments of one or more counters.
///
/// Each task makes an equal share of the increments.
func sharedOutProgram(
  tasks: Int, total: @escaping @Sendable () -> UInt64,
  _ count: @escaping @Sendable (_ task: Int, _ operations: UInt64) async -> Void
) -> TrialProgram {
  let check = CounterCheck()
  let nanoseconds = MutexProtected<UInt64>(0)
  return TrialProgram(threadCount: 1) { thread in
    let operations = thread.operations
    let span = runTogether(tasks) { task in
      await count(task, share(of: operations, number: task, of: tasks))
    }
    nanoseconds.put(span)
    return operations
  } conclude: { operations in
    check.conclude(operations, total: total()).taking(nanoseconds: nanoseconds.get())
  }
}

/// The program of tasks that raise an actor's counter.
func actorCounterProgram(_ context: CaseContext) -> TrialProgram {
  let counter = ActorCounter()
  let inside = context.workSteps("inside")
  let tasks = context.value("tasks", default: 1)
  return sharedOutProgram(tasks: tasks, total: { counter.total() }) { _, operations in
    await actorUncontendedLoop(
      counter, operations: operations, insideSteps: inside, outsideSteps: 0)
  }
}

/// The program of tasks that raise a counter, with a lock or without.
///
/// The function is inlined into a caller that knows the counter's type, so that the compiler
/// specialises the loop for that type.
@inline(__always)
func taskCounterProgram<Counter: SharedCounter & ~Copyable>(
  _ context: CaseContext, _ counter: consuming Counter
) -> TrialProgram {
  let counter = counter
  let inside = context.workSteps("inside")
  let tasks = context.value("tasks", default: 1)
  return sharedOutProgram(tasks: tasks, total: { counter.total() }) { _, operations in
    uncontendedLoop(counter, operations: operations, insideSteps: inside, outsideSteps: 0)
  }
}

/// The program of one task that calls an actor's method again and again.
func hopProgram(
  _ loop: @escaping @Sendable (_ counter: ActorCounter, _ operations: UInt64) async -> TaskTally
) -> TrialProgram {
  let counter = ActorCounter()
  let check = CounterCheck()
  return taskProgram(check: { check.conclude($0, total: counter.total()) }) {
    await loop(counter, $0)
  }
}

/// The program of one task that calls a method of the main actor again and again.
///
/// In a worker, the process's first thread is the leader, which starts and ends trials. Because
/// `main` is synchronous, only the leader can run the main queue. The leader runs the queue in a
/// run loop until the task has ended.
func mainActorProgram() -> TrialProgram {
  let counter = MainActorCounter()
  let check = CounterCheck()
  let trial = TaskTrial()
  return TrialProgram(threadCount: 1) { thread in
    let done = trial.run(asking: thread.operations) {
      await mainActorLoop(counter, operations: $0)
    }
    // A separate task ends the run loop, because that is no operation.
    _ = runTask {
      await counter.end()
      return TaskTally()
    }
    return done
  } conclude: { operations in
    let strays = counter.takeStrays()
    var conclusion = trial.conclude(check.conclude(operations, total: counter.total()))
    conclusion.violation = conclusion.violation ?? fault(strays: strays)
    return conclusion
  }.led { counter.runMainQueue() }
}

/// The program of a task that leaves a continuation for each operation, and of a thread that
/// resumes it.
///
/// The thread waits for the continuation without sleeping, so that the time is that of the
/// resumption and not of the thread's wake-up.
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

/// Compares the number of resumptions with the number of suspensions.
private func concludeResumes(_ operations: [UInt64], _ trial: TaskTrial) -> TrialConclusion {
  let suspended = operations.first ?? 0
  let resumed = operations.last ?? 0
  var conclusion = TrialConclusion(operations: suspended)
  if suspended != resumed {
    conclusion.violation = "\(resumed) resumptions for \(suspended) suspensions"
  }
  return trial.conclude(conclusion)
}

/// The program of a thread that submits tasks that all wait, and releases them later.
///
/// - Parameter waitsForNext: Whether the release may come early: as soon as `width` + 1 tasks have
///   started, or all tasks if there are fewer.
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
    latest.put(report)
    return 1
  } conclude: { _ in
    concludeBlockedTasks(latest.get(), tasks: tasks, width: width)
  }
}

/// Checks that every task ran once and waited.
///
/// The conclusion contains the number of tasks that had started before the release, and the start
/// delays of the last task for which the pool is wide enough and of the next task.
func concludeBlockedTasks(_ report: BlockedTasksReport, tasks: Int, width: Int) -> TrialConclusion {
  var conclusion = TrialConclusion(operations: 1)
  if report.missed > 0 || report.startDelays.count != tasks {
    conclusion.violation = "\(report.missed) of \(tasks) tasks did not run exactly once"
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

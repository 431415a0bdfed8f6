import CSyncShims
import Dispatch
import SyncPrimitives

/// The tally of a measured task.
struct TaskTally: Equatable, Sendable {
  /// The number of operations done.
  var operations: UInt64 = 0
  /// The number of wrong answers.
  var faults: UInt64 = 0

  /// Counts the next operation, whose answer must be the operation's number, from 0.
  mutating func note(_ answer: UInt64?) {
    if answer != operations { faults &+= 1 }
    operations &+= 1
  }
}

/// The tally of a task, and its time from the first instruction to the last.
struct TaskReport: Sendable {
  var tally = TaskTally()
  /// The task's time, in ns.
  var nanoseconds: UInt64 = 0
}

/// The variable in which a task leaves its answer.
///
/// Unchecked: the task writes before it signals, and the waiting thread reads after its wait.
private final class TaskAnswer<Answer: Sendable>: @unchecked Sendable {
  var answer: Answer
  let hasEnded = DispatchSemaphore(value: 0)

  init(_ answer: Answer) { self.answer = answer }
}

/// Runs a task of medium priority and blocks the calling thread, which must be outside of the pool,
/// until the task has ended.
///
/// Returns the task's answer.
///
/// Medium priority is Dispatch's default class, whose threads ask for the nice value 0.
///
/// - Parameter none: A placeholder for the answer until the task has ended.
func untilTaskEnds<Answer: Sendable>(
  leaving none: Answer, _ body: @escaping @Sendable () async -> Answer
) -> Answer {
  let slot = TaskAnswer(none)
  Task.detached(priority: .medium) {
    slot.answer = await body()
    slot.hasEnded.signal()
  }
  slot.hasEnded.wait()
  return slot.answer
}

/// Runs a task like `untilTaskEnds`, and returns its tally and its time.
///
/// The task itself reads the clock, so the measured time contains no start and no wake-up of a
/// thread. This function doesn't call `untilTaskEnds`, because one more closure would be one more
/// allocation per trial.
func runTask(_ body: @escaping @Sendable () async -> TaskTally) -> TaskReport {
  let slot = TaskAnswer(TaskReport())
  Task.detached(priority: .medium) {
    let start = sync_monotonic_ns()
    let tally = await body()
    slot.answer.nanoseconds = sync_monotonic_ns() - start
    slot.answer.tally = tally
    slot.hasEnded.signal()
  }
  slot.hasEnded.wait()
  return slot.answer
}

/// The time from the first start to the last end of several tasks, on the monotonic clock in ns.
private final class TaskSpan: Sendable {
  private let span = MutexProtected((start: UInt64.max, end: UInt64(0)))

  func note(start: UInt64, end: UInt64) {
    span.withLock { $0 = (min($0.start, start), max($0.end, end)) }
  }

  var nanoseconds: UInt64 { span.withLock { $0.end - min($0.start, $0.end) } }
}

/// Runs `count` tasks of medium priority together, each with its number, and blocks the calling
/// thread, which must be outside of the pool, until all have ended.
///
/// - Returns: The time from the first start of a task to the last end of a task, in ns.
func runTogether(_ count: Int, _ body: @escaping @Sendable (Int) async -> Void) -> UInt64 {
  let span = TaskSpan()
  let group = DispatchGroup()
  for number in 0..<count {
    group.enter()
    Task.detached(priority: .medium) {
      let start = sync_monotonic_ns()
      await body(number)
      span.note(start: start, end: sync_monotonic_ns())
      group.leave()
    }
  }
  group.wait()
  return span.nanoseconds
}

/// Runs `body` in `count` Swift tasks of medium priority, each with its number, and returns when
/// all have ended.
///
/// Blocks the calling thread, which must be outside of the pool.
@usableFromInline func runTasks(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let group = DispatchGroup()
  for number in 0..<count {
    group.enter()
    Task(priority: .medium) {
      body(number)
      group.leave()
    }
  }
  group.wait()
}

import CSyncShims
import Dispatch
import SyncPrimitives

/// What a measured task did.
struct TaskTally: Equatable, Sendable {
  /// Operations done.
  var operations: UInt64 = 0
  /// Answers that were not those asked for.
  var faults: UInt64 = 0

  /// Counts the next operation: its answer must be its number, from 0.
  mutating func note(_ answer: UInt64?) {
    if answer != operations { faults &+= 1 }
    operations &+= 1
  }
}

/// What a task did, and how long it took from its first instruction to its last.
struct TaskReport: Sendable {
  /// What it did.
  var tally = TaskTally()
  /// How long it took, in ns.
  var nanoseconds: UInt64 = 0
}

/// Where a task leaves its answer.
///
/// Unchecked: the task writes before it signals, and its thread reads after it has waited.
private final class TaskAnswer<Answer: Sendable>: @unchecked Sendable {
  var answer: Answer
  let hasEnded = DispatchSemaphore(value: 0)

  init(_ answer: Answer) { self.answer = answer }
}

/// Runs a task of medium priority and blocks the calling thread, which must be none of the pool's, until it
/// has ended; its answer.
///
/// Medium is Dispatch's default class: its threads keep the nice value of the process.
///
/// - Parameter none: What stands in the answer's place until there is one.
func untilTaskEnds<Answer: Sendable>(
  leaving none: Answer, _ body: @escaping @Sendable () async -> Answer
) -> Answer {
  let place = TaskAnswer(none)
  Task.detached(priority: .medium) {
    place.answer = await body()
    place.hasEnded.signal()
  }
  place.hasEnded.wait()
  return place.answer
}

/// Runs a task likewise and says how long it took.
///
/// The task reads the clock itself, so that neither its start nor its thread's wake-up is in its time; and it is
/// started here, for another closure around it would be an allocation more a trial.
func runTask(_ body: @escaping @Sendable () async -> TaskTally) -> TaskReport {
  let place = TaskAnswer(TaskReport())
  Task.detached(priority: .medium) {
    let start = sync_monotonic_ns()
    let tally = await body()
    place.answer.nanoseconds = sync_monotonic_ns() - start
    place.answer.tally = tally
    place.hasEnded.signal()
  }
  place.hasEnded.wait()
  return place.answer
}

/// When the first of several tasks began and the last one ended, on the monotonic clock in ns.
private final class TaskSpan: Sendable {
  private let span = MutexProtected((start: UInt64.max, end: UInt64(0)))

  func note(start: UInt64, end: UInt64) {
    span.withLock { $0 = (min($0.start, start), max($0.end, end)) }
  }

  var nanoseconds: UInt64 { span.withLock { $0.end - min($0.start, $0.end) } }
}

/// Runs so many tasks of medium priority together, each with its number, and blocks the calling thread,
/// which must be none of the pool's, until all have ended.
///
/// - Returns: How long it took from the first one's first instruction to the last one's last, in ns.
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

/// Runs `body` in so many Swift tasks of medium priority, each with its number, and returns when all have
/// ended.
///
/// For a thread outside of the concurrency pool, which it blocks.
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

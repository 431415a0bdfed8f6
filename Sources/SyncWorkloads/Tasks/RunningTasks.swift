import CSyncShims
import Dispatch
import SyncPrimitives

/// What a task did, and how long it took from its first instruction to its last.
public struct TaskReport: Sendable {
  /// What it did.
  public var tally = TaskTally()
  /// How long it took, in ns.
  public var nanoseconds: UInt64 = 0

  /// Nothing yet.
  public init() {}
}

/// Where a task leaves its report.
///
/// Unchecked: the task writes before it signals, and its thread reads after it has waited.
private final class TaskAnswer: @unchecked Sendable {
  var report = TaskReport()
  let hasEnded = DispatchSemaphore(value: 0)
}

/// Runs a task of medium priority and blocks the calling thread, which must be none of the pool's, until it
/// has ended.
///
/// Medium is Dispatch's default class: its threads keep the nice value of the process. The task reads the
/// clock itself, so that neither its start nor its thread's wake-up is in its time.
public func runTask(_ body: @escaping @Sendable () async -> TaskTally) -> TaskReport {
  let answer = TaskAnswer()
  Task.detached(priority: .medium) {
    let start = sync_monotonic_ns()
    let tally = await body()
    answer.report.nanoseconds = sync_monotonic_ns() - start
    answer.report.tally = tally
    answer.hasEnded.signal()
  }
  answer.hasEnded.wait()
  return answer.report
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
public func runTogether(_ count: Int, _ body: @escaping @Sendable (Int) async -> Void) -> UInt64 {
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

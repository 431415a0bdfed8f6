import CSyncShims
import SyncPrimitives

/// The outcome of tasks that all waited together.
struct BlockedTasksReport: Sendable {
  /// The time of each task from its submission to its first instruction, in ns, in the order in
  /// which the tasks started.
  var startDelays: [UInt64] = []
  /// The number of tasks that had started when they were released.
  var started = 0
  /// The number of tasks that ended before they were released.
  var escaped = 0
  /// The number of tasks that did not run exactly once.
  var missed = 0
  /// The time from the release until all tasks had ended, in ns.
  var drainNanoseconds: UInt64 = 0
}

/// Submits tasks that all wait, holds them for a time, releases them, and waits until all have
/// ended.
///
/// Called by a thread outside of the pool, so that the release waits for no other work.
///
/// - Parameters:
///   - enough: The number of started tasks that ends the hold; nil holds the tasks for the whole
///     time.
///   - holdNanoseconds: The longest hold from the first submission on, in ns.
func blockTasks(
  _ blocker: some TaskBlocker, tasks: Int, enough: Int? = nil, holdNanoseconds: UInt64
) -> BlockedTasksReport {
  let items = BlockingItems(count: tasks)
  let due = sync_monotonic_ns() + holdNanoseconds
  for task in 0..<tasks {
    items.willSubmit(task)
    Task.detached(priority: .medium) {
      items.start(task)
      await blocker.wait()
      items.end()
    }
  }
  let step: UInt64 = enough == nil ? holdNanoseconds : 5_000_000
  while case let now = sync_monotonic_ns(), now < due {
    if let enough, items.startedCount >= enough { break }
    sync_sleep_until(min(due, now + step))
  }
  var report = BlockedTasksReport()
  report.escaped = items.endedCount
  report.started = items.startedCount
  let released = sync_monotonic_ns()
  blocker.release()
  items.waitUntilAllEnded()
  report.drainNanoseconds = sync_monotonic_ns() - released
  report.missed = items.missedCount
  report.startDelays = items.startDelays()
  return report
}

import CSyncShims
import SyncPrimitives
import Synchronization

/// What came of tasks that all waited at once.
struct BlockedTasksReport: Sendable {
  /// How long each task took from its submission to its first instruction, in the order in which they
  /// started, in ns.
  var startDelays: [UInt64] = []
  /// How many had started when they were let go.
  var started = 0
  /// How many were through before they were let go.
  var escaped = 0
  /// How many did not run exactly once.
  var missed = 0
  /// How long it took from when they were let go until all were through, in ns.
  var drainNanoseconds: UInt64 = 0
}

/// What the tasks note of themselves: each in a place of its own, and two counts.
final class BlockedRecord: @unchecked Sendable {
  struct Place {
    var submitted: UInt64 = 0
    var begun: UInt64 = 0
    var runs = 0
  }

  let places: UnsafeMutablePointer<Place>
  private let begun = CacheAligned(Atomic<UInt32>(0))
  private let ended = CacheAligned(Atomic<UInt32>(0))
  private let count: Int

  init(tasks: Int) {
    count = tasks
    places = .allocate(capacity: tasks)
    places.initialize(repeating: Place(), count: tasks)
  }

  deinit { places.deallocate() }

  var started: Int { Int(begun.pointer.pointee.load(ordering: .acquiring)) }
  var through: Int { Int(ended.pointer.pointee.load(ordering: .acquiring)) }

  func begin(_ task: Int) {
    places[task].begun = sync_monotonic_ns()
    places[task].runs += 1
    begun.pointer.pointee.wrappingAdd(1, ordering: .releasing)
  }

  func end() {
    let ended = self.ended.pointer.pointee.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
    if ended == UInt32(count) { _ = sync_futex_wake(self.ended.pointer, 1) }
  }

  func waitForAll() {
    while case let seen = ended.pointer.pointee.load(ordering: .acquiring), seen != UInt32(count) {
      _ = sync_futex_wait(ended.pointer, seen)
    }
  }

  /// Reads the places; once all have ended.
  func report(into report: inout BlockedTasksReport) {
    let places = (0..<count).map { self.places[$0] }
    report.missed = places.filter { $0.runs != 1 }.count
    // A task that never ran has not begun: it is missed, and has no delay.
    report.startDelays = places.filter { $0.runs > 0 }.sorted { $0.begun < $1.begun }
      .map { $0.begun &- $0.submitted }
  }
}

/// Submits tasks that all wait, holds them, lets them go, and returns when all are through; by a thread of
/// ours, so that the release waits for nobody.
///
/// - Parameters:
///   - enough: As soon as so many have started they are let go; nil holds them for the whole time.
///   - holdNanoseconds: For how long they are held from the first submission, in ns.
func blockTasks(
  _ blocker: some TaskBlocker, tasks: Int, enough: Int? = nil, holdNanoseconds: UInt64
) -> BlockedTasksReport {
  let record = BlockedRecord(tasks: tasks)
  let due = sync_monotonic_ns() + holdNanoseconds
  for task in 0..<tasks {
    record.places[task].submitted = sync_monotonic_ns()
    Task.detached(priority: .medium) {
      record.begin(task)
      await blocker.wait()
      record.end()
    }
  }
  let step: UInt64 = enough == nil ? holdNanoseconds : 5_000_000
  while case let now = sync_monotonic_ns(), now < due {
    if let enough, record.started >= enough { break }
    sync_sleep_until(min(due, now + step))
  }
  var report = BlockedTasksReport()
  report.escaped = record.through
  report.started = record.started
  let released = sync_monotonic_ns()
  blocker.release()
  record.waitForAll()
  report.drainNanoseconds = sync_monotonic_ns() - released
  record.report(into: &report)
  return report
}

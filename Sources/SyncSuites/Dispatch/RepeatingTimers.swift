import BenchmarkRunner
import CSyncShims
import Dispatch
import SyncPrimitives
import Synchronization

extension DispatchSuite {
  static let timer = Workload.ofPool(
    "timer", "one deadline of a repeating timer",
    axes: [
      Axis(
        "period", .nanoseconds, headline: [1_000_000], standard: [1_000_000, 5_000_000],
        thorough: [200_000, 1_000_000, 5_000_000, 20_000_000]),
      Axis("leeway", .nanoseconds) { tier, _, earlier in
        let tenth = (earlier["period"] ?? 0) / 10
        return tier == .headline ? [0] : Set([0, tenth, 1_000_000]).sorted()
      },
    ], sampling: tenMilliseconds,
    [
      source("timer-source", "a timer source on a serial queue", .headline),
      source(
        "timer-source-strict", "a timer source with the flag strict", .standard, isStrict: true),
      MeasuredPrimitive(
        "sleep-until", "the thread itself sleeps until the deadline: the kernel's part", .standard,
        unusedAxes: ["leeway"]
      ) {
        timerProgram($0) { record in
          let settings = record.settings
          let start = sync_monotonic_ns() + settings.period
          record.begin(at: start)
          record.noteArmed(at: sync_monotonic_ns())
          for number in 0..<settings.deadlines {
            sync_sleep_until(start + number * settings.period)
            record.noteFiring(at: sync_monotonic_ns(), deadlines: 1)
          }
          record.waitForAll()
          record.end()
        }
      },
    ])

  /// The suite's line for a timer source on a serial queue; each trial makes its own source.
  private static func source(
    _ name: String, _ summary: String, _ tier: Tier, isStrict: Bool = false
  ) -> MeasuredPrimitive {
    MeasuredPrimitive(name, summary, tier) {
      let queue = DispatchQueue(label: "syncbench.timer")
      return timerProgram($0) { runSource($0, flags: isStrict ? .strict : [], queue: queue) }
    }
  }
}

/// The program of one thread that lets a timer run through a series of deadlines.
///
/// - Parameter run: Starts a timer, waits until all of the record's deadlines are served, and stops
///   the timer.
func timerProgram(
  _ context: CaseContext, patienceNanoseconds: Int = 2_000_000_000,
  _ run: @escaping @Sendable (FiringRecord) -> Void
) -> TrialProgram {
  let period = UInt64(max(1000, context.value("period", default: 1_000_000)))
  let settings = TimerSettings(
    period: period, leeway: UInt64(context.value("leeway", default: 0)),
    // At least four deadlines, because the jitter is a mean over the gaps between firings.
    deadlines: max(4, context.trialNanoseconds / period))
  return recordedProgram {
    FiringRecord(settings, patienceNanoseconds: patienceNanoseconds)
  } run: { record, _ in
    run(record)
    // If the timer was not stopped, it fires during this wait, so this trial has the fault.
    sync_sleep_until(sync_monotonic_ns() + period)
    return settings.deadlines
  } conclude: { record, operations, recorder in
    if let recorder { record.lateness { recorder.record(nanoseconds: $0) } }
    let jitter = record.jitter()
    return TrialConclusion(
      operations: operations, violation: record.fault(),
      observations: present([
        ("expected_firings", Double(settings.deadlines)),
        ("seen_firings", Double(record.firingCount)),
        ("jitter_ns", jitter?.nanoseconds), ("period_error_ns", jitter?.periodError),
      ]))
  }
}

/// Runs a timer source through the deadlines of a record.
private func runSource(
  _ record: FiringRecord, flags: DispatchSource.TimerFlags, queue: DispatchQueue
) {
  let settings = record.settings
  let source = DispatchSource.makeTimerSource(flags: flags, queue: queue)
  let hasEnded = DispatchSemaphore(value: 0)
  // The handler keeps the source until the source is cancelled.
  source.setEventHandler {
    let now = sync_monotonic_ns()
    record.noteFiring(at: now, deadlines: UInt64(source.data))
  }
  source.setCancelHandler { hasEnded.signal() }
  let start = sync_monotonic_ns() + settings.period
  record.begin(at: start)
  source.schedule(
    deadline: DispatchTime(uptimeNanoseconds: start),
    repeating: .nanoseconds(Int(settings.period)), leeway: .nanoseconds(Int(settings.leeway)))
  source.activate()
  record.noteArmed(at: sync_monotonic_ns())
  record.waitForAll()
  source.cancel()
  // The cancel handler runs after the last event handler, on the same queue.
  hasEnded.wait()
  record.end()
}

/// The settings of a repeating timer, in ns, and the number of deadlines of a trial.
struct TimerSettings: Sendable {
  /// The time from one deadline to the next.
  let period: UInt64
  /// The time by which a firing may be late.
  let leeway: UInt64
  /// The number of deadlines.
  let deadlines: UInt64
}

/// The firings of a repeating timer in a trial, each with its time and the number of deadlines that
/// the firing stands for.
///
/// Each trial has a record of its own, so that a firing that comes after its trial does not count
/// in the next trial.
///
/// Unchecked: the waiting thread reads what the handler wrote only after its wait.
final class FiringRecord: @unchecked Sendable {
  let settings: TimerSettings
  private let firings: UnsafeMutablePointer<Firing>
  private let capacity: Int
  private let done = DispatchSemaphore(value: 0)
  private let patienceNanoseconds: Int
  private let state = CacheAligned(State())
  /// Atomic, because a handler that should no longer run may read the value while the trial's
  /// thread writes it.
  private let hasEnded = Atomic(false)
  private let afterEnd = Atomic<UInt64>(0)

  private struct Firing {
    var nanoseconds: UInt64 = 0
    var deadlines: UInt64 = 0
  }

  private struct State {
    var start: UInt64 = 0
    var armed: UInt64 = 0
    var count = 0
    var deadlines: UInt64 = 0
    var empty: UInt64 = 0
    var isLost = false
  }

  /// Makes an empty record.
  ///
  /// - Parameters:
  ///   - settings: The timer's period, its leeway and the number of its deadlines.
  ///   - patienceNanoseconds: The longest wait beyond the last deadline, in ns.
  init(_ settings: TimerSettings, patienceNanoseconds: Int = 2_000_000_000) {
    self.settings = settings
    self.patienceNanoseconds = patienceNanoseconds
    capacity = Int(settings.deadlines)
    firings = .makeAligned(repeating: Firing(), count: capacity)
  }

  deinit { firings.deallocate() }

  /// Begins the trial: the first deadline is at `start`, on the monotonic clock in ns.
  func begin(at start: UInt64) {
    state.pointer.pointee = State()
    state.pointer.pointee.start = start
  }

  /// Notes the time at which the timer had been armed.
  func noteArmed(at nanoseconds: UInt64) { state.pointer.pointee.armed = nanoseconds }

  /// Notes the time of the handler's first instruction, and the number of deadlines that the firing
  /// stands for.
  func noteFiring(at nanoseconds: UInt64, deadlines: UInt64) {
    if hasEnded.load(ordering: .acquiring) {
      afterEnd.wrappingAdd(1, ordering: .releasing)
      return
    }
    let state = self.state.pointer
    if deadlines == 0 { state.pointee.empty += 1 }
    let isOver = state.pointee.deadlines >= settings.deadlines
    if isOver || state.pointee.count == capacity { return }
    firings[state.pointee.count] = Firing(nanoseconds: nanoseconds, deadlines: deadlines)
    state.pointee.count += 1
    state.pointee.deadlines += deadlines
    if state.pointee.deadlines >= settings.deadlines { done.signal() }
  }

  /// Waits until all deadlines are served, or until the longest wait is over.
  func waitForAll() {
    let longest = Int(settings.period * settings.deadlines) + patienceNanoseconds
    if !Patience(nanoseconds: longest).wait(for: done) { state.pointer.pointee.isLost = true }
  }

  /// Notes that the timer is cancelled: nothing may fire from now on.
  func end() { hasEnded.store(true, ordering: .releasing) }

  /// The number of firings until all deadlines were served; later firings are not recorded.
  var firingCount: Int { state.pointer.pointee.count }

  /// The fault in the trial's firings; nil if no firing was early, each stood for a deadline, all
  /// deadlines were served, and nothing fired after the timer was cancelled.
  func fault() -> String? {
    let state = self.state.pointer.pointee
    var early = 0
    var served: UInt64 = 0
    for firing in 0..<state.count {
      served += firings[firing].deadlines
      if served > 0, firings[firing].nanoseconds < deadline(served - 1) { early += 1 }
    }
    if early > 0 { return "\(early) of \(state.count) firings came before they were due" }
    if state.empty > 0 { return "\(state.empty) firings served no deadline" }
    if state.isLost { return "\(served) of \(settings.deadlines) deadlines were served" }
    let afterEnd = self.afterEnd.load(ordering: .acquiring)
    return afterEnd > 0 ? "the timer fired \(afterEnd) times after it was cancelled" : nil
  }

  /// Passes on the lateness of the handler for each deadline, in ns.
  ///
  /// Deadlines that had passed when the timer was armed are left out.
  ///
  /// A firing that stands for several deadlines is late for each of them.
  func lateness(_ body: (UInt64) -> Void) {
    let state = self.state.pointer.pointee
    var served: UInt64 = 0
    for firing in 0..<state.count {
      for _ in 0..<min(firings[firing].deadlines, settings.deadlines) {
        let due = deadline(served)
        served += 1
        let now = firings[firing].nanoseconds
        if due > state.armed, now >= due { body(now - due) }
      }
    }
  }

  /// The jitter of the firings and the error of the mean period, in ns; nil for fewer than two
  /// firings.
  ///
  /// The jitter is the mean absolute difference of the time between two successive firings from the
  /// time between their deadlines.
  func jitter() -> (nanoseconds: Double, periodError: Double)? {
    let count = state.pointer.pointee.count
    guard count > 1 else { return nil }
    var sum = 0.0
    var periods: UInt64 = 0
    for firing in 1..<count {
      let ideal = Double(firings[firing].deadlines * settings.period)
      let actual = Double(firings[firing].nanoseconds) - Double(firings[firing - 1].nanoseconds)
      sum += abs(actual - ideal)
      periods += firings[firing].deadlines
    }
    guard periods > 0 else { return nil }
    let whole = Double(firings[count - 1].nanoseconds) - Double(firings[0].nanoseconds)
    let error = whole / Double(periods) - Double(settings.period)
    return (sum / Double(count - 1), abs(error))
  }

  private func deadline(_ number: UInt64) -> UInt64 {
    state.pointer.pointee.start + number * settings.period
  }
}

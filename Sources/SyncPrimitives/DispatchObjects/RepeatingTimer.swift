import CSyncShims
import Dispatch
import Synchronization

/// The settings of a repeating timer, in ns, and how many deadlines a trial is to have.
public struct TimerSettings: Sendable {
  /// From one deadline to the next.
  public let period: UInt64
  /// How late a firing may be.
  public let leeway: UInt64
  /// How many deadlines there are.
  public let deadlines: UInt64

  /// Makes settings of their parts.
  public init(period: UInt64, leeway: UInt64, deadlines: UInt64) {
    self.period = period
    self.leeway = leeway
    self.deadlines = deadlines
  }
}

/// When the handler of a repeating timer ran in a trial, and for how many deadlines each time.
///
/// Each trial has a record of its own: a firing that comes when its trial is over is not taken for
/// one of the next.
///
/// Unchecked: the handler writes what the thread that waits for it reads afterwards.
public final class FiringRecord: @unchecked Sendable {
  /// The settings.
  public let settings: TimerSettings
  private let firings: UnsafeMutablePointer<Firing>
  private let capacity: Int
  private let done = DispatchSemaphore(value: 0)
  private let patienceNanoseconds: Int
  private let state = CacheAligned(State())
  /// Looked at by handlers that should not be there any more, beside the thread: so atomic.
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

  /// Makes a record of no firing.
  ///
  /// - Parameters:
  ///   - settings: The timer's interval, its leeway and how often it fires.
  ///   - patienceNanoseconds: How long, in ns, it waits beyond the last deadline.
  public init(_ settings: TimerSettings, patienceNanoseconds: Int = 2_000_000_000) {
    self.settings = settings
    self.patienceNanoseconds = patienceNanoseconds
    capacity = Int(settings.deadlines)
    firings = .allocate(capacity: capacity)
    firings.initialize(repeating: Firing(), count: capacity)
  }

  deinit { firings.deallocate() }

  /// Begins the trial: the first deadline is at `start`, on the monotonic clock in ns.
  public func begin(at start: UInt64) {
    state.pointer.pointee = State()
    state.pointer.pointee.start = start
  }

  /// Notes when the timer had been armed.
  public func noteArmed(at nanoseconds: UInt64) { state.pointer.pointee.armed = nanoseconds }

  /// Notes what the clock showed in the handler's first instruction, and how many deadlines it
  /// stands for.
  public func noteFiring(at nanoseconds: UInt64, deadlines: UInt64) {
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

  /// Waits until the handler has stood for all deadlines, or as long as patience lasts.
  public func waitForAll() {
    let longest = Int(settings.period * settings.deadlines) + patienceNanoseconds
    if !Patience(nanoseconds: longest).wait(for: done) { state.pointer.pointee.isLost = true }
  }

  /// Notes that the timer is cancelled: nothing may fire from now on.
  public func end() { hasEnded.store(true, ordering: .releasing) }

  /// How many times the handler ran.
  public var firingCount: Int { state.pointer.pointee.count }

  /// What is wrong with the trial's firings, nil where none was early and all deadlines were
  /// served.
  public func fault() -> String? {
    let state = self.state.pointer.pointee
    var early = 0
    var served: UInt64 = 0
    for firing in 0..<state.count {
      served += firings[firing].deadlines
      if served > 0, firings[firing].nanoseconds < deadline(served - 1) { early += 1 }
    }
    if early > 0 { return "\(early) of \(state.count) firings came before they were due" }
    if state.empty > 0 { return "\(state.empty) firings stood for no deadline" }
    if state.isLost { return "\(served) of \(settings.deadlines) deadlines were served" }
    let afterEnd = self.afterEnd.load(ordering: .acquiring)
    return afterEnd > 0 ? "it fired \(afterEnd) times after it was cancelled" : nil
  }

  /// How late the handler was for each deadline, in ns, but for those that its thread had been too
  /// late in arming.
  ///
  /// A handler that stands for several deadlines is late for each of them.
  public func lateness(_ body: (UInt64) -> Void) {
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

  /// How far the time between two firings is from the periods between their deadlines, in ns: the
  /// mean of each pair's, and the mean period's; nil for less than two firings.
  public func jitter() -> (nanoseconds: Double, periodError: Double)? {
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

/// Something that fires at each of a row of deadlines.
public protocol RepeatingTimer: Sendable {
  /// Makes one that is not set.
  init()

  /// Starts, waits until all of the record's deadlines are served, and stops.
  func run(_ record: FiringRecord)
}

/// A timer source on a serial queue, made for each run.
public struct TimerSource: RepeatingTimer {
  private let queue = DispatchQueue(label: "syncbench.timer")

  /// Makes an idle queue.
  public init() {}

  /// Sets a source, without flags.
  public func run(_ record: FiringRecord) { runTimerSource(record, flags: [], queue: queue) }
}

/// A timer source with the flag `strict`.
public struct StrictTimerSource: RepeatingTimer {
  private let queue = DispatchQueue(label: "syncbench.timer")

  /// Makes an idle queue.
  public init() {}

  /// Sets a strict source.
  public func run(_ record: FiringRecord) { runTimerSource(record, flags: .strict, queue: queue) }
}

/// The thread itself sleeps until each deadline: what the kernel's own timer and wake-up cost.
public struct SleepingTimer: RepeatingTimer {
  /// Makes one.
  public init() {}

  /// Sleeps, time after time.
  public func run(_ record: FiringRecord) {
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
}

/// Runs a timer source through the deadlines of a record.
private func runTimerSource(
  _ record: FiringRecord, flags: DispatchSource.TimerFlags, queue: DispatchQueue
) {
  let settings = record.settings
  let source = DispatchSource.makeTimerSource(flags: flags, queue: queue)
  let hasEnded = DispatchSemaphore(value: 0)
  // The handler keeps the source, until that is cancelled.
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
  // Behind the last handler, on the same queue.
  hasEnded.wait()
  record.end()
}

import CSyncShims
import Dispatch

/// What became of the shots of a trial: when each was due, armed and fired, and how often.
///
/// Each trial has a record of its own: a shot that comes when its trial has given it up is noted
/// where nobody looks, and not taken for one of the next.
///
/// Unchecked: a shot's handler writes what the thread that waits for all of them reads afterwards.
public final class ShotRecord: @unchecked Sendable {
  /// How many shots there is room for.
  public let capacity: Int
  private let shots: UnsafeMutablePointer<Shot>
  private let done = DispatchSemaphore(value: 0)
  private let patienceNanoseconds: Int

  private struct Shot {
    var deadline: UInt64 = 0
    var armed: UInt64 = 0
    var fired: UInt64 = 0
    var count: UInt64 = 0
  }

  /// Makes a record of no shot.
  ///
  /// - Parameters:
  ///   - capacity: How many shots there is room for.
  ///   - patienceNanoseconds: After how long, in ns, a shot counts as lost.
  public init(capacity: Int, patienceNanoseconds: Int = 2_000_000_000) {
    self.capacity = capacity
    self.patienceNanoseconds = patienceNanoseconds
    shots = .allocate(capacity: capacity)
    shots.initialize(repeating: Shot(), count: capacity)
  }

  deinit { shots.deallocate() }

  /// Notes when a shot is due, before it is armed.
  public func expect(_ shot: Int, at deadline: UInt64) { shots[shot].deadline = deadline }

  /// Notes when a shot had been armed.
  public func noteArmed(_ shot: Int, at nanoseconds: UInt64) { shots[shot].armed = nanoseconds }

  /// Notes what the clock showed in a shot's first instruction.
  public func noteFired(_ shot: Int, at nanoseconds: UInt64) {
    shots[shot].fired = nanoseconds
    shots[shot].count += 1
    done.signal()
  }

  /// Waits until as many have fired; false where one does not.
  public func wait(for count: Int) -> Bool {
    let patience = Patience(nanoseconds: patienceNanoseconds)
    for _ in 0..<count where !patience.wait(for: done) { return false }
    return true
  }

  /// What is wrong with the first `count` shots, nil where each fired once and none early.
  public func fault(of count: Int) -> String? {
    var early = 0
    var wrong = 0
    for shot in 0..<count {
      if shots[shot].count != 1 { wrong += 1 }
      if shots[shot].count > 0, shots[shot].fired < shots[shot].deadline { early += 1 }
    }
    if early > 0 { return "\(early) of \(count) came before they were due" }
    return wrong > 0 ? "\(wrong) of \(count) did not come once" : nil
  }

  /// How late each of the first `count` shots was, in ns; and how many are left out because
  /// their thread had been too late in arming them.
  public func lateness(of count: Int, _ body: (UInt64) -> Void) -> Int {
    var leftOut = 0
    for shot in 0..<count {
      let one = shots[shot]
      if one.armed >= one.deadline {
        leftOut += 1
      } else if one.fired >= one.deadline {
        body(one.fired - one.deadline)
      }
    }
    return leftOut
  }
}

/// A way to have something done once, at an instant.
public protocol OneShot: Sendable {
  /// Makes one with nothing armed.
  init()

  /// Has `record` noted of the shot when the monotonic clock shows `deadline` in ns, and notes when
  /// it was armed.
  func arm(_ shot: Int, at deadline: UInt64, _ record: ShotRecord)
}

/// `asyncAfter` on a serial queue.
///
/// `DispatchTime` is the monotonic clock on Linux, and a timer's descriptor waits on that clock: an
/// instant read from it is the deadline, to the nanosecond. The leeway is Dispatch's choice, a
/// tenth of the delay and a millisecond at least.
public struct AsyncAfterShot: OneShot {
  private let queue = DispatchQueue(label: "syncbench.after")

  /// Makes an idle queue.
  public init() {}

  /// Submits a closure for the instant.
  public func arm(_ shot: Int, at deadline: UInt64, _ record: ShotRecord) {
    queue.asyncAfter(deadline: DispatchTime(uptimeNanoseconds: deadline)) {
      record.noteFired(shot, at: sync_monotonic_ns())
    }
    record.noteArmed(shot, at: sync_monotonic_ns())
  }
}

/// A timer source that fires once, without leeway: made for each shot, and cancelled by its
/// handler.
public struct TimerShot: OneShot {
  private let queue = DispatchQueue(label: "syncbench.after")

  /// Makes an idle queue.
  public init() {}

  /// Makes a source, sets it and starts it.
  public func arm(_ shot: Int, at deadline: UInt64, _ record: ShotRecord) {
    let source = DispatchSource.makeTimerSource(queue: queue)
    source.schedule(deadline: DispatchTime(uptimeNanoseconds: deadline), leeway: .nanoseconds(0))
    // The handler keeps the source, until it cancels it.
    source.setEventHandler {
      record.noteFired(shot, at: sync_monotonic_ns())
      source.cancel()
    }
    source.activate()
    record.noteArmed(shot, at: sync_monotonic_ns())
  }
}

/// The thread itself sleeps until the instant: what the kernel's own timer and wake-up cost.
public struct SleepUntilShot: OneShot {
  /// Makes one.
  public init() {}

  /// Sleeps.
  public func arm(_ shot: Int, at deadline: UInt64, _ record: ShotRecord) {
    record.noteArmed(shot, at: sync_monotonic_ns())
    sync_sleep_until(deadline)
    record.noteFired(shot, at: sync_monotonic_ns())
  }
}

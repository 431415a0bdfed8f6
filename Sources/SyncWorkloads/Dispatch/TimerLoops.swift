public import CSyncShims
import Dispatch
public import SyncPrimitives

/// Arms one shot after another, each `delay` ahead, until the trial's length is over, and waits for
/// them; how many.
///
/// - Parameters:
///   - record: Where they are noted, of this trial alone; it bounds their number.
///   - spacing: From one arming to the next, in ns. A shot that keeps the thread as long as its
///     delay makes the next one late.
@inline(never)
public func oneShotLoop<Shot: OneShot>(
  _ shot: Shot, record: ShotRecord, delay: UInt64, spacing: UInt64, lengthNanoseconds: UInt64
) -> UInt64 {
  let begin = sync_monotonic_ns()
  var next = begin
  var armed = 0
  repeat {
    sync_sleep_until(next)
    let deadline = sync_monotonic_ns() + delay
    record.expect(armed, at: deadline)
    shot.arm(armed, at: deadline, record)
    armed += 1
    next = max(next + spacing, sync_monotonic_ns())
  } while next < begin + lengthNanoseconds && armed < record.capacity
  _ = record.wait(for: armed)
  return UInt64(armed)
}

/// What a trial of bursts came to.
public struct BurstTally: Sendable {
  /// The calls of all bursts.
  public var calls: UInt64 = 0
  /// How long the calls took in ns, the quiet times between bursts left out.
  public var callNanoseconds: UInt64 = 0
  /// What was wrong with the first burst that had a fault.
  public var fault: String?

  /// Nothing yet.
  public init() {}
}

/// Makes one burst of calls after another until the trial's length is over, one at least, and waits
/// after each for its action.
///
/// - Parameter record: Given how late the action of each burst was, in ns.
@inline(never)
public func debounceLoop<Calls: Debouncer>(
  _ debouncer: Calls, calls: BurstCallRecord, lengthNanoseconds: UInt64, record: (UInt64) -> Void
) -> BurstTally {
  var tally = BurstTally()
  let begin = sync_monotonic_ns()
  var pending: DispatchWorkItem?
  repeat {
    calls.begin()
    let start = sync_monotonic_ns()
    for call in 0..<calls.calls { debouncer.call(call, pending: &pending, calls) }
    let end = sync_monotonic_ns()
    tally.calls += UInt64(calls.calls)
    tally.callNanoseconds += end - start
    _ = calls.waitForLast()
    if let fault = calls.fault() {
      tally.fault = tally.fault ?? fault
      return tally
    }
    if let lateness = calls.lateness(armedAt: end) { record(lateness) }
  } while sync_monotonic_ns() < begin + lengthNanoseconds
  return tally
}

/// Makes so many bursts of calls to a throttle, two in each period, and waits for what is held back.
///
/// A throttle sees whole bursts in a period, and the edges of periods within bursts.
@inlinable @inline(never)
public func throttleLoop<Calls: Throttle>(
  _ throttle: Calls, record: ThrottleRecord, calls: Int, bursts: Int
) -> BurstTally {
  var tally = BurstTally()
  var next = sync_monotonic_ns()
  var call = 0
  for _ in 0..<bursts {
    sync_sleep_until(next)
    let start = sync_monotonic_ns()
    for _ in 0..<calls {
      throttle.call(call, record)
      call &+= 1
    }
    tally.callNanoseconds &+= sync_monotonic_ns() &- start
    next &+= record.periodNanoseconds / 2
  }
  tally.calls = UInt64(call)
  throttle.drain(record)
  tally.fault = throttle.fault(record, calls: call)
  return tally
}

/// What the thread saw that brought events about.
public struct EventTally: Sendable {
  /// How many it brought about.
  public var events: UInt64 = 0
  /// How many of them no handler came for.
  public var lost: UInt64 = 0
  /// How many handlers came before their cause.
  public var early: UInt64 = 0

  /// Nothing yet.
  public init() {}
}

/// Brings one event about after another until the flag is raised, and records the time from each
/// cause to the handler's first instruction.
///
/// Between two events the thread rests: after 100 µs the threads that handle events sleep, and a
/// wake-up is measured. The trial ends with an event that is lost.
public func eventLatencyLoop<Path: EventPath>(
  _ path: Path, record: EventInstants, until stop: UnsafePointer<UInt32>, restNanoseconds: UInt64,
  recorder: LatencyRecorder?
) -> EventTally {
  var tally = EventTally()
  while sync_flag_read(stop) == 0 {
    path.bringAbout()
    tally.events += 1
    guard record.waitForHandler() else {
      tally.lost += 1
      return tally
    }
    if let latency = record.latencyNanoseconds {
      recorder?.record(nanoseconds: latency)
    } else {
      tally.early += 1
    }
    if restNanoseconds > 0 { sync_sleep_until(sync_monotonic_ns() + restNanoseconds) }
  }
  return tally
}

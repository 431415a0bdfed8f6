import CSyncShims
public import SyncPrimitives

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

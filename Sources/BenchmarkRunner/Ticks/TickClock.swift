import BenchmarkModel
public import CSyncShims

/// The source of stamps: the CPU's counter, or the monotonic clock if the counter can't serve as a
/// clock.
public struct TickClock: Sendable {
  /// Whether stamps are the counter's ticks; otherwise stamps are nanoseconds.
  public let readsCounter: Bool

  /// The counter if it runs at one rate and the kernel trusts it, otherwise the monotonic clock.
  public static func ofThisMachine() -> TickClock {
    TickClock(
      readsCounter: trustsCounter(
        isInvariant: sync_ticks_are_invariant() != 0,
        clockSources: SystemTree().text(
          "/sys/devices/system/clocksource/clocksource0/available_clocksource")))
  }

  /// Whether the counter serves as a clock.
  ///
  /// Linux removes `tsc` from its list of clock sources if the CPUs' counters differ or stop. On
  /// arm64 the list always names `arch_sys_counter`. On a machine without a list the counter is
  /// trusted.
  static func trustsCounter(isInvariant: Bool, clockSources: String?) -> Bool {
    guard isInvariant else { return false }
    guard let clockSources else { return true }
    let names = clockSources.split(whereSeparator: \.isWhitespace)
    return names.isEmpty || names.contains("tsc") || names.contains("arch_sys_counter")
  }

  /// A stamp, ordered with the instructions before and after it.
  @inlinable @inline(__always) public func now() -> UInt64 { sync_stamp(readsCounter ? 1 : 0) }

  /// The least difference of two consecutive stamps, in ticks: the wait that would be recorded for
  /// a lock without cost.
  package func leastDifference() -> UInt64 {
    (0..<200).reduce(UInt64.max) { least, _ in
      let start = now()
      return min(least, now() &- start)
    }
  }
}

/// The same instant on a tick clock and on the monotonic clock.
package struct TickInstant: Sendable {
  /// The stamp.
  package let ticks: UInt64
  /// The monotonic clock in ns.
  package let nanoseconds: UInt64

  package init(ticks: UInt64, nanoseconds: UInt64) {
    self.ticks = ticks
    self.nanoseconds = nanoseconds
  }

  /// Reads both clocks ten times, and returns the try with the least time between its reads.
  ///
  /// The thread may lose its CPU between two reads.
  package static func now(_ clock: TickClock) -> TickInstant {
    var best = TickInstant(ticks: clock.now(), nanoseconds: sync_monotonic_ns())
    var closest = UInt64.max
    for _ in 0..<10 {
      let before = clock.now()
      let nanoseconds = sync_monotonic_ns()
      let width = clock.now() &- before
      if width < closest {
        closest = width
        best = TickInstant(ticks: before &+ width / 2, nanoseconds: nanoseconds)
      }
    }
    return best
  }
}

/// The length of a tick.
package struct TickLength: Sendable {
  package let nanoseconds: Double

  /// Computes the length from two instants, or 0 if the instants have the same stamp.
  package init(from start: TickInstant, to end: TickInstant) {
    let ticks = end.ticks &- start.ticks
    nanoseconds = ticks == 0 ? 0 : Double(end.nanoseconds &- start.nanoseconds) / Double(ticks)
  }

  /// The time of `ticks` ticks in ns, rounded.
  package func nanoseconds(of ticks: UInt64) -> UInt64 {
    UInt64((Double(ticks) * nanoseconds).rounded())
  }

  /// The number of ticks in `nanoseconds` ns, rounded.
  package func ticks(of nanoseconds: UInt64) -> UInt64 {
    self.nanoseconds > 0 ? UInt64((Double(nanoseconds) / self.nanoseconds).rounded()) : 0
  }
}

/// A measurement of the length of a tick, from an instant before the trials and an instant after
/// them.
package struct TickCalibration: Sendable {
  private let clock: TickClock
  private let start: TickInstant

  /// The least time between the two instants, in ns: an error of 100 ns is then at most five parts
  /// in 100,000.
  private static let shortestNanoseconds: UInt64 = 2_000_000

  /// Reads the first instant.
  package init(_ clock: TickClock) {
    self.clock = clock
    start = .now(clock)
  }

  /// Reads the second instant, at least 2 ms after the first, and returns the length of a tick.
  package func tickLength() -> TickLength {
    let due = start.nanoseconds + Self.shortestNanoseconds
    while sync_monotonic_ns() < due { sync_pause() }
    return TickLength(from: start, to: .now(clock))
  }
}

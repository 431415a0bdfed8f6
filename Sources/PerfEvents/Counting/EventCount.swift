/// The count of an event in a window (the time between two snapshots), or its sum over several
/// windows.
package struct EventCount: Equatable, Sendable {
  /// The event's name; `:u` at its end means that only user mode was counted.
  package let name: String
  var state: State
  private var spread = WindowSpread()

  init(name: String, state: State) {
    self.name = name
    self.state = state
    if case .raw(let raw) = state { spread.add(raw) }
  }

  enum State: Equatable, Sendable {
    case raw(RawCount)
    case unreadable(reason: String)
    case unavailable(reason: String)
  }

  /// The time for which the event was enabled, in ns; nil if unknown.
  package var enabledNanoseconds: UInt64? {
    if case .raw(let raw) = state { raw.enabledNanoseconds } else { nil }
  }

  /// The time for which the event had a counter, in ns; nil if unknown.
  package var runningNanoseconds: UInt64? {
    if case .raw(let raw) = state { raw.runningNanoseconds } else { nil }
  }

  /// The share of the enabled time for which the event had a counter; nil if unknown.
  package var countedShare: Double? {
    guard case .raw(let raw) = state, raw.enabledNanoseconds > 0 else { return nil }
    return Double(raw.runningNanoseconds) / Double(raw.enabledNanoseconds)
  }

  /// The count, scaled up if the event had a counter for only part of the enabled time.
  package var reading: Reading {
    switch state {
    case .raw(let raw): raw.reading
    case .unreadable(let reason): .notCounted(reason: reason)
    case .unavailable(let reason): .unavailable(reason: reason)
    }
  }

  /// The spread of the event's rate between windows, for the uncertainty of scaled counts.
  package var windows: WindowSpread { spread }

  /// Adds another window of the same event.
  ///
  /// Values and times are added before scaling, so other windows make up for a window in which the
  /// event had no counter, and the sum is marked as scaled. A window that could not be read leaves
  /// the sum unknown.
  package static func += (sum: inout EventCount, window: EventCount) {
    precondition(sum.name == window.name, "\(sum.name) and \(window.name) are different events")
    sum.spread = sum.spread + window.spread
    if case .raw(let a) = sum.state {
      if case .raw(let b) = window.state {
        sum.state = .raw(a + b)
      } else {
        sum.state = window.state
      }
    }
  }
}

extension [EventCount] {
  /// Adds another window of the same events; an empty list takes the window's counts.
  package mutating func accumulate(_ window: [EventCount]) {
    guard !isEmpty else { return self = window }
    precondition(count == window.count, "the windows hold different events")
    for index in indices { self[index] += window[index] }
  }
}

/// The spread, between windows, of an event's rate.
///
/// The rate is the event's count divided by the time for which the event had a counter.
/// The properties are the sums from which the error of a ratio estimator is computed (Cochran,
/// Sampling Techniques, 1977, 6.3).
package struct WindowSpread: Equatable, Sendable {
  /// The number of windows in which the event was enabled.
  package private(set) var count = 0
  private var value = 0.0
  private var valueSquares = 0.0
  private var products = 0.0
  private var time = 0.0
  private var timeSquares = 0.0

  mutating func add(_ raw: RawCount) {
    guard raw.enabledNanoseconds > 0 else { return }
    let (value, time) = (Double(raw.value), Double(raw.runningNanoseconds))
    count += 1
    self.value += value
    valueSquares += value * value
    products += value * time
    self.time += time
    timeSquares += time * time
  }

  static func + (a: WindowSpread, b: WindowSpread) -> WindowSpread {
    var sum = a
    sum.count += b.count
    sum.value += b.value
    sum.valueSquares += b.valueSquares
    sum.products += b.products
    sum.time += b.time
    sum.timeSquares += b.timeSquares
    return sum
  }

  /// The standard error of the rate, as a share of the rate; nil below two windows, or if nothing
  /// was counted.
  package var relativeStandardError: Double? {
    guard count > 1, time > 0, value > 0 else { return nil }
    let rate = value / time
    let squares = max(0, valueSquares - 2 * rate * products + rate * rate * timeSquares)
    let windows = Double(count)
    return (squares / (windows * (windows - 1))).squareRoot() / (value / windows)
  }
}

/// A count as the kernel keeps it: the value, and the two times by which it is scaled.
struct RawCount: Equatable, Sendable {
  var value: UInt64 = 0
  var enabledNanoseconds: UInt64 = 0
  var runningNanoseconds: UInt64 = 0

  static func + (a: RawCount, b: RawCount) -> RawCount {
    RawCount(
      value: a.value &+ b.value,
      enabledNanoseconds: a.enabledNanoseconds &+ b.enabledNanoseconds,
      runningNanoseconds: a.runningNanoseconds &+ b.runningNanoseconds)
  }

  var reading: Reading {
    if enabledNanoseconds == 0 {
      return .notCounted(reason: "never enabled: it had no time to count in")
    }
    if runningNanoseconds == 0 {
      return .notCounted(
        reason: "never scheduled: others held the counters, such as a profiler of the whole machine"
      )
    }
    if runningNanoseconds >= enabledNanoseconds { return .counted(value) }
    return .scaled(
      Double(value) * Double(enabledNanoseconds) / Double(runningNanoseconds),
      enabledNanoseconds: enabledNanoseconds, runningNanoseconds: runningNanoseconds)
  }
}

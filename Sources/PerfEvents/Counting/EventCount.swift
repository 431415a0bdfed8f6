/// What an event came to between two snapshots, or in several such windows together.
public struct EventCount: Equatable, Sendable {
  /// The event's name; `:u` at its end says that only user mode was counted.
  public let name: String
  var state: State

  enum State: Equatable, Sendable {
    case raw(RawCount)
    case unreadable(reason: String)
    case unavailable(reason: String)
  }

  /// How long it was to count, in ns; nil where nothing is known.
  public var enabledNanoseconds: UInt64? {
    if case .raw(let raw) = state { raw.enabledNanoseconds } else { nil }
  }

  /// How long it did count, in ns; nil where nothing is known.
  public var runningNanoseconds: UInt64? {
    if case .raw(let raw) = state { raw.runningNanoseconds } else { nil }
  }

  /// The count, scaled where it had to be.
  public var reading: Reading {
    switch state {
    case .raw(let raw): raw.reading
    case .unreadable(let reason): .notCounted(reason: reason)
    case .unavailable(let reason): .unavailable(reason: reason)
    }
  }

  /// Adds another window of the same event.
  ///
  /// Values and times are added before scaling, so a window without a counter is made up for by the
  /// others, and the sum is marked as scaled. A window that could not be read leaves the sum unknown.
  public static func += (sum: inout EventCount, window: EventCount) {
    precondition(sum.name == window.name, "\(sum.name) and \(window.name) are different events")
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
  /// Adds another window of the same events; an empty list takes its first.
  public mutating func accumulate(_ window: [EventCount]) {
    guard !isEmpty else { return self = window }
    precondition(count == window.count, "the windows hold different events")
    for index in indices { self[index] += window[index] }
  }
}

/// A count as the kernel keeps it: the value, and the times that scale it.
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
      return .notCounted(reason: "never scheduled: others held the counters; ask for fewer events")
    }
    if runningNanoseconds >= enabledNanoseconds { return .counted(value) }
    return .scaled(
      Double(value) * Double(enabledNanoseconds) / Double(runningNanoseconds),
      enabledNanoseconds: enabledNanoseconds, runningNanoseconds: runningNanoseconds)
  }
}

import BenchmarkModel

/// Something that is read before and after a trial and adds up the differences.
///
/// One of a thread is made, read and added up on that thread; its rows are asked for once the thread has
/// ended.
protocol CountingSource: AnyObject {
  /// The number of turns of its events; 0 for a source that counts in every trial.
  var turnCount: Int { get }

  /// Counts the events of a turn from now on, beside those that need none. Called between trials.
  func take(_ turn: CountingTurn)

  /// Whether the kernel's rotation gave each turn its share, or near it.
  var isRotationEven: Bool { get }

  /// Reads it before a trial.
  func begin()

  /// Reads it after the trial and adds the difference.
  func end()

  /// The results, an event a row.
  func results() -> [EventResult]
}

extension CountingSource {
  var turnCount: Int { 0 }
  func take(_ turn: CountingTurn) {}
  var isRotationEven: Bool { true }
}

/// The events, among those that need the processor's counters, that a trial counts.
enum CountingTurn: Hashable {
  /// None of the source's.
  case none
  /// Those of one turn.
  case one(Int)
  /// All, by turns that the kernel gives them.
  case rotating
}

/// The result of an event over all measured trials.
struct EventResult: Equatable {
  let event: String
  let status: CounterStatus
  let value: Double?
  var enabledNanoseconds: UInt64?
  var runningNanoseconds: UInt64?
  var reason = ""
  /// The error bound of a scaled value, as a share of the value.
  var uncertainty: Double?
  /// In which turns of its source it was counted; nil for all trials.
  var turns: [CountingTurn]?

  /// An event that was counted all the time.
  static func counted(_ event: String, _ value: UInt64) -> EventResult {
    EventResult(event: event, status: .counted, value: Double(value))
  }

  /// An event that could not be had.
  static func unavailable(_ event: String, _ reason: String) -> EventResult {
    EventResult(event: event, status: .unavailable, value: nil, reason: reason)
  }

  func row(_ pass: CountingPass, thread: Int?, operations: UInt64) -> CounterRow {
    CounterRow(
      pass: pass, thread: thread, event: event, status: status, value: value,
      operations: operations, enabledNanoseconds: enabledNanoseconds,
      runningNanoseconds: runningNanoseconds, reason: reason, uncertainty: uncertainty)
  }
}

import BenchmarkModel

/// A source of counts, which is read before and after a trial and adds up the differences.
///
/// The source of a thread is made, read and added up on that thread. Its results are requested
/// after the thread has ended.
protocol CountingSource: AnyObject {
  /// The number of turns of the source's events; 0 for a source that counts in every trial.
  var turnCount: Int { get }

  /// Counts, from now on, the events of a turn and the events that need no turn; called between
  /// trials.
  func take(_ turn: CountingTurn)

  /// Whether the kernel's rotation gave each turn about its share.
  var isRotationEven: Bool { get }

  /// Reads the source before a trial.
  func begin()

  /// Reads the source after the trial, and adds the difference.
  func end()

  /// The results, one for each event.
  func results() -> [EventResult]
}

extension CountingSource {
  var turnCount: Int { 0 }
  func take(_ turn: CountingTurn) {}
  var isRotationEven: Bool { true }
}

/// The events, among those that need the processor's counters, that a trial counts.
enum CountingTurn: Hashable {
  /// No events.
  case none
  /// The events of one turn.
  case one(Int)
  /// All events, in turns that the kernel gives.
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
  /// The turn in which the event was counted; nil if it was counted in all trials.
  var turn: CountingTurn?

  /// An event that was counted all the time.
  static func counted(_ event: String, _ value: UInt64) -> EventResult {
    EventResult(event: event, status: .counted, value: Double(value))
  }

  /// An event that is unavailable, for the given reason.
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

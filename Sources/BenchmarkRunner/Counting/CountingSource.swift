import BenchmarkModel

/// Something that is read before and after a trial and adds up the differences.
///
/// One of a thread is made, read and added up on that thread; its rows are asked for once the thread has
/// ended.
protocol CountingSource: AnyObject {
  /// Reads it before a trial.
  func begin()

  /// Reads it after the trial and adds the difference.
  func end()

  /// What it came to: an event a row.
  func results() -> [EventResult]
}

/// What an event came to over all measured trials.
struct EventResult: Equatable {
  let event: String
  let status: CounterStatus
  let value: Double?
  var enabledNanoseconds: UInt64?
  var runningNanoseconds: UInt64?
  var reason = ""

  /// An event that was counted all the time.
  static func counted(_ event: String, _ value: UInt64) -> EventResult {
    EventResult(event: event, status: .counted, value: Double(value))
  }

  /// An event that could not be had.
  static func unavailable(_ event: String, _ reason: String) -> EventResult {
    EventResult(event: event, status: .unavailable, value: nil, reason: reason)
  }

  /// Its row.
  func row(_ pass: CountingPass, thread: Int?, operations: UInt64) -> CounterRow {
    CounterRow(
      pass: pass, thread: thread, event: event, status: status, value: value,
      operations: operations, enabledNanoseconds: enabledNanoseconds,
      runningNanoseconds: runningNanoseconds, reason: reason)
  }
}

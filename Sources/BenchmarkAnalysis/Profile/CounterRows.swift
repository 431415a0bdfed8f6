import BenchmarkModel

/// The rows of one counted launch, looked up by event name.
///
/// Sums are in floating point, so no figure in a file can make a sum overflow.
struct CounterRows {
  private let rows: [CounterRow]

  /// Keeps a row only if its pass was made to count its event, because callgrind or a preloaded
  /// library changes the case's times and switches.
  init(_ rows: [CounterRow]) {
    self.rows = rows.filter { row in
      switch row.pass {
      case .counters: row.event != CounterRow.closingEvent
      case .breakpoints: row.event.hasPrefix("breakpoint")
      case .allocations: ["allocations", "allocated-bytes", "frees"].contains(row.event)
      case .instructions: row.event == "callgrind-instructions"
      }
    }
  }

  /// The event's row for the whole process; if there is no such row, the event's rows for the
  /// threads.
  private func rows(_ event: String) -> [CounterRow] {
    let all = rows.filter { $0.event == event }
    let process = all.filter { $0.thread == nil }
    return process.isEmpty ? all : process
  }

  /// The event's value per operation; nil if any of the event's rows has no value.
  func perOperation(_ event: String) -> Double? {
    let own = rows(event)
    let values = own.compactMap(\.usableValue)
    let operations = own.reduce(0.0) { $0 + Double($1.operations) }
    guard !values.isEmpty, values.count == own.count, operations > 0 else { return nil }
    return values.reduce(0, +) / operations
  }

  func isScaled(_ event: String) -> Bool { rows(event).contains { $0.status == .scaled } }

  /// The smallest share of the time for which the event was counted; nil if unknown.
  func countedShare(_ event: String) -> Double? { rows(event).compactMap(\.countedShare).min() }

  /// The largest possible error of the event's scaled values, as a share of the value; nil if no
  /// value is scaled, or if the error of a scaled value is unknown.
  func uncertainty(_ event: String) -> Double? {
    let scaled = rows(event).filter { $0.status == .scaled }
    let known = scaled.compactMap(\.uncertainty)
    return known.count == scaled.count ? known.max() : nil
  }

  /// The reason why the event has no value; nil if it has a value or no row.
  func reason(_ event: String) -> String? {
    guard let row = rows(event).first(where: { $0.usableValue == nil }) else { return nil }
    if !row.reason.isEmpty { return row.reason }
    return row.status == .notCounted ? "the kernel never scheduled it" : "no reason was given"
  }

  /// The event's value for each of our own threads; nil if a thread has no value, or if the event
  /// has no rows of threads.
  func ofThreads(_ event: String) -> [Int: Double]? {
    let own = rows.filter { $0.event == event && $0.thread != nil }
    var values: [Int: Double] = [:]
    for row in own {
      guard let thread = row.thread, let value = row.usableValue else { return nil }
      values[thread, default: 0] += value
    }
    return values.isEmpty ? nil : values
  }

  /// The number of operations that our own threads did, summed over the event's rows.
  func operationsOfThreads(_ event: String) -> Double {
    rows.filter { $0.event == event && $0.thread != nil }.reduce(0) { $0 + Double($1.operations) }
  }
}

extension CounterRow {
  /// The value, if it can be used: finite, not negative, and of a status that has one.
  fileprivate var usableValue: Double? {
    guard status == .counted || status == .scaled, let value, value.isFinite, value >= 0 else {
      return nil
    }
    return value
  }
}

/// A pass over cases that counts after all timing, with worker processes of its own.
package enum CountingPass: String, Codable, CaseIterable, Sendable {
  /// Perf events, rusage and schedstat.
  case counters
  /// Breakpoints; each hit stops the thread for microseconds.
  case breakpoints
  /// Calls of the allocator, by a preloaded library.
  case allocations
  /// Instructions, by callgrind.
  case instructions
}

/// The state of an event in a counted launch.
package enum CounterStatus: String, Codable, Sendable {
  /// Counted all the time.
  case counted
  /// Counted for part of the time and scaled up, or scaled to the mean operation
  /// (``CountedRecord/rowsOfMeanOperation``).
  case scaled
  /// Open but never given a counter.
  case notCounted = "not-counted"
  /// Not available, for the reason in the row.
  case unavailable
  /// The trials failed their check, so their counts are worthless.
  case invalid
  /// The worker gave no answer.
  case failed
}

/// The count of one event in a counted launch: of the whole process, or of one thread of ours.
package struct CounterRow: Codable, Equatable, Sendable {
  package var pass: CountingPass
  /// The thread of ours, from 0; nil for the whole process.
  package var thread: Int?
  /// The event's name.
  package var event: String
  /// The state of the event.
  package var status: CounterStatus
  /// The count over the trials that were to count the event, in the event's unit; nil if there is
  /// none.
  package var value: Double?
  /// The operations of the trials that were to count the event: of the thread in a thread's row, of
  /// all threads in the process's row.
  package var operations: UInt64
  /// The time for which the event was enabled, in ns; nil for other sources than perf events.
  package var enabledNanoseconds: UInt64?
  /// The time for which the event was counted, in ns; nil for other sources than perf events.
  package var runningNanoseconds: UInt64?
  /// The reason for a missing value, or the origin of a value; mostly empty.
  package var reason: String
  /// The error bound of a scaled value, as a share of the value; nil for an unscaled value, and if
  /// too little is known.
  ///
  /// The bound has 95 % confidence, unless ``CountedRecord/rowsOfMeanOperation`` scaled the value.
  package var uncertainty: Double?

  package init(
    pass: CountingPass, thread: Int? = nil, event: String, status: CounterStatus, value: Double?,
    operations: UInt64, enabledNanoseconds: UInt64? = nil, runningNanoseconds: UInt64? = nil,
    reason: String = "", uncertainty: Double? = nil
  ) {
    self.pass = pass
    self.thread = thread
    self.event = event
    self.status = status
    self.value = value
    self.operations = operations
    self.enabledNanoseconds = enabledNanoseconds
    self.runningNanoseconds = runningNanoseconds
    self.reason = reason
    self.uncertainty = uncertainty
  }

  /// The share of the time for which a value was counted; nil if unknown.
  package var countedShare: Double? {
    guard let enabled = enabledNanoseconds, let running = runningNanoseconds, enabled > 0 else {
      return nil
    }
    return Double(running) / Double(enabled)
  }
}

extension CounterRow {
  /// The event of the row that closes a launch: the row has the launch's operations, and its status
  /// says whether the launch's counts can be used.
  package static let closingEvent = "ops"

  /// The event whose value is the CPU time of the process or the thread, in ns.
  package static let processorTimeEvent = "cpu-ns"

  /// The event whose value is the CPUs' clock rate in kHz, which is no count and is never divided.
  package static let frequencyEvent = "frequency-khz"

  /// The event of the energy of all packages, in uJ; the events of one package or part have longer
  /// names.
  package static let energyEvent = "energy-uj"

  /// The value per operation; nil without a value or operations, and for a value that is no count.
  package var perOperation: Double? {
    guard let value, operations > 0, event != Self.frequencyEvent else { return nil }
    return value / Double(operations)
  }
}

/// One counted launch: its case, pass, number and side.
package struct CountedLaunch: Hashable, Sendable {
  /// The index of the case in ``Plan/cases``.
  package let caseIndex: Int
  package let pass: CountingPass
  /// The number of the launch in its pass and case, from 0.
  package let number: Int
  /// The side whose executable is launched; in a run, always the candidate.
  package let side: PairSide

  package init(caseIndex: Int, pass: CountingPass, number: Int, side: PairSide = .candidate) {
    self.caseIndex = caseIndex
    self.pass = pass
    self.number = number
    self.side = side
  }
}

/// The rows of a counted launch: for each event, one of the process and perhaps one of each thread
/// of ours; the closing row is last.
package struct CountedRecord: Equatable, Sendable {
  package var rows: [CounterRow]

  /// Makes a record of rows.
  package init(rows: [CounterRow] = []) { self.rows = rows }

  /// The row that closes the record; nil if a kill cut the record short.
  package var closing: CounterRow? { rows.last { $0.event == CounterRow.closingEvent } }
}

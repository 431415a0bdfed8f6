import BenchmarkModel
import PerfEvents

extension WorkerRequest {
  /// The time to open and close counters, in ns, which a worker needs beyond its trials.
  private static let countingNanoseconds: UInt64 = 2_000_000_000

  /// The deadline of a worker that counts, in ns; `measured` is the deadline of a worker that
  /// measures the case.
  ///
  /// For each turn of the events, the trials run twice: for the process, and for its threads.
  func countedDeadlineNanoseconds(from measured: UInt64) -> UInt64 {
    let events = counting?.events.compactMap(\.encoding) ?? []
    let turns = EventTurns(events, counters: counting?.counters).turns.count
    let trials = UInt64(max(1, 2 * turns))
    let (nanoseconds, isTooLong) = measured.multipliedReportingOverflow(by: trials)
    return (isTooLong ? .max : nanoseconds).plus(Self.countingNanoseconds)
  }
}

extension CountedRecord {
  /// Whether the record is complete and of this pass; any other record would later be read as cut
  /// short by a kill.
  fileprivate func isWhole(of pass: CountingPass) -> Bool {
    rows.last?.event == CounterRow.closingEvent && rows.allSatisfy { $0.pass == pass }
  }
}

extension WorkerAnswer {
  /// The record of an answer to a request to count.
  func record(of pass: CountingPass) -> CountedRecord {
    switch self {
    case .counted(let record) where record.isWhole(of: pass): record
    // The system could not start the worker, so the case is not at fault.
    case .failed(let failure) where failure.kind == .notLaunched:
      .failed(pass, failure.reason, status: .unavailable)
    case .failed(let failure): .failed(pass, failure.reason)
    default: .failed(pass, "it answered a request to count with something other than counts")
    }
  }
}

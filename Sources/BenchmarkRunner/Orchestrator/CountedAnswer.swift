import BenchmarkModel
import PerfEvents

extension WorkerRequest {
  /// The time to open and close counters beyond the trials, in ns.
  private static let countingNanoseconds: UInt64 = 2_000_000_000

  /// When a worker that counts is given up, in ns, from when it would be that measures: each turn of the events is as
  /// many trials again.
  func countedDeadlineNanoseconds(from measured: UInt64) -> UInt64 {
    let events = counting?.events.compactMap(\.encoding) ?? []
    let turns = EventTurns(events, counters: counting?.counters).turns.count
    let trials = UInt64(max(1, 2 * turns))
    let (nanoseconds, isTooLong) = measured.multipliedReportingOverflow(by: trials)
    return (isTooLong ? .max : nanoseconds).plus(Self.countingNanoseconds)
  }
}

extension CountedRecord {
  /// Whether the record is a whole one of this pass: reading takes any other record for one that a kill cut short.
  fileprivate func isWhole(of pass: CountingPass) -> Bool {
    rows.last?.event == CounterRow.closingEvent && rows.allSatisfy { $0.pass == pass }
  }
}

extension WorkerAnswer {
  /// The record of an answer to a request to count.
  func record(of pass: CountingPass) -> CountedRecord {
    switch self {
    case .counted(let record) where record.isWhole(of: pass): record
    // The system's doing: nothing that the case did.
    case .failed(let failure) where failure.kind == .notLaunched:
      .failed(pass, failure.reason, status: .unavailable)
    case .failed(let failure): .failed(pass, failure.reason)
    default: .failed(pass, "it answered a count with something else")
    }
  }
}

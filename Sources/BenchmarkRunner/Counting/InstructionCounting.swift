package import BenchmarkModel

/// A counter of the instructions of an operation, handed in so that a test can replace it.
package protocol InstructionCounting: Sendable {
  /// Counts the instructions of a case of one thread.
  ///
  /// - Parameters:
  ///   - request: The case, as a worker is asked to measure it.
  ///   - kernel: The function of the measured loop.
  ///   - side: The side of a gate; outside a gate, the candidate.
  func count(_ request: WorkerRequest, kernel: String, of side: PairSide) async -> CountedRecord
}

package struct NoInstructionCounting: InstructionCounting {
  /// Returns a failed record: nothing counts instructions.
  package func count(
    _ request: WorkerRequest, kernel: String, of side: PairSide
  ) async -> CountedRecord {
    .failed(.instructions, "this tool counts no instructions")
  }
}

extension CountedRecord {
  /// The name of callgrind's event.
  package static let callgrindInstructions = "callgrind-instructions"

  /// Returns the record of a launch that has no counts, for the given reason.
  static func failed(
    _ pass: CountingPass, _ reason: String, status: CounterStatus = .failed
  ) -> CountedRecord {
    CountedRecord(rows: [
      CounterRow(
        pass: pass, event: CounterRow.closingEvent, status: status, value: nil, operations: 0,
        reason: reason)
    ])
  }
}

extension Run {
  /// The reason not to count a case; nil to count it.
  func reasonNotToCount(_ caseIndex: Int) -> String? {
    // A gate counts only cases that have a verdict: these have enough launches without a fault.
    if document.plan.gate != nil { return nil }
    if !document.plan.isTimed { return failureOfCount(caseIndex) }
    let records = records.filter { $0.key.caseIndex == caseIndex }
      .sorted { $0.key.block < $1.key.block }.map(\.value)
    if records.isEmpty { return "not launched: it was not timed" }
    if let failure = records.compactMap(\.failure).first {
      return "not launched: \(failure.reason)"
    }
    let broken = records.flatMap(\.trials).first { !$0.isVerified }
    return broken.map { "not launched: \($0.reason)" }
  }

  /// The way in which a case crashed, hung or failed its check in a pass without callgrind; nil if
  /// it did none of these.
  func failureOfCount(_ caseIndex: Int) -> String? {
    countedRows(of: caseIndex).compactMap { CountedRecord(rows: $0).closing }
      .first { $0.pass != .instructions && [.invalid, .failed].contains($0.status) }?.reason
  }
}

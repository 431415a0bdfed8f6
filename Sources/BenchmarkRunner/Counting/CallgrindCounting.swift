package import BenchmarkModel

/// Counts instructions by callgrind, if it is installed.
package struct CallgrindCounting: InstructionCounting {
  private let callgrind: Result<Callgrind, CallgrindError>
  private let deadlineNanoseconds: UInt64

  /// Searches for callgrind on PATH.
  ///
  /// - Parameters:
  ///   - executable: The executable whose cases are counted.
  ///   - deadlineNanoseconds: The deadline of a worker, in ns.
  package init(
    executable: WorkerExecutable, deadlineNanoseconds: UInt64 = Callgrind.deadlineNanoseconds
  ) {
    self.deadlineNanoseconds = deadlineNanoseconds
    callgrind = Result { () throws(CallgrindError) in
      try Callgrind.installed(executable: executable)
    }
  }

  /// Launches the case under callgrind; returns a row for the event, then the closing row.
  package func count(
    _ request: WorkerRequest, kernel: String, of side: PairSide = .candidate
  ) async -> CountedRecord {
    var request = request
    request.counting = nil
    do throws(CallgrindError) {
      let count = try await callgrind.get().count(
        request, operations: Callgrind.operations(calibrated: Double(request.operations)),
        kernel: kernel, deadlineNanoseconds: deadlineNanoseconds)
      return Self.record(count)
    } catch {
      return .failed(.instructions, error.description)
    }
  }

  static func record(_ count: InstructionCount) -> CountedRecord {
    let operations = count.operations
    return CountedRecord(rows: [
      CounterRow(
        pass: .instructions, event: CountedRecord.callgrindInstructions, status: .counted,
        value: count.perOperation * Double(operations), operations: operations,
        reason: count.uncertainty == 0
          ? ""
          : "trials of the same length differ by \(count.uncertainty) instructions per operation"),
      CounterRow(
        pass: .instructions, event: CounterRow.closingEvent, status: .counted,
        value: Double(operations), operations: operations),
    ])
  }
}

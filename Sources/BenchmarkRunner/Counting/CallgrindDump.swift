/// A dump that callgrind writes when the measured function ends: the instructions since the
/// previous dump.
struct CallgrindDump: Equatable {
  /// The number of instructions executed.
  let instructions: UInt64

  /// Reads a dump's header: the lines `events: Ir` and `summary: <count>` of the callgrind format.
  ///
  /// - Throws: ``CallgrindError/malformedDump(_:)`` if a line is missing or has other events.
  init(_ text: String) throws(CallgrindError) {
    var fields: [Substring: Substring] = [:]
    for line in text.split(separator: "\n") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = line[..<colon]
      fields[name] = fields[name] ?? line[line.index(after: colon)...].drop { $0 == " " }
      if fields["events"] != nil, fields["summary"] != nil { break }
    }
    guard fields["events"] == "Ir" else {
      throw .malformedDump("its events are '\(fields["events"] ?? "")', not 'Ir'")
    }
    guard let summary = fields["summary"], let count = UInt64(summary) else {
      throw .malformedDump("its summary is '\(fields["summary"] ?? "")'")
    }
    instructions = count
  }
}

/// The number of instructions of an operation.
package struct InstructionCount: Equatable, Sendable {
  /// The number of instructions in user mode, of the thread that runs the measured function;
  /// callgrind does not see the operating system's instructions.
  package let perOperation: Double
  /// The error bound of ``perOperation``: the difference between trials of the same number of
  /// operations, divided by the operations of a short trial; 0 if they don't differ.
  ///
  /// A difference below 1 comes from work that the allocator does once in a trial. The bound is
  /// large if an operation waits for another thread, and the count then means nothing.
  package let uncertainty: Double
  /// The operations of all trials together.
  package let operations: UInt64

  /// The number of trials of each length, without the first trial.
  private static let runs = 4

  /// The operations of each trial of a request: one trial for first-time work such as allocation,
  /// some of the length `operations`, some of twice that length.
  static func trials(of operations: UInt64) -> [UInt64] {
    [operations] + Array(repeating: operations, count: runs)
      + Array(repeating: operations * 2, count: runs)
  }

  /// Computes the count per operation from the smallest counts of the short and of the long trials,
  /// in whose difference the fixed cost of a trial cancels out.
  ///
  /// - Throws: ``CallgrindError/kernelNotCounted(kernel:runs:trials:)`` unless there is a dump for
  ///   each trial.
  init(dumps: [CallgrindDump], operations: UInt64, kernel: String) throws(CallgrindError) {
    let trials = Self.trials(of: operations)
    let counts = dumps.map { Double($0.instructions) }
    let short = counts.dropFirst().prefix(Self.runs)
    let long = counts.suffix(Self.runs)
    guard counts.count == trials.count, let leastShort = short.min(), let mostShort = short.max(),
      let leastLong = long.min(), let mostLong = long.max()
    else {
      throw .kernelNotCounted(kernel: kernel, runs: dumps.count, trials: trials.count)
    }
    perOperation = (leastLong - leastShort) / Double(operations)
    uncertainty = max(mostShort - leastShort, mostLong - leastLong) / Double(operations)
    self.operations = trials.reduce(0, +)
  }
}

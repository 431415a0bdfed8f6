/// What callgrind wrote when the kernel ended: the instructions since it wrote before.
struct CallgrindDump: Equatable {
  /// Instructions executed.
  let instructions: UInt64

  /// Reads a dump's header: the lines `events: Ir` and `summary: <count>` of the callgrind format.
  ///
  /// - Throws: ``CallgrindError/malformedDump(_:)`` where one is missing, or other events are counted.
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

/// How many instructions an operation takes.
public struct InstructionCount: Equatable, Sendable {
  /// Instructions of the thread that runs the kernel, in user mode; the kernel's own are not seen.
  public let perOperation: Double
  /// Whether two runs of as many operations took as many instructions, to the last one.
  ///
  /// They do not where an operation waits for another thread.
  public let isRepeatable: Bool
  /// The operations of all runs together.
  public let operations: UInt64

  /// What a request for `operations` has a worker run: once for what a first run has to find and to
  /// allocate, twice the same, and twice as many.
  static func trials(of operations: UInt64) -> [UInt64] {
    [operations, operations, operations, operations * 2]
  }

  /// The slope between the last two runs: what a run costs beside its operations cancels out.
  ///
  /// - Throws: ``CallgrindError/kernelNotCounted(kernel:runs:trials:)`` where there is not a dump for
  ///   each run.
  init(dumps: [CallgrindDump], operations: UInt64, kernel: String) throws(CallgrindError) {
    let trials = Self.trials(of: operations)
    guard dumps.count == trials.count else {
      throw .kernelNotCounted(kernel: kernel, runs: dumps.count, trials: trials.count)
    }
    let once = Double(dumps[2].instructions)
    perOperation = (Double(dumps[3].instructions) - once) / Double(operations)
    isRepeatable = dumps[1] == dumps[2]
    self.operations = trials.reduce(0, +)
  }
}

package import BenchmarkModel
import FoundationEssentials

/// Asks the two executables of a gate for their descriptions, before anything is measured.
package struct GateHandshake: Sendable {
  /// The deadline of an executable's answer, in ns.
  static let deadlineNanoseconds: UInt64 = 30_000_000_000

  private let launcher: any WorkerLaunching

  /// Makes a handshake with the executables of a launcher.
  package init(launcher: any WorkerLaunching) { self.launcher = launcher }

  /// Asks one side to describe itself.
  ///
  /// - Throws: ``GateHandshakeError``, which tells an older executable from a broken one.
  package func description(
    of side: PairSide, for request: DescriptionRequest
  ) async throws(GateHandshakeError) -> WorkerDescription {
    let outcome = await launcher.launch(
      WorkerRequest(task: .describe, description: request), of: side, padding: 0,
      deadlineNanoseconds: Self.deadlineNanoseconds)
    // A worker that a cancellation killed has not crashed.
    if Task.isCancelled { throw GateHandshakeError(side: side, problem: .interrupted) }
    do throws(GateHandshakeError.Problem) {
      return try Self.read(outcome)
    } catch {
      throw GateHandshakeError(side: side, problem: error)
    }
  }

  /// Reads a worker's outcome as the description of its executable.
  static func read(_ outcome: WorkerOutcome) throws(GateHandshakeError.Problem) -> WorkerDescription
  {
    switch outcome {
    case .exited(let status, let output, let error):
      guard let version = protocolVersion(of: output) else {
        throw .notSyncbench(seen(status: status, output: output, error: error))
      }
      if version < workerProtocolVersion { throw .olderProtocol(version) }
      if version > workerProtocolVersion { throw .newerProtocol(version) }
      return try readAnswer(outcome, output)
    case .signalled(let signal, let error):
      throw .crashed(seen(signal: signal, error: error))
    case .timedOut: throw .timedOut
    case .unreadable(let reason):
      // A description is far shorter than the limit of a worker's output.
      throw .notSyncbench("its output can't be taken (\(clause(reason)))")
    case .notLaunched(let reason): throw .notLaunched(clause(reason))
    }
  }

  /// Reads the answer of a worker that speaks this version of the protocol.
  private static func readAnswer(
    _ outcome: WorkerOutcome, _ output: String
  ) throws(GateHandshakeError.Problem) -> WorkerDescription {
    for line in output.lines {
      if case .refused(let reason) = message(line) { throw .refused(reason) }
    }
    switch WorkerAnswer(outcome, deadlineNanoseconds: deadlineNanoseconds) {
    case .described(let description):
      // The plan is checked like that of a stored run, because measuring a defective plan would
      // trap.
      if let defect = description.plan?.defect ?? description.plan?.excess {
        throw .brokenAnswer(defect)
      }
      return description
    case .failed(let failure): throw .brokenAnswer(failure.reason)
    default: throw .brokenAnswer("it answered with something else")
    }
  }

  /// The version in the first line of `output`; nil if that line is no `hello`.
  ///
  /// Only the first line is read: the other lines of another version may have another form.
  private static func protocolVersion(of output: String) -> Int? {
    guard let first = output.lines.first,
      case .hello(let version) = message(first)
    else { return nil }
    return version
  }

  /// A reason without its final period, for use within a sentence.
  private static func clause(_ reason: String) -> String {
    reason.hasSuffix(".") ? String(reason.dropLast()) : reason
  }

  private static func message(_ line: Substring) -> WorkerMessage? {
    try? JSONDecoder().decode(WorkerMessage.self, from: Data(line.utf8))
  }

  /// The end of an executable by a signal, with the first line that it wrote to standard error.
  package static func seen(signal: Int, error: String) -> String {
    WorkerAnswer.join("killed by \(SignalName.text(of: signal))", error)
  }

  /// The behaviour of a program that is not syncbench: the first words that it printed, and its
  /// exit status.
  package static func seen(status: Int, output: String, error: String) -> String {
    let lines = (output + "\n" + error).split(whereSeparator: \.isNewline)
    let first = lines.first { $0.contains { !$0.isWhitespace } }
    let words = first.map { printable($0.prefix(60)) }
    return "it printed \(words.map { "'\($0)'" } ?? "nothing") and exited with status \(status)"
  }

  /// The text with a question mark in place of each unprintable character except line feeds.
  ///
  /// The output of an unknown program must not move the terminal's cursor.
  package static func printable(_ text: some StringProtocol) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.properties.isPrintable || $0 == "\n" ? $0 : "?" }))
  }
}

extension Plan {
  /// The defect of a plan with a launch that no gate has time for; nil if there is no such launch.
  fileprivate var excess: String? {
    let longest: UInt64 = 3_600_000_000_000
    let planned = cases.first { $0.sampling.totalNanoseconds > longest }
    return planned.map { "its plan has a launch of over an hour, for the case '\($0.id)'" }
  }
}

extension Unicode.Scalar.Properties {
  fileprivate var isPrintable: Bool {
    switch generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      false
    default: true
    }
  }
}

import ArgumentParser
import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkReports
import BenchmarkRunner
import Glibc
import SystemPackage

/// The destinations of a gate's verdicts beside standard output.
struct GateOutputOptions: ParsableArguments {
  @Option(
    name: .long, help: "Writes the verdicts as JSON, by docs/schemas/gate.schema.json for pairs.")
  var json: String?

  @Option(name: .long, help: "Writes the verdicts as JUnit XML.")
  var junit: String?

  @Option(
    name: .long, help: "Writes the verdicts as markdown, and appends them to $GITHUB_STEP_SUMMARY.")
  var markdown: String?

  /// Whether no file is asked for.
  var isEmpty: Bool { json == nil && junit == nil && markdown == nil }

  /// Refuses a file that can't be written or that would replace another file of the command, before
  /// anything is measured.
  ///
  /// - Parameter kept: The command's own files, which must not be overwritten.
  func check(keeping kept: [FilePath]) throws(CommandFailure) {
    var taken = Set(kept.map { $0.lexicallyNormalized() })
    for path in [json, junit, markdown].compactMap({ $0 }) where path != "/dev/stdout" {
      guard taken.insert(FilePath(path).lexicallyNormalized()).inserted else {
        throw CommandFailure.usage(
          "'\(path)' is written or read for something else already: name another file")
      }
    }
    for path in [json, junit, markdown].compactMap({ $0 }) {
      let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
      guard !path.isEmpty, access(path, W_OK) == 0 || access(folder, W_OK) == 0 else {
        throw CommandFailure.world("can't write '\(path)': \(String(cString: strerror(errno)))")
      }
    }
  }

  /// Shows and writes a gate of times, and ends the command with its status.
  ///
  /// - Parameter folder: The folder of the measured pairs; nil if nothing was measured.
  func publish(_ report: GateReport, in folder: FilePath? = nil, isVerbose: Bool) throws {
    Console.output(
      GateTextReport(report, toolName: Console.toolName, isVerbose: isVerbose).document)
    let document = try JSONOutput.text(of: TableDescription.gate.json(report))
    try publish(GateSummary(report: report), document: document) {
      if let folder { try RunFolder(folder).write(document, as: "gate.json") }
    }
  }

  /// Shows and writes a gate of counts, and ends the command with its status.
  func publish(_ gate: CountGate) throws {
    Console.output(gate.document)
    try publish(
      GateSummary(countGate: gate),
      document: JSONOutput.text(of: TableDescription.countGate.json(gate)))
  }

  private func publish(
    _ summary: GateSummary, document: String,
    keep: () throws -> Void = {}
  ) throws {
    if Self.variable("GITHUB_ACTIONS") == "true" {
      Console.output(summary.annotations)
    }
    let text = summary.markdown()
    let written = [
      attempt {
        if let json { try FileAccess.write(document, to: json) }
      },
      attempt {
        if let junit { try FileAccess.write(summary.junit, to: junit) }
      },
      attempt {
        if let markdown { try FileAccess.write(text, to: markdown) }
      },
      attempt {
        if let path = Self.variable("GITHUB_STEP_SUMMARY") { try FileAccess.append(text, to: path) }
      },
      attempt(keep),
    ]
    let status = summary.outcome.exitStatus
    // A pipeline may accept an inconclusive gate, but not without the file that it asked for.
    let isAccepted = status == 0 || [.inconclusive, .partial].contains(summary.outcome)
    let isLost = written.contains(false) && isAccepted
    if isLost { throw ExitCode(ExitStatus.world.rawValue) }
    if status != 0 { throw ExitCode(status) }
  }

  /// Calls `body`, reports its error, and returns whether it succeeded, so that a lost output
  /// prevents neither the other outputs nor the verdict.
  private func attempt(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      return true
    } catch {
      Console.error("\(error)")
      return false
    }
  }

  /// The value of an environment variable; nil if the variable is empty or not set.
  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }
}

import ArgumentParser
import BenchmarkAnalysis
import BenchmarkReports
import Glibc

/// Where the verdicts of a gate go beside standard output.
struct GateOutputOptions: ParsableArguments {
  @Option(name: .long, help: "Writes the verdicts as JSON; docs/gate.schema.json describes it.")
  var json: String?

  @Option(name: .long, help: "Writes them as JUnit XML.")
  var junit: String?

  @Option(name: .long, help: "Writes them as markdown; it is appended to $GITHUB_STEP_SUMMARY too.")
  var markdown: String?

  /// Shows and writes a gate of times, and ends the command with its status.
  func publish(_ report: GateReport, isVerbose: Bool) throws {
    Console.output(
      GateTextReport(
        report, palette: Console.palette, toolName: Console.toolName, isVerbose: isVerbose
      ).render())
    try publish(GateSummary(report: report), document: GateJSON(report))
  }

  /// Shows and writes a gate of counts, and ends the command with its status.
  func publish(_ gate: CountGate) throws {
    Console.output(
      CountGateReport(gate, palette: Console.palette, toolName: Console.toolName).render())
    try publish(GateSummary(countGate: gate), document: CountGateJSON(gate))
  }

  private func publish(_ summary: GateSummary, document: some Encodable) throws {
    if let json { try Files.write(try JSONOutput.text(of: document), to: json) }
    if let junit { try Files.write(GateJUnit(summary).render(), to: junit) }
    let text = GateMarkdown(summary).render()
    if let markdown { try Files.write(text, to: markdown) }
    if let path = Self.variable("GITHUB_STEP_SUMMARY") { try Files.append(text, to: path) }
    if Self.variable("GITHUB_ACTIONS") == "true" {
      Console.output(GateAnnotations(summary).render())
    }
    let status = summary.outcome.exitStatus
    if status != 0 { throw ExitCode(status) }
  }

  /// A variable of the environment that is set and not empty.
  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }
}

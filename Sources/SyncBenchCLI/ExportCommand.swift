import ArgumentParser
import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import SystemPackage

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes a run in a format that other tools read.",
    discussion: """
      Only valid cases are exported; what is left out is said on standard error. docs/publishing.md says who \
      reads each format, and what it has no words for.
      """)

  @Argument(help: ArgumentHelp("The run's folder.", valueName: "run"))
  var path: String

  @Option(
    name: .long,
    help: "google-benchmark, benchfmt, bmf (Bencher's) or openmetrics.")
  var format: ExportFormatArgument

  @Option(name: .long, help: "A suite to export, instead of all; may be repeated.")
  var suite: [String] = []

  @Option(
    name: .long,
    help: "The column to export, such as cpu_ns_per_op. (default: what each workload is ranked by)")
  var metric: String?

  @Option(name: .long, help: "The file to write. (default: standard output)")
  var output: String?

  func run() throws {
    let run = try RunFolder(FilePath(path)).readWhole()
    try check(against: run.document.plan)
    let summary = Summarizer(run).summary()
    let exported = try RunExport(run, summary, suites: Set(suite), metric: metric)
      .render(format.format)
    noteState(of: run.document)
    for line in exported.leftOut { Console.note("left out: \(line)") }
    guard exported.cases > 0 else {
      throw CommandFailure(
        message:
          "no case of '\(path)' can be exported as \(format.format.rawValue): nothing was written",
        status: isSound(summary) ? .world : .invalidCases)
    }
    if let output {
      try FileAccess.write(exported.text, to: output)
    } else {
      Console.output(exported.text)
    }
    if !isSound(summary) { throw ExitCode(ExitStatus.invalidCases.rawValue) }
  }

  /// Whether the cases that were asked for are what they were planned to be.
  private func isSound(_ summary: RunSummary) -> Bool {
    !(summary.unexpected + summary.missed).contains {
      suite.isEmpty || suite.contains($0.id.suite)
    }
  }

  /// Refuses names that the run does not know: an empty export would pass for a run without results.
  private func check(against plan: Plan) throws(CommandFailure) {
    let suites = plan.tables.map(\.suite)
    if let unknown = suite.first(where: { !suites.contains($0) }) {
      throw CommandFailure(
        message: "the run has no suite '\(unknown)', only \(suites.joined(separator: ", "))",
        status: .usage)
    }
    guard let metric else { return }
    let tables = plan.tables.filter { suite.isEmpty || suite.contains($0.suite) }
    let columns = tables.flatMap(\.columns).map(\.name)
    guard !columns.contains(metric) else { return }
    var seen: Set<String> = []
    let known = columns.filter { seen.insert($0).inserted }
    throw CommandFailure(
      message: """
        the run has no column '\(metric)'; its columns are \
        \(known.prefix(8).joined(separator: ", "))\(known.count > 8 ? ", … (see its CSV files)" : "")
        """, status: .usage)
  }

  private func noteState(of document: RunDocument) {
    if document.state != .complete {
      Console.note("the run is not complete (\(document.state.rawValue)): fewer processes, or none")
    }
  }
}

/// An export format's name.
struct ExportFormatArgument: ExpressibleByArgument {
  let format: ExportFormat

  init?(argument: String) {
    guard let format = ExportFormat(rawValue: argument) else { return nil }
    self.format = format
  }
}

import ArgumentParser
import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import SystemPackage

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Shows the tables of a run, ranked, with intervals; or the verdicts of a gate.",
    discussion: """
      Selected cases keep their ranks among all measured cases. docs/publishing.md describes the formats and their \
      readers. The formats for other tools hold only valid cases; standard error names the cases that are left out.
      """)

  @Argument(help: ArgumentHelp("The run's folder.", valueName: "run"))
  var path: String

  @Option(
    name: .long,
    help: """
      text; for a write-up markdown, latex or csv; for other tools google-benchmark, benchfmt, bmf (Bencher's) or \
      openmetrics.
      """)
  var format = ShowFormat.text

  @Option(name: .long, help: "A suite to show, instead of all; may be repeated.")
  var suite: [String] = []

  @Option(name: .long, help: "A workload, such as contended; may be repeated.")
  var workload: [String] = []

  @Option(name: .long, help: "A primitive, such as mutex; may be repeated.")
  var primitive: [String] = []

  @Option(
    name: .long,
    help: "A parameter whose values are columns, such as threads; with latex or markdown.")
  var columns: String?

  @Option(
    name: .long,
    help:
      "The column that other tools get, such as cpu_ns_per_op. (default: what each workload is ranked by)"
  )
  var metric: String?

  @Option(name: .long, help: "A glob over case names, such as 'locks/*/ticket/*'; may be repeated.")
  var filter: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The place on the host whose figures to show, such as siblings or 'own-cores 150 ns'; all shows every place beside the usual one.",
      valueName: "place"))
  var place: PlaceChoice?

  @Option(name: .long, help: "The file to write. (default: standard output)")
  var output: String?

  func run() throws {
    try checkOptions()
    let gate = RecordedGate(path: path)
    if gate.isGate { return try show(gate) }
    let run = try RunFolder(FilePath(path)).readWhole()
    let selection = TableSelection(
      suites: suite, workloads: workload, primitives: primitive, filters: filter)
    try check(selection, against: run.document.plan)
    let summary =
      switch format {
      case .text: try showTables(of: run, selection)
      case .writeUp(let format): try showWriteUp(of: run, selection, as: format)
      case .export(let format): try showExport(of: run, selection, as: format)
      }
    try RunTables.throwIfInvalid(summary, selection)
  }

  /// Shows the verdicts of a gate; `gate`'s exit status depends on them, `show`'s does not.
  private func show(_ gate: RecordedGate) throws {
    let hasSelection = ![suite, workload, primitive, filter].allSatisfy(\.isEmpty)
    guard format == .text, !hasSelection, place == nil else {
      throw CommandFailure.usage(
        "'\(path)' holds a gate, of which there is one text: leave the other options out")
    }
    let report = try gate.report()
    try write(GateTextReport(report, toolName: Console.toolName).document)
  }

  private func showTables(of run: Run, _ selection: TableSelection) throws -> RunSummary {
    let tables = RunTables(run, place: place?.one)
    try place?.check(against: tables.summary)
    try write(tables.document(selection, places: place))
    return tables.summary
  }

  private func showWriteUp(
    of run: Run, _ selection: TableSelection, as format: WriteUpFormat
  ) throws -> RunSummary {
    let summary = Summarizer(run).summary()
    let writeUp = WriteUp(summary, selection: selection)
    if let columns, !writeUp.parameters.contains(columns) {
      throw CommandFailure.usage(
        "nothing that is selected has a parameter '\(columns)', only "
          + writeUp.parameters.joined(separator: ", "))
    }
    noteState(of: run.document)
    try write(format.text(of: writeUp, across: columns))
    return summary
  }

  private func showExport(
    of run: Run, _ selection: TableSelection, as format: ExportFormat
  ) throws -> RunSummary {
    try checkMetric(against: run.document.plan)
    let summary = Summarizer(run).summary()
    let exported = try RunExport(run, summary, selection: selection, metric: metric).render(format)
    noteState(of: run.document)
    for line in exported.leftOut { Console.note("left out: \(line)") }
    guard exported.cases > 0 else {
      let isSound = RunTables.invalidCases(of: summary, selection).isEmpty
      throw CommandFailure(
        message: "no case of '\(path)' can be written as \(format.rawValue): nothing was written",
        status: isSound ? .world : .invalidCases)
    }
    try write(exported.text)
    return summary
  }

  private func write(_ document: Document) throws {
    try write((output == nil ? Console.terminal : Terminal(isColoured: false)).text(document))
  }

  /// Writes the text to the file that `--output` names, or else to standard output.
  private func write(_ text: String) throws {
    guard let output else { return Console.output(text) }
    try FileAccess.write(Terminal(isColoured: false).printable(text), to: output)
  }

  // MARK: Checks

  /// Refuses options that the format has no use for.
  private func checkOptions() throws(CommandFailure) {
    let hasColumns = format == .writeUp(.latex) || format == .writeUp(.markdown)
    let isExport = if case .export = format { true } else { false }
    let exports = ExportFormat.allCases.map(\.rawValue).joined(separator: ", ")
    let problems = [
      place != nil && format != .text ? "--place goes with --format text" : nil,
      columns != nil && !hasColumns
        ? "--columns goes with --format latex or markdown: a CSV has one row per figure" : nil,
      metric != nil && !isExport
        ? "--metric goes with the formats for other tools: \(exports)" : nil,
    ]
    guard let problem = problems.compactMap({ $0 }).first else { return }
    throw CommandFailure.usage(problem)
  }

  /// Refuses a column that the run does not have, because an empty file would look like a run
  /// without results.
  private func checkMetric(against plan: Plan) throws(CommandFailure) {
    let tables = plan.tables.filter { suite.isEmpty || suite.contains($0.suite) }
    guard let metric else { return }
    try check([metric], "column", among: tables.flatMap(\.columns).map(\.name))
  }

  private func noteState(of document: RunDocument) {
    if document.state != .complete {
      Console.note(
        "the run is not complete (\(document.state.words)): some cases have fewer launches than planned, or none"
      )
    }
  }

  /// Refuses names that the run does not know, because an empty table would look like a run without
  /// results.
  private func check(
    _ selection: TableSelection, against plan: Plan
  ) throws(CommandFailure) {
    let cases = plan.cases.map(\.id)
    try check(suite, "suite", among: cases.map(\.suite))
    try check(workload, "workload", among: cases.map(\.workload))
    try check(primitive, "primitive", among: cases.map(\.primitive))
    try CaseFilter.check(filter, "case of the run", among: cases)
    guard selection.isEmpty || cases.contains(where: selection.contains) else {
      throw CommandFailure.usage(
        "no case of the run has all that is selected; leave one of --suite, --workload, "
          + "--primitive and --filter out")
    }
    for name in primitive
    where !cases.contains(where: { $0.primitive == name && selection.contains($0) }) {
      Console.note("'\(name)' was measured in none of what is selected")
    }
  }

  private func check(
    _ names: [String], _ kind: String, among all: [String]
  ) throws(CommandFailure) {
    let known = all.uniqued()
    guard let unknown = names.first(where: { !known.contains($0) }) else { return }
    let question = NearNames.question(
      NearNames.near(unknown, among: known),
      otherwise: "it has \(known.prefix(8).joined(separator: ", "))"
        + (known.count > 8 ? ", … (see its CSV files)" : ""))
    throw CommandFailure.usage("the run has no \(kind) '\(unknown)'; \(question)")
  }
}

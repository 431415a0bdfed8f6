import ArgumentParser
import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import SystemPackage

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows the tables of a run, ranked, with intervals.",
    discussion: """
      Selected cases keep the places that they have among all measured ones. docs/publishing.md says \
      what the formats hold.
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text
    case markdown
    case latex
    case csv

    /// How tables for a write-up are written; nil for those of a terminal.
    func renderer(across parameter: String?) -> ((WriteUp) -> String)? {
      switch self {
      case .text: nil
      case .markdown: { WriteUpMarkdown($0, across: parameter).render() }
      case .latex: { WriteUpLaTeX($0, across: parameter).render() }
      case .csv: { WriteUpCSV($0).render() }
      }
    }
  }

  @Argument(help: ArgumentHelp("The run's folder.", valueName: "run"))
  var path: String

  @Option(name: .long, help: "text, markdown, latex or csv.")
  var format = Format.text

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
  @Option(name: .long, help: "A glob over case names, such as 'locks/*/ticket/*'; may be repeated.")
  var filter: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The place of the host to show figures of, such as siblings or 'own-cores 150 ns'; or all, beside the usual ones.",
      valueName: "place"))
  var place: ShownPlaces?

  func run() throws {
    let run = try RunFolder(FilePath(path)).readWhole()
    let selection = TableSelection(
      suites: suite, workloads: workload, primitives: primitive, filters: filter)
    try check(selection, against: run.document.plan)
    let summary: RunSummary
    if let render = format.renderer(across: columns) {
      guard place == nil else {
        throw CommandFailure(message: "--place goes with --format text", status: .usage)
      }
      summary = Summarizer(run).summary()
      let writeUp = WriteUp(summary, selection: selection)
      try check(columns, against: writeUp)
      noteState(of: run.document)
      Console.output(render(writeUp))
    } else {
      guard columns == nil else {
        throw CommandFailure(
          message: "--columns goes with --format latex or markdown", status: .usage)
      }
      let tables = RunTables(run, place: place?.one)
      summary = tables.summary
      try place?.check(against: summary)
      tables.show(selection, places: place)
    }
    try RunTables.throwIfInvalid(summary, selection)
  }

  private func check(_ columns: String?, against writeUp: WriteUp) throws(CommandFailure) {
    guard let columns else { return }
    guard format != .csv else {
      throw CommandFailure(
        message: "--columns goes with --format latex or markdown: a CSV has one row per figure",
        status: .usage)
    }
    guard writeUp.parameters.contains(columns) else {
      throw CommandFailure(
        message: "nothing that is selected has a parameter '\(columns)', only "
          + writeUp.parameters.joined(separator: ", "), status: .usage)
    }
  }

  private func noteState(of document: RunDocument) {
    if document.state != .complete {
      Console.note("the run is not complete (\(document.state.rawValue)): fewer launches, or none")
    }
  }

  /// Refuses names that the run does not know: an empty table would pass for a run without results.
  private func check(
    _ selection: TableSelection, against plan: Plan
  ) throws(CommandFailure) {
    let cases = plan.cases.map(\.id)
    try check(suite, "suite", among: cases.map(\.suite))
    try check(workload, "workload", among: cases.map(\.workload))
    try check(primitive, "primitive", among: cases.map(\.primitive))
    try CaseFilter.check(filter, "case of the run", among: cases)
    guard selection.isEmpty || cases.contains(where: selection.contains) else {
      throw CommandFailure(
        message:
          "no case of the run has all that is selected; leave one of --suite, --workload, "
          + "--primitive and --filter out", status: .usage)
    }
    for name in primitive
    where !cases.contains(where: { $0.primitive == name && selection.contains($0) }) {
      Console.note("'\(name)' was measured in none of what is selected")
    }
  }

  private func check(
    _ names: [String], _ kind: String, among all: [String]
  ) throws(CommandFailure) {
    var seen: Set<String> = []
    let known = all.filter { seen.insert($0).inserted }
    guard let unknown = names.first(where: { !seen.contains($0) }) else { return }
    let question = NearNames.question(
      NearNames.near(unknown, among: known),
      otherwise: "it has \(known.prefix(8).joined(separator: ", "))"
        + (known.count > 8 ? ", … (see its CSV files)" : ""))
    throw CommandFailure(
      message: "the run has no \(kind) '\(unknown)'; \(question)", status: .usage)
  }
}

struct SummarizeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "summarize",
    abstract: "Recomputes the suite tables of a run from its raw tables, byte for byte.")

  @Argument(help: ArgumentHelp("The run's folder.", valueName: "run"))
  var path: String

  func run() throws {
    let folder = RunFolder(FilePath(path))
    let tables = RunTables(try folder.readWhole())
    for name in try tables.write(in: folder) { Console.output("\(folder.path)/\(name)\n") }
    try RunTables.throwIfInvalid(tables.summary)
  }
}

import ArgumentParser
import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkFleet
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import SystemPackage

struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract:
      "Shows two runs side by side, or many machines: ratios with intervals, and in what else they differ.",
    discussion: """
      The output is advice and no verdict: two runs are measured one after the other, so a change of the machine \
      between the runs is in every ratio. A fleet's folder, or three or more runs, are compared as machines: identical \
      machines form a group, and the spread between machines is shown beside the spread within a machine. The exit \
      status is 0 if the runs could be compared.
      """)

  @Argument(
    help: ArgumentHelp(
      "The folders of two runs, the second compared with the first; or of a fleet, or of several runs and fleets.",
      valueName: "run"))
  var paths: [String]

  @Option(name: .long, help: "text, json or markdown.")
  var format = ReportFormat.text

  @Option(name: .long, help: "A glob over case names, such as 'locks/*/ticket/*'; may be repeated.")
  var filter: [String] = []

  @Flag(
    name: .long, help: "Lists each case that only one of the runs has; for machines, every row.")
  var all = false

  func run() throws {
    if paths.count == 2, !paths.contains(where: FleetFolder.isOne) {
      let comparison = try compared(try summary(pathA), try summary(pathB))
      return Console.output(try rendered(comparison))
    }
    guard paths.count > 1 || FleetFolder.isOne(paths[0]) else {
      throw CommandFailure.usage(
        "compare takes the folders of two runs or more, or of a fleet: '\(paths[0])' is one run")
    }
    Console.output(try rendered(try HostRuns(paths).compared(filter: filter)))
  }

  private var pathA: String { paths[0] }
  private var pathB: String { paths[1] }

  private func rendered(_ comparison: HostComparison) throws -> String {
    try rendered("Machines", HostReport(comparison, listsAll: all).document) {
      try JSONOutput.text(of: TableDescription.hosts.json(comparison))
    }
  }

  /// The run, summed up without intervals, because only ratios are shown with intervals.
  private func summary(_ path: String) throws -> RunSummary {
    Summarizer(try RunFolder(FilePath(path)).readWhole(), hasIntervals: false).summary()
  }

  private func compared(_ a: RunSummary, _ b: RunSummary) throws -> Comparison {
    try CaseFilter.check(filter, "case of either run", among: (a.cases + b.cases).map(\.id))
    let comparison = Comparison(a, b, includes: TableSelection(filters: filter).contains)
    guard comparison.shared > 0 else {
      throw CommandFailure.world(
        """
        '\(pathA)' and '\(pathB)' have no case in common\(filter.isEmpty ? "" : " that --filter selects"): \
        there is nothing to compare; measure the same cases in both
        """)
    }
    return comparison
  }

  private func rendered(_ comparison: Comparison) throws -> String {
    let names = ComparisonNames(a: pathA, b: pathB)
    let report = ComparisonReport(comparison, names: names, listsAll: all)
    return try rendered("Comparison", report.document) {
      try JSONOutput.text(of: TableDescription.comparison(names).json(comparison))
    }
  }

  private func rendered(
    _ title: String, _ document: Document, json: () throws -> String
  ) throws -> String {
    switch format {
    case .text: Console.terminal.text(document)
    case .markdown:
      Markdown.text([.heading("\(title)")]) + "\n" + Markdown.text(document, level: 2)
    case .json: try json()
    }
  }
}

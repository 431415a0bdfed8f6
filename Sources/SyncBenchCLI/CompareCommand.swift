import ArgumentParser
import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import SystemPackage

struct CompareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compare",
    abstract: "Shows two runs side by side: ratios with intervals, and in what else they differ.",
    discussion: """
      Advice, no verdict: two runs are measured one after the other, so what the machine did between \
      them is in every ratio. The exit status is 0 whenever the runs could be compared.
      """)

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text
    case json
    case markdown
  }

  @Argument(help: ArgumentHelp("The folder of the run to compare with.", valueName: "run-a"))
  var pathA: String

  @Argument(help: ArgumentHelp("The folder of the other run.", valueName: "run-b"))
  var pathB: String

  @Option(name: .long, help: "text, json or markdown.")
  var format = Format.text

  @Option(name: .long, help: "A glob over case names, such as 'locks/*/ticket/*'; may be repeated.")
  var filter: [String] = []

  @Flag(name: .long, help: "List each case that only one of the runs has.")
  var all = false

  func run() throws {
    let comparison = try compared(try summary(pathA), try summary(pathB))
    Console.output(try rendered(comparison))
  }

  /// The run, summed up without intervals: the only ones that are shown are those of ratios.
  private func summary(_ path: String) throws -> RunSummary {
    Summarizer(try RunTables.readWhole(RunFolder(FilePath(path))), hasIntervals: false).summary()
  }

  private func compared(_ a: RunSummary, _ b: RunSummary) throws -> Comparison {
    try CaseFilter.check(filter, "case of either run", among: (a.cases + b.cases).map(\.id))
    let comparison = Comparison(a, b, includes: TableSelection(filters: filter).contains)
    guard comparison.shared > 0 else {
      throw CommandFailure(
        message: """
          '\(pathA)' and '\(pathB)' have no case in common\(filter.isEmpty ? "" : " that --filter selects"): \
          there is nothing to compare; measure the same cases in both
          """, status: .world)
    }
    return comparison
  }

  private func rendered(_ comparison: Comparison) throws -> String {
    let names = ComparisonNames(a: pathA, b: pathB)
    let report = ComparisonReport(comparison, names: names, listsAll: all)
    switch format {
    case .text: return Console.terminal.text(report.document)
    case .markdown:
      return Markdown.text([.heading("Comparison")]) + "\n"
        + Markdown.text(report.document, level: 2)
    case .json: return try JSONOutput.text(of: ComparisonJSON(comparison, names: names))
    }
  }
}

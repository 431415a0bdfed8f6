import ArgumentParser
import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkRunner
import SystemPackage

struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows the tables of a run, ranked, with intervals.")

  @Argument(help: ArgumentHelp("The run's folder.", valueName: "run"))
  var path: String

  func run() throws {
    let summary = Summarizer(try RunTables.readWhole(RunFolder(FilePath(path)))).summary()
    RunTables.show(summary)
    try RunTables.throwIfInvalid(summary)
  }
}

struct SummarizeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "summarize",
    abstract: "Recomputes the suite tables of a run from its raw tables: the same bytes.")

  @Argument(help: ArgumentHelp("The run's folder.", valueName: "run"))
  var path: String

  func run() throws {
    let folder = RunFolder(FilePath(path))
    let summary = try RunTables.write(try RunTables.readWhole(folder), in: folder)
    for suite in summary.suites { Console.output("\(folder.path)/\(suite.table.suite).csv\n") }
    try RunTables.throwIfInvalid(summary)
  }
}

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
    let tables = RunTables(try RunTables.readWhole(RunFolder(FilePath(path))))
    tables.show()
    try RunTables.throwIfInvalid(tables.summary)
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
    let tables = RunTables(try RunTables.readWhole(folder))
    for name in try tables.write(in: folder) { Console.output("\(folder.path)/\(name)\n") }
    try RunTables.throwIfInvalid(tables.summary)
  }
}

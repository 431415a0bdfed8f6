import ArgumentParser
import BenchmarkRunner
import SystemPackage

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

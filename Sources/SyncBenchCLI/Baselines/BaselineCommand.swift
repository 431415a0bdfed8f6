import ArgumentParser
import BenchmarkDocument
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import SystemPackage

struct BaselineCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "baseline",
    abstract: "Records, lists, shows and removes baselines of counts, which belong in git.",
    discussion: """
      Instructions and allocations per operation, of cases of one thread. They are the same on every run, so \
      `gate --counts` can compare a build with what was recorded. Each toolchain has its own file.
      """,
    subcommands: [
      RecordBaseline.self, ListBaselines.self, ShowBaseline.self, RemoveBaseline.self,
    ])
}

/// Where baselines are stored.
struct BaselineFolderOption: ParsableArguments {
  @Option(name: .long, help: "The folder in which baselines are stored.")
  var folder = "results/baselines"

  /// The folder.
  var opened: BaselineFolder {
    get throws(CommandFailure) {
      guard !folder.isEmpty else {
        throw CommandFailure(
          message: "an empty path names no folder: give --folder one", status: .usage)
      }
      return BaselineFolder(FilePath(folder))
    }
  }

  /// The files of a baseline.
  func entries(of name: BaselineName) throws(CommandFailure) -> [BaselineEntry] {
    do throws(BaselineFolderError) {
      return try BaselineFolder(FilePath(folder)).read(name).map { stored in
        BaselineEntry(
          name: name.description, file: stored.file.lastComponent?.string ?? "",
          baseline: stored.baseline)
      }
    } catch {
      throw CommandFailure(error)
    }
  }
}

/// How baselines are printed.
enum BaselineFormat: String, CaseIterable, ExpressibleByArgument {
  case text
  case json

  func rendered(_ entries: [BaselineEntry], _ document: Document) throws -> String {
    switch self {
    case .text: Console.terminal.text(document)
    case .json: try JSONOutput.text(of: TableDescription.baseline.json(entries))
    }
  }
}

struct ListBaselines: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Lists the stored baselines, one line per toolchain.")

  @OptionGroup var place: BaselineFolderOption

  @Option(name: .long, help: "text or json.")
  var format = BaselineFormat.text

  func run() throws {
    let stored = try place.opened
    var entries: [BaselineEntry] = []
    var problems: [String] = []
    for name in stored.names() {
      do throws(CommandFailure) {
        entries += try place.entries(of: name)
      } catch {
        problems.append(error.message)
      }
    }
    Console.output(try format.rendered(entries, BaselineReport(entries).list))
    if entries.isEmpty, problems.isEmpty {
      Console.note(
        "no baseline is stored in '\(place.folder)'; `\(Console.toolName) baseline record NAME` makes one"
      )
    }
    // The others are shown all the same.
    problems.forEach(Console.error)
    if !problems.isEmpty { throw ExitCode(ExitStatus.world.rawValue) }
  }
}

struct ShowBaseline: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows what operations did when a baseline was recorded.")

  @Argument(help: "The baseline's name.")
  var name: String

  @OptionGroup var place: BaselineFolderOption

  @Option(name: .long, help: "text or json.")
  var format = BaselineFormat.text

  func run() throws {
    _ = try place.opened
    let entries = try place.entries(of: BaselineName.checked(name))
    Console.output(try format.rendered(entries, BaselineReport(entries).document))
  }
}

struct RemoveBaseline: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract:
      "Removes a baseline of all toolchains, without asking, and says which files those were.")

  @Argument(help: "The baseline's name.")
  var name: String

  @OptionGroup var place: BaselineFolderOption

  func run() throws {
    let checked = try BaselineName.checked(name)
    do {
      for file in try place.opened.remove(checked) {
        Console.output("removed \(file)\n")
      }
    } catch let error as BaselineFolderError {
      throw CommandFailure(error)
    }
  }
}

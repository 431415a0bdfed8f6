import ArgumentParser
public import BenchmarkAnalysis
import BenchmarkModel
public import BenchmarkRunner
import Glibc

/// The command line: `syncbench`, and every tool that adds locks of its own to it.
public enum SyncBench {
  /// The release, in run.json and `--version`; scripts read it from here.
  public static let version = "0.1.0"

  /// Runs the command that the arguments name over these suites, and ends the process.
  ///
  /// - Parameters:
  ///   - suites: The suites that can be measured.
  ///   - presets: Further presets; the suites bring their own.
  ///   - claims: The claims that the command `claims` can test.
  ///   - tool: The tool that is built on this library; nil for syncbench itself.
  public static func main(
    suites: @autoclosure () -> [Suite], presets: [Preset] = [],
    claims: @autoclosure () -> [Claim] = [],
    tool: OwnTool? = nil
  ) -> Never {
    let arguments = CommandLine.arguments
    guard !arguments.isEmpty else {
      Console.error("the system gave no arguments: is /proc mounted?")
      exit(ExitStatus.world.rawValue)
    }
    let isWorker = arguments.count > 1 && arguments[1] == "worker"
    // The preparation checks the stack before the suites are made, because a small stack may not
    // hold them.
    if !isWorker { Preparation.ofProcess() }
    let catalog = CaseCatalog(suites: suites(), presets: presets)
    // A worker starts before any command, without the time of a parser and without an async main.
    if isWorker {
      Glibc.exit(
        Worker(catalog: catalog, tool: { Build.version(of: tool) }).main(arguments: arguments))
    }
    Session.$catalog.withValue(catalog) {
      Session.$claims.withValue(claims()) {
        Session.$tool.withValue(tool) { RootCommand.runAndExit(arguments) }
      }
    }
  }
}

extension SyncBench {
  /// Ends the process with the status of a wrong command line, because the executable's own lists
  /// are wrong.
  package static func refuse(_ message: String) -> Never {
    Console.error(message)
    exit(ExitStatus.usage.rawValue)
  }
}

/// A tool that is built on syncbench, as named by `--version`, a run's document and a gate.
public struct OwnTool: Equatable, Sendable {
  /// The name of the tool's package.
  public let name: String
  /// The version of the tool's package.
  public let version: String

  /// Makes a tool from its name and version.
  public init(name: String, version: String) {
    self.name = name
    self.version = version
  }
}

/// The state that all commands of a process share.
enum Session {
  /// The cases that the executable can make.
  @TaskLocal static var catalog = CaseCatalog(suites: [])
  /// The claims that the executable can test.
  @TaskLocal static var claims: [Claim] = []
  /// The tool that is built on syncbench; nil for syncbench itself.
  @TaskLocal static var tool: OwnTool?
}

struct RootCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: Console.toolName,
    abstract: "Measures synchronization and scheduling primitives on this machine.",
    discussion: """
      Start with `run`: it measures the headline cases in a minute, writes CSV files under results/ \
      and prints a ranking. `doctor` says what will disturb a measurement here.
      """,
    version: Build.line(
      of: Session.tool, swift: EnvironmentProbe.swiftVersion, linkage: Linkage.current),
    subcommands: [
      ListCommand.self, DoctorCommand.self, ProveCommand.self,
      RunCommand.self,
      ShowCommand.self, AdviseCommand.self, CompareCommand.self, GateCommand.self,
      ProfileCommand.self, SummarizeCommand.self, PlotCommand.self, ReportCommand.self,
      ClaimsCommand.self, FleetCommand.self,
    ])

  static func runAndExit(_ arguments: [String]) -> Never {
    do {
      var command = try parseAsRoot(Array(arguments.dropFirst()))
      // The parser makes `--help` a command of its own, which needs no preparation.
      if type(of: command).configuration.commandName != "help" { try Preparation.beforeCommand() }
      try command.run()
      Glibc.exit(ExitStatus.done.rawValue)
    } catch let failure as CommandFailure {
      end(failure.message, failure.status.rawValue)
    } catch let status as ExitCode {
      Glibc.exit(status.rawValue)
    } catch let error as CatalogError {
      end(error.description, ExitStatus.usage.rawValue)
    } catch let error as RunFolderError {
      end(error.description, ExitStatus.world.rawValue)
    } catch let error as OrchestratorError {
      end(error.description, ExitStatus.world.rawValue)
    } catch {
      // The parser throws help and version texts too, which are no errors.
      if exitCode(for: error).isSuccess { exit(withError: error) }
      end(brief(fullMessage(for: error)), exitCode(for: error).rawValue)
    }
  }

  private static func end(_ message: String, _ status: Int32) -> Never {
    Console.error(shorteningWords(of: message))
    Glibc.exit(status)
  }

  /// The message with each word cut that would fill the screen, such as a name of thousands of
  /// characters.
  static func shorteningWords(of message: String) -> String {
    message.split(separator: " ", omittingEmptySubsequences: false).map { word in
      word.count <= longestWord ? String(word) : "\(word.prefix(longestWord))…"
    }.joined(separator: " ")
  }

  /// The longest path of Linux is 4096 bytes; hardly any has more than 300 characters.
  private static let longestWord = 300

  /// Cuts the parser's message to the fault and its remedy, because the usage would push both off
  /// the screen.
  static func brief(_ message: String) -> String {
    let lines = message.split(separator: "\n").map(String.init)
    let what = lines.first.map { withoutLabel("Error:", $0) } ?? "it failed"
    let remedy = lines.dropFirst().first { $0.hasPrefix("Help:") } ?? lines.dropFirst().last
    return what + (remedy.map { "\n  " + withoutLabel("Help:", $0) } ?? "")
  }

  private static func withoutLabel(_ label: String, _ line: String) -> String {
    let text = line.hasPrefix(label) ? line.dropFirst(label.count) : line[...]
    return String(text.drop { $0 == " " })
  }
}

import ArgumentParser
public import BenchmarkAnalysis
import BenchmarkModel
public import BenchmarkRunner
import Glibc
import SyncBenchmark

@_exported public import struct BenchmarkRunner.OwnTool

/// The command line of `syncbench`, and of every tool that adds locks of its own.
public enum SyncBench {
  /// The release, in run.json and `--version`.
  public static let version = Build.release

  /// Runs the command that the arguments name over these suites, and ends the process.
  ///
  /// If the first arguments are `--benchmarks EXECUTABLE`, the cases are the benchmarks of that
  /// executable, and this function's parameters are not used.
  ///
  /// - Parameters:
  ///   - suites: The suites that can be measured.
  ///   - presets: Further presets; the suites bring their own.
  ///   - claims: The claims that the command `claims` can test.
  ///   - tool: The tool that is built on this library; nil for syncbench itself.
  public static func main(
    suites: @autoclosure () -> [Suite] = [], presets: [Preset] = [],
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
    unsetenv(MeasuringTool.callerVariable)
    if let path = Console.benchmarks { RootCommand.runAndExit(over: path) }
    let catalog = CaseCatalog(suites: suites(), presets: presets)
    // A worker starts here, because it must not spend time in the parser of commands.
    if isWorker {
      Glibc.exit(
        Worker(catalog: catalog, tool: { Build(of: tool).version() }).main(arguments: arguments))
    }
    Session.$catalog.withValue(catalog) {
      Session.$claims.withValue(claims()) {
        Session.$build.withValue(Build(of: tool)) { RootCommand.runAndExit() }
      }
    }
  }
}

/// The state that all commands of a process share.
enum Session {
  /// The executable that is measured.
  @TaskLocal static var executable = WorkerExecutable.running
  /// The cases that the executable can make.
  @TaskLocal static var catalog = CaseCatalog(suites: [])
  /// The claims that the executable can test.
  @TaskLocal static var claims: [Claim] = []
  /// The build of the executable.
  @TaskLocal static var build = Build(of: nil)
}

struct RootCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: Console.toolName,
    abstract: "Measures synchronization and scheduling primitives on this machine.",
    discussion: """
      Start with `run`: it measures the headline cases in a minute, writes CSV files under results/ \
      and prints a ranking. `doctor` says what will disturb a measurement here.
      """,
    version: Session.build.line,
    subcommands: [
      ListCommand.self, DoctorCommand.self, ProveCommand.self,
      RunCommand.self,
      ShowCommand.self, AdviseCommand.self, CompareCommand.self, GateCommand.self,
      ProfileCommand.self, SummarizeCommand.self, PlotCommand.self, ReportCommand.self,
      ClaimsCommand.self, FleetCommand.self,
    ])

  /// Runs the command over the benchmarks of an executable.
  static func runAndExit(over path: String) -> Never {
    do {
      // `DeclaredBenchmarks` starts the executable and waits for its declarations: without enough
      // files, memory or threads, the wait would never end.
      try Preparation.beforeCommand()
      let benchmarks = try DeclaredBenchmarks(of: path)
      Session.$executable.withValue(benchmarks.executable) {
        Session.$catalog.withValue(benchmarks.catalog) {
          Session.$build.withValue(benchmarks.build) { runAndExit() }
        }
      }
    } catch let failure as CommandFailure {
      end(failure.message, failure.status.rawValue)
    } catch {
      Glibc.exit(ExitStatus.interrupted.rawValue)
    }
  }

  static func runAndExit() -> Never {
    do {
      guard Console.benchmarks != nil || !Console.arguments.contains(MeasuringTool.flag) else {
        throw CommandFailure.usage(
          "\(MeasuringTool.flag) comes before the command: \(Self.benchmarksExample)")
      }
      var command = try parseAsRoot(Console.arguments)
      // The parser makes `--help` a command of its own, which needs no preparation.
      // A process that asked another executable for its benchmarks is prepared already.
      if Console.benchmarks == nil, type(of: command).configuration.commandName != "help" {
        try Preparation.beforeCommand()
      }
      try command.run()
      Glibc.exit(ExitStatus.done.rawValue)
    } catch let failure as CommandFailure {
      end(failure.message, failure.status.rawValue)
    } catch let status as ExitCode {
      Glibc.exit(status.rawValue)
    } catch let error as CatalogError {
      let isEmpty = Session.catalog.suites.isEmpty
      end(
        isEmpty
          ? "this tool measures benchmarks of another executable: \(Self.benchmarksExample)"
          : error.description, ExitStatus.usage.rawValue)
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

  private static let benchmarksExample =
    "start the executable of the benchmarks, or `\(Console.programName) \(MeasuringTool.flag) EXECUTABLE run`"

  private static func end(_ message: String, _ status: Int32) -> Never {
    Console.error(shorteningWords(of: message))
    Glibc.exit(status)
  }

  /// The message with its longest words cut, such as a name of thousands of characters, which would
  /// fill the screen.
  static func shorteningWords(of message: String) -> String {
    message.split(separator: " ", omittingEmptySubsequences: false).map { word in
      word.count <= longestWord ? String(word) : "\(word.prefix(longestWord))…"
    }.joined(separator: " ")
  }

  /// The most characters of a word that is not cut; hardly any path on Linux has more.
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

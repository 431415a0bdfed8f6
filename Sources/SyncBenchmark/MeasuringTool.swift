import BenchmarkRunner
import FoundationEssentials
import Glibc
import SystemPackage

/// The executable with the commands, which a package of benchmarks does not compile.
///
/// The tool starts the benchmarks' executable to get its declarations, and as fork servers and
/// workers.
package enum MeasuringTool {
  /// The tool's first argument, which the path of the benchmarks' executable follows.
  package static let flag = "--benchmarks"
  /// The argument by which the tool asks an executable for its declarations.
  package static let declarationsWord = "declarations"
  /// The variable that names the tool.
  private static let variable = "SYNCBENCH_TOOL"
  /// The variable by which an executable of benchmarks finds that it was started as its own tool.
  ///
  /// The executable sets the variable to its own path before it starts the tool. A proper tool
  /// removes the variable.
  package static let callerVariable = "SYNCBENCH_CALLER"

  /// Replaces this process by the tool, which gets the arguments.
  static func take(over arguments: [String]) -> Never {
    guard let own = WorkerExecutable.running.path else {
      end("can't read /proc/self/exe: is /proc mounted?")
    }
    let caller = getenv(callerVariable).map { String(cString: $0) }
    guard arguments.dropFirst().first != flag, caller != own.string else {
      end("the tool started '\(own)' again: let \(variable) name a `syncbench`")
    }
    setenv(callerVariable, own.string, 1)
    let tool = found(beside: own.removingLastComponent())
    // Commands that the tool suggests begin with the name that the user typed.
    let words = [arguments.first ?? "syncbench", flag, own.string] + arguments.dropFirst()
    execv(tool.string, words.map { strdup($0) } + [nil])
    end("can't start '\(tool)': \(Errno(rawValue: errno))")
  }

  private static func found(beside folder: FilePath) -> FilePath {
    if let named = getenv(variable).map({ FilePath(String(cString: $0)) }) {
      guard isExecutable(named) else {
        end("\(variable) names '\(named)', which is no executable: name a `syncbench`, or unset it")
      }
      return named
    }
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    let installed = path.split(separator: ":").map { FilePath(String($0)).appending("syncbench") }
    let places = [folder.appending("syncbench-code")] + installed
    guard let tool = places.first(where: isExecutable) else {
      end(
        """
        no tool to measure with: \(variable) is not set, there is no 'syncbench-code' in '\(folder)' and no 'syncbench' on PATH
          `swift package syncbench` builds it; or install syncbench
        """)
    }
    return tool
  }

  private static func isExecutable(_ path: FilePath) -> Bool {
    var status = stat()
    return stat(path.string, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path.string, X_OK) == 0
  }

  /// Prints the declarations, as one JSON object.
  static func print(_ declarations: Declarations) -> Never {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let bytes = try? encoder.encode(declarations) + [UInt8(ascii: "\n")],
      (try? FileDescriptor.standardOutput.writeAll(bytes)) != nil
    else { exit(EXIT_FAILURE) }
    exit(EXIT_SUCCESS)
  }

  /// Ends the process with an error.
  static func end(_ message: String, status: Int32 = EX_UNAVAILABLE) -> Never {
    let name = CommandLine.arguments.first.flatMap { FilePath($0).lastComponent?.string }
    let text = "\(name ?? "syncbench"): error: \(message)\n"
    _ = try? FileDescriptor.standardError.writeAll(text.utf8)
    exit(status)
  }
}

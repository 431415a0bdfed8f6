import BenchmarkRunner
import FoundationEssentials
import Glibc
import SystemPackage

/// The executable with the commands, which a package of benchmarks does not compile.
///
/// The tool starts the benchmarks' executable for its declarations, and for each worker.
package enum MeasuringTool {
  /// The word before the path of the benchmarks' executable, first in the tool's arguments.
  package static let flag = "--benchmarks"
  /// The argument by which the tool asks an executable for its declarations.
  package static let declarationsWord = "declarations"
  /// The variable that names the tool.
  private static let variable = "SYNCBENCH_TOOL"
  /// EX_UNAVAILABLE of sysexits.h.
  private static let unavailable: Int32 = 69

  /// Replaces this process by the tool, which gets the arguments.
  static func take(over arguments: [String]) -> Never {
    guard let own = WorkerExecutable.running.path else {
      end(arguments, "can't read /proc/self/exe: is /proc mounted?", status: unavailable)
    }
    guard arguments.dropFirst().first != flag else {
      end(
        arguments,
        "'\(own)' has benchmarks, and is no tool that measures them: "
          + "let \(variable) name a `syncbench`", status: unavailable)
    }
    let tool = found(beside: own.removingLastComponent(), arguments)
    // The tool suggests commands by the name that the user typed.
    var words: [UnsafeMutablePointer<CChar>?] =
      ([arguments[0], flag, own.string] + arguments.dropFirst()).map { strdup($0) }
    words.append(nil)
    execv(tool.string, words)
    end(arguments, "can't start '\(tool)': \(Errno(rawValue: errno))", status: unavailable)
  }

  private static func found(beside folder: FilePath, _ arguments: [String]) -> FilePath {
    if let named = getenv(variable).map({ FilePath(String(cString: $0)) }) {
      guard isExecutable(named) else {
        end(
          arguments,
          "\(variable) names '\(named)', which is no executable: "
            + "let it name a `syncbench`, or unset it", status: unavailable)
      }
      return named
    }
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    let places =
      [folder.appending("syncbench-code")]
      + path.split(separator: ":").map { FilePath(String($0)).appending("syncbench") }
    guard let tool = places.first(where: isExecutable) else {
      end(
        arguments,
        "no tool to measure with: \(variable) is not set, there is no 'syncbench-code' in "
          + "'\(folder)' and no 'syncbench' on PATH\n  `swift package syncbench` builds it; "
          + "or install syncbench", status: unavailable)
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
  static func end(_ arguments: [String], _ message: String, status: Int32) -> Never {
    let name = arguments.first.flatMap { FilePath($0).lastComponent?.string } ?? "syncbench"
    _ = try? FileDescriptor.standardError.writeAll(Array("\(name): error: \(message)\n".utf8))
    exit(status)
  }
}

import BenchmarkReports
import Glibc

/// How a command ends.
enum ExitStatus: Int32 {
  /// Done.
  case done = 0
  /// An error of the world: a file, a permission, a launch.
  case world = 1
  /// Invalid or failed cases.
  case invalidCases = 3
  /// A wrong command line.
  case usage = 64
  /// Ctrl-C.
  case interrupted = 130
}

/// A failure with its message and exit status.
struct CommandFailure: Error {
  let message: String
  let status: ExitStatus
}

/// Standard output and standard error, and what they are connected to.
enum Console {
  /// The name that the tool was called by.
  static let toolName: String = {
    let path = CommandLine.arguments.first ?? "syncbench"
    return path.split(separator: "/").last.map(String.init) ?? "syncbench"
  }()

  /// Prints to standard output, where results go.
  static func output(_ text: String) { write(text, to: STDOUT_FILENO) }

  /// Prints a line to standard error, where everything else goes.
  static func note(_ text: String) { write(text + "\n", to: STDERR_FILENO) }

  /// Prints an error.
  static func error(_ text: String) { note("\(toolName): error: \(text)") }

  /// Colour for standard output: a terminal that has not refused it (https://no-color.org).
  static var palette: Palette {
    let isRefused = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
    return Palette(isColoured: isatty(STDOUT_FILENO) == 1 && !isRefused)
  }

  static func write(_ text: String, to descriptor: Int32) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      // A closed pipe or a full disk behind standard output: there is nobody left to tell.
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }
}

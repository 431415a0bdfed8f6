import BenchmarkDocument
import BenchmarkReports
import BenchmarkRunner
import Glibc
import SyncBenchmark
import Synchronization
import SystemPackage

/// The exit status of a command.
enum ExitStatus: Int32 {
  case done = 0
  /// An error outside the command line and the cases: a file, a permission, a launch.
  case world = 1
  /// Invalid or failed cases.
  case invalidCases = 3
  /// A wrong command line.
  case usage = 64
  /// Ctrl-C.
  case interrupted = 130
}

/// A failure with its message and exit status.
struct CommandFailure: Error, CustomStringConvertible {
  let message: String
  let status: ExitStatus

  var description: String { message }

  /// A failure that a wrong command line causes.
  static func usage(_ message: String) -> CommandFailure {
    CommandFailure(message: message, status: .usage)
  }

  /// A failure that a file, a permission or a launch causes.
  static func world(_ message: String) -> CommandFailure {
    CommandFailure(message: message, status: .world)
  }

  /// Returns the result of `body`, whose error becomes a failure with the same text.
  static func naming<Value>(
    _ status: ExitStatus, _ body: () throws -> Value
  ) throws(CommandFailure) -> Value {
    do {
      return try body()
    } catch {
      throw CommandFailure(message: "\(error)", status: status)
    }
  }
}

/// Standard output and standard error, and what they are connected to.
enum Console {
  /// The path of the benchmarks' executable; nil if the tool measures its own suites.
  static let benchmarks: String? =
    CommandLine.arguments.count > 2 && CommandLine.arguments[1] == MeasuringTool.flag
    ? CommandLine.arguments[2] : nil

  /// The command's words, after the tool's name and any `--benchmarks` with its path.
  static let arguments = Array(CommandLine.arguments.dropFirst(benchmarks == nil ? 1 : 3))

  /// The last part of the name that the user typed.
  static let programName = lastPart(of: CommandLine.arguments.first ?? "syncbench")

  /// The path that the user named by `--benchmarks`, if any.
  ///
  /// It is nil if the user started the benchmarks' executable: that process becomes the tool, but
  /// keeps the executable's name as the first word of its command line.
  static let namedBenchmarks: String? =
    WorkerExecutable.running.path?.lastComponent?.string == programName ? benchmarks : nil

  /// The words by which a suggested command begins.
  static let toolName =
    programName + (namedBenchmarks.map { " \(MeasuringTool.flag) \(quoted($0))" } ?? "")

  private static func lastPart(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? "syncbench"
  }

  /// Prints results to standard output.
  ///
  /// Results may quote foreign text, so the tool's colours are the only control sequences that
  /// pass.
  ///
  /// Lost output ends the command with status 1, because half a table must not pass for a whole
  /// one.
  static func output(_ text: String) {
    if !hasOutput(text) { exit(ExitStatus.world.rawValue) }
  }

  /// Prints a document to standard output.
  static func output(_ document: Document) { output(terminal.text(document)) }

  /// Prints to standard output and returns whether all was written, for callers that clean up if it
  /// was not.
  static func hasOutput(_ text: String) -> Bool {
    let status = write(terminal.printable(text), to: STDOUT_FILENO)
    // A reader that closes the pipe has read enough, and needs no message.
    if status != 0, status != EPIPE {
      error("can't write standard output: \(String(cString: strerror(status)))")
    }
    return status == 0
  }

  /// A path in quotes, so that a shell takes it as one word.
  static func quoted(_ path: String) -> String {
    "'" + path.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
      + "'"
  }

  /// Prints a note to standard error, which gets everything except results.
  ///
  /// A note may quote foreign text. Further lines are indented, so that no such line looks like a
  /// note of the tool, or like a command to the CI system that runs the tool.
  ///
  /// - Parameter patience: The time to wait for a full pipe or a stopped terminal, in ms, before
  ///   the note is dropped.
  static func note(_ text: String, patience: Int32 = 1000) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let indented = lines.prefix(1) + lines.dropFirst().map { "  " + $0.drop { $0 == " " } }
    let page = indented.joined(separator: "\n") + "\n"
    drop(after: patience, Terminal(isColoured: false).printable(page))
  }

  /// Whether standard error took nothing in the last wait.
  private static let isStalled = Atomic(false)

  /// Writes to standard error, or drops the text if it is not taken in time, because a stopped
  /// reader must not stop a run.
  ///
  /// - Parameter patience: The time to wait, in ms; there is no wait if nothing was taken during
  ///   the last wait.
  static func drop(after patience: Int32, _ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      var stream = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
      let ready = poll(&stream, 1, isStalled.load(ordering: .relaxed) ? 0 : patience)
      if ready < 0, errno == EINTR { continue }
      if ready > 0 || patience > 0 { isStalled.store(ready <= 0, ordering: .relaxed) }
      guard ready > 0 else { return }
      // A pipe that is ready takes PIPE_BUF bytes, which are 4096, without blocking.
      let count = bytes.prefix(4096).withUnsafeBytes {
        Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Prints an error.
  static func error(_ text: String) { note("\(programName): error: \(text)") }

  /// The form of text on standard output: coloured on a terminal, unless NO_COLOR refuses colours
  /// (https://no-color.org).
  static var terminal: Terminal {
    let isRefused = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
    return Terminal(
      isColoured: isatty(STDOUT_FILENO) == 1 && !isRefused, columns: columns(of: STDOUT_FILENO))
  }

  /// The number of columns of a terminal; nil if there is no terminal, or if the terminal does not
  /// report the number.
  static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 1
    return isKnown ? Int(size.ws_col) : nil
  }

  /// Writes all of a text, and returns 0 or the error's number.
  @discardableResult
  static func write(_ text: String, to descriptor: Int32) -> Int32 {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return count < 0 ? errno : EIO }
      bytes = bytes.dropFirst(count)
    }
    return 0
  }
}

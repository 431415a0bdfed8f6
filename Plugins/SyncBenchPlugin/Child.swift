import Foundation

/// A program that the plugin starts and waits for.
struct Child {
  private let program: URL?
  private let words: [String]
  private let isSilent: Bool
  private let folder: URL

  /// - Parameters:
  ///   - program: The program; nil to find `name` on the path.
  ///   - name: The name that the program sees as its own.
  ///   - isSilent: Whether the program's output is lost, except for its errors.
  init(_ program: URL?, name: String, _ words: [String], isSilent: Bool = false, in folder: URL) {
    self.program = program
    self.words = [name] + words
    self.isSilent = isSilent
    self.folder = folder
  }

  /// Runs the program to its end, and returns its exit status, or 128 and the signal that ended it.
  ///
  /// The program stays in the plugin's process group and gets the plugin's signals.
  func run() throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    // SwiftPM reads the plugin's output through a pipe. The program gets SwiftPM's terminal
    // instead, if there is one, so that it can draw progress.
    for descriptor in [Int32(1), 2] {
      if let terminal = Self.terminal(descriptor) {
        posix_spawn_file_actions_adddup2(&actions, terminal, descriptor)
      }
    }
    if isSilent { posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0) }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    guard FileManager.default.changeCurrentDirectoryPath(folder.path) else {
      throw Failure("can't enter '\(folder.path)'")
    }
    var process = pid_t()
    let problem = posix_spawnp(
      &process, program?.path ?? words[0], &actions, nil, &arguments, environ)
    guard problem == 0 else {
      throw Failure("can't start '\(words[0])': \(String(cString: strerror(problem)))")
    }
    started.process = process
    Self.holdSignals()
    if started.signal != 0 { kill(process, started.signal) }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    started.process = 0
    return status & 0x7f == 0 ? (status >> 8) & 0xff : 128 + (status & 0x7f)
  }

  /// Catches the signals that would end the plugin, and passes them to the running program or to
  /// the next one, so that the plugin can clean up.
  static func holdSignals() {
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      Glibc.signal(signal) {
        started.signal = $0
        if started.process != 0 { kill(started.process, $0) }
      }
    }
    // SwiftPM may end first, and nobody reads the plugin's output then.
    Glibc.signal(SIGPIPE) { _ in }
  }

  /// The last signal that arrived and was passed on; nil if none did.
  static var signal: Int32? { started.signal == 0 ? nil : started.signal }

  /// A descriptor of SwiftPM that is a terminal.
  private static func terminal(_ descriptor: Int32) -> Int32? {
    let opened = open("/proc/\(getppid())/fd/\(descriptor)", O_WRONLY | O_NOCTTY | O_CLOEXEC)
    return opened >= 0 && isatty(opened) == 1 ? opened : nil
  }
}

/// The child that signals are passed on to.
private let started = StartedProcess()

/// Unchecked: the members are single words, written by the plugin's thread and read by its signal
/// handlers, or the other way round.
private final class StartedProcess: @unchecked Sendable {
  /// The process that runs; 0 if none does.
  var process: pid_t = 0
  /// The last signal that arrived; 0 if none did.
  var signal: Int32 = 0
}

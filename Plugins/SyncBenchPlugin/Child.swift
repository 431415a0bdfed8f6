import Foundation

/// A program that the plugin starts and waits for.
struct Child {
  private let program: URL?
  private let words: [String]
  private let isSilent: Bool
  private let folder: URL

  /// - Parameters:
  ///   - program: The program; nil to find `name` on PATH.
  ///   - name: The name that the program sees as its own.
  ///   - isSilent: Whether the program's output is lost, except for its errors.
  init(_ program: URL?, name: String, _ words: [String], isSilent: Bool = false, in folder: URL) {
    self.program = program
    self.words = [name] + words
    self.isSilent = isSilent
    self.folder = folder
  }

  /// Runs the program to its end, and returns its exit status, or 128 plus the number of the signal
  /// that ended it.
  ///
  /// The program stays in the plugin's process group and gets the plugin's signals.
  func run() throws -> Int32 {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    for descriptor in [Int32(1), 2] {
      if let output = Self.swiftPMOutput(descriptor) {
        posix_spawn_file_actions_adddup2(&actions, output, descriptor)
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
  ///
  /// The end of SwiftPM counts as a SIGTERM.
  static func holdSignals() {
    _ = parentWatch
    for signal in [SIGINT, SIGTERM, SIGHUP] {
      Glibc.signal(signal) {
        started.signal = $0
        if started.process != 0 { kill(started.process, $0) }
      }
    }
    // SwiftPM may end first, and nobody reads the plugin's output then.
    Glibc.signal(SIGPIPE) { _ in }
  }

  /// The thread that sends the plugin a SIGTERM when SwiftPM has ended, because SwiftPM may be
  /// killed without the plugin.
  private static let parentWatch: Void = {
    let parent = getppid()
    Thread.detachNewThread {
      while getppid() == parent { usleep(300_000) }
      kill(getpid(), SIGTERM)
    }
  }()

  /// The last signal that arrived; nil if none did.
  static var signal: Int32? { started.signal == 0 ? nil : started.signal }

  /// Says what happens next, without SwiftPM's delay.
  static func say(_ text: String) {
    let output = swiftPMOutput(2) ?? 2
    _ = "\(text)\n".withCString { write(output, $0, strlen($0)) }
    if output != 2 { close(output) }
  }

  /// SwiftPM's own output if it is a terminal or a pipe; nil if it is a file, in which two writers
  /// would overwrite each other's text.
  ///
  /// The program draws its progress on that terminal. SwiftPM may hold back what a plugin writes to
  /// its own output until the plugin has ended.
  private static func swiftPMOutput(_ descriptor: Int32) -> Int32? {
    // Without O_NONBLOCK, opening a pipe whose reader has ended would wait for ever.
    let opened = open(
      "/proc/\(getppid())/fd/\(descriptor)", O_WRONLY | O_NOCTTY | O_CLOEXEC | O_NONBLOCK)
    guard opened >= 0, fcntl(opened, F_SETFL, O_WRONLY) == 0 else { return nil }
    var status = stat()
    if isatty(opened) == 1 || fstat(opened, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO {
      return opened
    }
    close(opened)
    return nil
  }
}

/// The child that signals are passed on to.
private let started = StartedProcess()

/// Unchecked: each member is one integer, which the plugin's thread writes and the signal handlers
/// read, or the other way round.
private final class StartedProcess: @unchecked Sendable {
  /// The process that runs; 0 if none does.
  var process: pid_t = 0
  /// The last signal that arrived; 0 if none did.
  var signal: Int32 = 0
}

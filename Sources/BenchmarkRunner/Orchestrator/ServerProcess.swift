import CSyncShims
import Glibc
import Synchronization

/// A fork server as the launcher sees it: a process at the other end of a socket.
///
/// The server takes one request at a time, and is ended at the latest when this object is released.
final class ServerProcess: Sendable {
  private let process: pid_t
  /// A socket, not a pipe: writing to a server that has ended must not end this process.
  private let socket: Int32
  private let reader: Mutex<LineReader>
  private let state = Mutex(State())
  private let patienceNanoseconds: UInt64

  private struct State {
    var isReady = false
    var isCancelled = false
    var hasEnded = false
  }

  /// A server's answer to a request.
  enum Answer: Sendable {
    case outcome(WorkerOutcome)
    /// The server never reported that it was ready: the executable is no server, or can't be a
    /// server on this machine.
    case neverReady
    /// The server gave no whole answer, and was ended.
    case ended
  }

  /// The time that a server may take to start, and by which its reply may exceed the worker's
  /// deadline, in ns: a server that needs longer is suspended or gone.
  static let usualPatienceNanoseconds: UInt64 = 10_000_000_000

  /// Starts a server; nil if the system refuses.
  ///
  /// - Parameter mask: The CPUs that the server is bound to before its libraries load; empty for
  ///   the inherited CPUs.
  init?(
    executable: String, arguments: [String], mask: [Int],
    patienceNanoseconds: UInt64 = usualPatienceNanoseconds
  ) {
    var words = ["syncbench"] + arguments
    if !mask.isEmpty { words += ["--cpus", mask.map(String.init).joined(separator: ",")] }
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
    defer { close(ends[1]) }
    guard let process = Self.spawn(executable, words, socket: ends[1]) else {
      close(ends[0])
      return nil
    }
    self.process = process
    self.patienceNanoseconds = patienceNanoseconds
    socket = ends[0]
    reader = Mutex(LineReader(descriptor: ends[0]))
  }

  deinit {
    end()
    // The socket is closed only here: a request that is cancelled while the server ends must not
    // shut down a descriptor that has been reused.
    close(socket)
  }

  /// Whether the server can be asked again: it runs, no request was cancelled, and no byte of a
  /// reply is unread.
  var isIdle: Bool {
    guard state.withLock({ !$0.isCancelled && !$0.hasEnded }), reader.withLock({ $0.isEmpty })
    else { return false }
    var watched = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
    return poll(&watched, 1, 0) == 0
  }

  /// Makes the server measure in a copy of itself.
  ///
  /// If the task is cancelled, the copy ends and the function returns; the server then ends too.
  /// A thread of ours, not of a pool, sleeps until the reply comes.
  func ask(
    _ request: some Sequence<UInt8> & Sendable, deadlineNanoseconds: UInt64
  ) async -> Answer {
    await withTaskCancellationHandler {
      await onThread { [self] in exchange(request, deadlineNanoseconds: deadlineNanoseconds) }
        ?? .ended
    } onCancel: {
      cancel()
    }
  }

  /// Ends the server and its running copy, if it has one.
  func end() {
    let isFirst = state.withLock { state in
      defer { state.hasEnded = true }
      return !state.hasEnded
    }
    guard isFirst else { return }
    kill(process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
  }

  /// Shuts down the server's input, which makes the server end its running copy; a server that is
  /// not ready is not waited for.
  private func cancel() {
    state.withLock { state in
      state.isCancelled = true
      _ = shutdown(socket, Int32(state.isReady ? SHUT_WR : SHUT_RDWR))
    }
  }

  private func exchange(_ request: some Sequence<UInt8>, deadlineNanoseconds: UInt64) -> Answer {
    guard state.withLock({ $0.isReady }) || waitForStart() else {
      end()
      return .neverReady
    }
    let line = Array("\(deadlineNanoseconds) ".utf8) + request + [UInt8(ascii: "\n")]
    if send(line),
      let reply = reply(within: deadlineNanoseconds.plus(patienceNanoseconds)),
      let outcome = WorkerOutcome(reply)
    {
      return .outcome(outcome)
    }
    end()
    return .ended
  }

  private func waitForStart() -> Bool {
    guard reply(within: patienceNanoseconds)?.ending == .ready else { return false }
    return state.withLock { state in
      state.isReady = true
      return !state.isCancelled
    }
  }

  /// Reads the next reply; nil if no whole reply arrives in time: the server is then suspended or
  /// gone.
  private func reply(within nanoseconds: UInt64) -> ForkServerReply? {
    reader.withLock { reader in
      reader.due = sync_monotonic_ns().plus(nanoseconds)
      return ForkServerReply(reading: &reader)
    }
  }

  private func send(_ text: some Sequence<UInt8>) -> Bool {
    var bytes = Array(text)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      bytes = bytes.dropFirst(count)
    }
    return true
  }

  /// Starts the executable with the socket as standard input and output, in a process group of its
  /// own, so that Ctrl-C reaches only the orchestrator.
  private static func spawn(_ executable: String, _ words: [String], socket: Int32) -> pid_t? {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, socket, 0)
    posix_spawn_file_actions_adddup2(&actions, socket, 1)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    // The orchestrator ignores these signals, and a worker must not.
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
    var process = pid_t()
    let status = withCStrings(words) { argv in
      withCStrings(environment()) { variables in
        posix_spawn(&process, executable, &actions, &attributes, argv, variables)
      }
    }
    return status == 0 ? process : nil
  }

  /// This process's environment with `changes`, and without Swift's backtraces: a backtrace of a
  /// crashed worker takes seconds and is of no use.
  static func environment(replacing changes: [String: String] = [:]) -> [String] {
    let changes = changes.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    var variables = changes.map { "\($0)=\($1)" }
    guard var next = sync_environment() else { return variables }
    while let variable = next.pointee {
      let text = String(cString: variable)
      if changes[String(text.prefix { $0 != "=" })] == nil { variables.append(text) }
      next += 1
    }
    return variables
  }
}

/// Runs `body` on a thread of its own, and waits for its end; nil if no thread can be started.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result? {
  await withCheckedContinuation { continuation in
    guard let thread = startThread({ continuation.resume(returning: body()) }) else {
      return continuation.resume(returning: nil)
    }
    pthread_detach(thread)
  }
}

/// Calls `body` with the texts as a null-terminated list of C strings.
func withCStrings<Result>(
  _ texts: [String], _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = .allocate(
    capacity: texts.count + 1)
  for (index, text) in texts.enumerated() { pointers[index] = strdup(text) }
  pointers[texts.count] = nil
  defer {
    for index in texts.indices { free(pointers[index]) }
    pointers.deallocate()
  }
  return body(pointers)
}

extension WorkerOutcome {
  /// Reads a server's reply about a copy; nil for a reply that is about the server.
  init?(_ reply: ForkServerReply) {
    let error = String(decoding: reply.error, as: UTF8.self)
    switch reply.ending {
    case .exited(let status):
      self = .exited(
        status: Int(status), output: String(decoding: reply.output, as: UTF8.self), error: error)
    case .signalled(let signal): self = .signalled(signal: Int(signal), error: error)
    case .timedOut, .cancelled: self = .timedOut
    case .unreadable:
      let limits = ForkServerReply.limits.map { $0 >> 20 }
      self = .unreadable(
        reason: "it wrote more than \(limits[0]) MiB of output or \(limits[1]) MiB of errors")
    case .notLaunched(let reason): self = .notLaunched(reason: reason)
    case .ready: return nil
    }
  }
}

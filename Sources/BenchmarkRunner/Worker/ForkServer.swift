import BenchmarkModel
import CSyncShims
import FoundationEssentials
import Glibc

/// A worker that has started and answers each request in a copy of itself.
///
/// A launch then costs only a fork, because the server linked the executable, made the catalogue
/// and tried its JSON coders when it started. The server has one thread, starts none and measures
/// nothing, so that a copy equals a worker that has just started. The copies share the server's
/// layout of memory, so only one copy of a server measures a given case.
///
/// A request is a line on standard input: the deadline in ns, a space, the worker's request. Its
/// reply is a ``ForkServerReply``. While a copy runs, any byte on standard input, and the end of
/// the input, ends the copy.
struct ForkServer {
  /// The copy's work on the bytes of a request: writes the answer and returns the exit status.
  let answer: (ArraySlice<UInt8>) -> Int32

  /// Serves until standard input ends, and returns the exit status.
  func serve() -> Int32 {
    guard sync_thread_count() == 1, Self.canWatchProcesses else { return 1 }
    // A copy's descendant that loses its parent becomes the server's child, even outside the copy's
    // process group.
    _ = sync_adopt_orphans()
    Self.warmUp()
    ForkServerReply.ready.write(to: 1)
    var input = LineReader(descriptor: 0)
    while let line = input.next() {
      guard let space = line.firstIndex(of: UInt8(ascii: " ")),
        let deadline = UInt64(String(decoding: line[..<space], as: UTF8.self))
      else { return 1 }
      reply(to: line[(space + 1)...], deadlineNanoseconds: deadline).write(to: 1)
    }
    return 0
  }

  /// Whether the kernel reports a process's end by a descriptor: not before Linux 5.3, nor if a
  /// seccomp filter forbids it.
  private static var canWatchProcesses: Bool {
    let descriptor = sync_open_process(getpid())
    if descriptor >= 0 { close(descriptor) }
    return descriptor >= 0
  }

  /// Encodes and decodes a request, and encodes an answer, so that no copy has to look types up.
  private static func warmUp() {
    let id = CaseID(suite: "a", workload: "b", primitive: "c", parameters: [])
    for placement in [Placement.pinned(cpus: [0]), .process(cpus: [0]), .unpinned] {
      var request = WorkerRequest(task: .measure, caseID: id, placement: placement, nice: 0)
      request.throttleFile = ""
      guard let bytes = try? JSONEncoder().encode(request) else { return }
      _ = try? Worker.decode(Array(bytes))
    }
    let witness = TrialWitness(
      stolenNanoseconds: 0, waitedNanoseconds: 0, throttledNanoseconds: 0, slowness: 1,
      crowding: 1, state: .quiet)
    let row = TrialRow(
      trial: 0, startNanoseconds: 0, operations: 0, elapsedNanoseconds: 0, stealNanoseconds: 0,
      witness: witness)
    let messages: [WorkerMessage] = [
      .hello(protocolVersion: workerProtocolVersion), .trial(row),
      .thread(ThreadRow(thread: 0, cpu: 0, operations: 0, longestWaitNanoseconds: 0)),
      .latency(LatencyRow(valueNanoseconds: 0, count: 0)),
      .observation(ObservationRow(trial: 0, name: "", value: 0)), .done,
    ]
    for message in messages { _ = try? JSONEncoder().encode(message) }
  }

  private func reply(
    to request: ArraySlice<UInt8>, deadlineNanoseconds: UInt64
  ) -> ForkServerReply {
    var (output, error): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    var problem = sync_pipe(&output)
    if problem == 0 { problem = sync_pipe(&error) }
    let server = getpid()
    let copy = problem == 0 ? sync_fork() : problem
    if copy == 0 {
      // A copy must not outlive its server: after this call, the kernel ends the copy when the
      // server ends. If the server was killed before the call, the copy has another parent.
      _ = sync_end_with_parent()
      if getppid() != server { _exit(1) }
      setpgid(0, 0)
      // The copy's writes wait until a pipe has room; the server's reads do not wait.
      for descriptor in [output[1], error[1]] { _ = fcntl(descriptor, F_SETFL, 0) }
      dup2(output[1], 1)
      dup2(error[1], 2)
      let nothing = open("/dev/null", O_RDONLY | O_CLOEXEC)
      dup2(nothing, 0)
      for descriptor in output + error + [nothing] { close(descriptor) }
      _exit(answer(request))
    }
    defer { for descriptor in [output[0], error[0]] where descriptor >= 0 { close(descriptor) } }
    for descriptor in [output[1], error[1]] where descriptor >= 0 { close(descriptor) }
    guard copy > 0 else {
      return ForkServerReply(ending: .notLaunched(String(cString: strerror(-copy))))
    }
    setpgid(copy, copy)
    return ForkedWorker(
      process: copy, output: output[0], error: error[0], cancellation: 0,
      deadlineNanoseconds: deadlineNanoseconds
    ).reply()
  }
}

/// A worker in a process group of its own; the thread that forked the worker waits for its end.
struct ForkedWorker {
  let process: Int32
  let output: Int32
  let error: Int32
  /// The descriptor that becomes readable when the worker is no longer wanted.
  let cancellation: Int32
  let deadlineNanoseconds: UInt64

  /// Sleeps until the copy ends, is late or is no longer wanted, and returns the reply.
  func reply() -> ForkServerReply {
    let end = sync_open_process(process)
    defer { if end >= 0 { close(end) } }
    var texts: [[UInt8]] = [[], []]
    // A descriptor that the copy has closed would be readable forever, and is no longer watched.
    var open = [output, error]
    var due = sync_monotonic_ns().plus(deadlineNanoseconds)
    var ending: ForkServerReply.Ending?
    while true {
      let now = sync_monotonic_ns()
      var watched = ([end, ending == nil ? cancellation : -1] + open).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      let left = Int32(clamping: due > now ? (due - now) / 1_000_000 + 1 : 0)
      let count = poll(&watched, nfds_t(watched.count), left)
      if count < 0, errno != EINTR { break }
      for (index, limit) in ForkServerReply.limits.enumerated() {
        drain([output, error][index], into: &texts[index])
        if watched[2 + index].revents & Int16(POLLHUP) != 0 { open[index] = -1 }
        if texts[index].count > limit, ending == nil { ending = .unreadable }
      }
      if watched[0].revents != 0 { break }
      if watched[1].revents != 0 { ending = .cancelled }
      if count == 0 { ending = .timedOut }
      if ending != nil {
        // A killed copy ends immediately, unless it is in an uninterruptible system call.
        kill(-process, SIGKILL)
        due = .max
      }
    }
    // The rest of the copy's group is ended before the group's number can be reused.
    kill(-process, SIGKILL)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    endOrphans()
    return ForkServerReply(
      ending: ending ?? .init(waitStatus: status), output: texts[0], error: texts[1])
  }

  /// Ends and reaps the processes that the ended copy has left, even those in other process groups:
  /// they are now the only children of this thread.
  private func endOrphans() {
    // The children of a killed orphan become children of the server: the next generation.
    for _ in 0..<Self.mostGenerations {
      let orphans = Self.children()
      if orphans.isEmpty { return }
      for orphan in orphans {
        kill(orphan, SIGKILL)
        while waitpid(orphan, nil, 0) < 0, errno == EINTR {}
      }
    }
  }

  /// The largest number of generations of orphans that are ended, so that processes that fork
  /// forever don't hold up the server.
  private static let mostGenerations = 1000

  /// The first children of this thread that fit the buffer; empty if the kernel does not list them.
  private static func children() -> [Int32] {
    let file = open("/proc/thread-self/children", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = buffer.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
    // A blank ends each number. The last number of a full buffer may be cut, and then is wrong.
    let numbers = String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
      .split(separator: " ", omittingEmptySubsequences: false)
    return numbers.dropLast().compactMap { Int32($0) }
  }

  private func drain(_ descriptor: Int32, into text: inout [UInt8]) {
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      // Bytes beyond the limit are dropped, so that an endless output does not fill the memory.
      if text.count <= ForkServerReply.limits[0] { text += buffer.prefix(count) }
    }
  }
}

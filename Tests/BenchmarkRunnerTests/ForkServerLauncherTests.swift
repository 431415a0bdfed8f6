import BenchmarkModel
import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import BenchmarkRunner

/// Tests of the launcher with shell scripts in place of fork servers.
///
/// The command line's tests start the real server.
@Suite(.timeLimit(.minutes(10))) struct ForkServerLauncherTests {
  private let tree: FixtureTree

  init() throws { tree = try FixtureTree(holdsPrograms: true) }

  /// A launcher whose tool logs its start, and runs `served` if asked to serve, otherwise `alone`.
  private func launcher(
    _ served: String, alone: String = "echo alone; cat > /dev/null",
    patienceNanoseconds: UInt64 = 600_000_000_000
  ) throws -> ForkServerLauncher {
    let path = try tree.script(
      "/tool",
      """
      for word; do if [ "$word" = --serve ]; then
      echo "$$ $*" >> \(tree.root)/servers
      \(served)
      exit; fi; done
      echo "$$ $*" >> \(tree.root)/workers
      \(alone)
      """)
    // A shell reads the script, because a newly written file can't be executed while a process that
    // another test is starting still holds the file open.
    return ForkServerLauncher(
      WorkerExecutable(at: "/bin/sh"), leadingArguments: [path],
      patienceNanoseconds: patienceNanoseconds)
  }

  private func lines(_ name: String) -> [[Substring]] {
    let text = try? String(contentsOfFile: tree.root + "/" + name, encoding: .utf8)
    return (text ?? "").split(separator: "\n").map { $0.split(separator: " ") }
  }

  /// The processes that served so far.
  private var servers: [pid_t] { lines("servers").compactMap { $0.first.flatMap { pid_t($0) } } }

  private func request(
    _ primitive: String = "ticket", placement: Placement = .unpinned,
    task: WorkerRequest.Task = .measure
  ) -> WorkerRequest {
    WorkerRequest(
      task: task,
      caseID: CaseID(suite: "locks", workload: "w", primitive: primitive, parameters: []),
      placement: placement)
  }

  private func launch(
    _ launcher: ForkServerLauncher, _ request: WorkerRequest? = nil
  ) async -> WorkerOutcome {
    await launcher.launch(request ?? self.request(), deadlineNanoseconds: 600_000_000_000)
  }

  /// A server that reports its start and answers each request with the request's number.
  private static let counting = """
    echo ready 0 0 0; number=0
    while read -r line; do number=$((number + 1)); printf 'exited 0 2 0\\n%s\\n' $number; done
    """

  // MARK: Good servers

  @Test func `a server answers requests for many cases, and for each case once`() async throws {
    let launcher = try launcher(Self.counting)
    var outputs: [WorkerOutcome] = []
    for name in ["ticket", "mutex", "clh", "ticket", "mutex", "mutex"] {
      outputs.append(await launch(launcher, request(name)))
    }
    #expect(
      outputs
        == ["1", "2", "3", "1", "2", "1"].map { .exited(status: 0, output: "\($0)\n", error: "") })
    #expect(servers.count == 3)
    #expect(Set(servers).count == 3)
    #expect(lines("workers").isEmpty)
  }

  @Test func `the same server may repeat a calibration`() async throws {
    let launcher = try launcher(Self.counting)
    for _ in 0..<3 { _ = await launch(launcher, request(task: .calibrateOperations)) }
    _ = await launch(launcher, WorkerRequest(task: .calibrateWork))
    #expect(servers.count == 1)
  }

  @Test func `each CPU mask has its own server, which is bound to the mask as it starts`()
    async throws
  {
    let launcher = try launcher(Self.counting)
    let placements: [Placement] = [
      .process(cpus: [0]), .process(cpus: [0, 1]), .pinned(cpus: [0, 1]), .unpinned,
    ]
    for (name, placement) in zip(["a", "b", "c", "d"], placements) {
      _ = await launch(launcher, request(name, placement: placement))
    }
    #expect(
      lines("servers").map { $0.dropFirst().joined(separator: " ") } == [
        "worker --serve --cpus 0", "worker --serve --cpus 0,1", "worker --serve",
      ])
  }

  @Test func `a server is handed the deadline and the request`() async throws {
    let launcher = try launcher(
      "echo ready 0 0 0; read -r line; printf 'exited 0 %s 0\\n%s' ${#line} \"$line\"; read -r line"
    )
    guard case .exited(0, let output, "") = await launch(launcher) else {
      Issue.record("it did not answer")
      return
    }
    let words = output.split(separator: " ", maxSplits: 1)
    #expect(words.first == "600000000000")
    #expect(try Worker.decode(Array(words[1].utf8)) == request())
  }

  @Test(
    arguments: [
      ("exited 7 0 3\\nbad", .exited(status: 7, output: "", error: "bad")),
      ("signalled 11 0 4\\ntrap", .signalled(signal: 11, error: "trap")),
      ("timed-out 0 0 0\\n", .timedOut), ("cancelled 0 0 0\\n", .timedOut),
      (
        "unreadable 0 0 0\\n",
        .unreadable(reason: "it wrote more than 8 MiB of output or 1 MiB of errors")
      ),
      ("not-launched 0 0 4\\nfull", .notLaunched(reason: "full")),
    ] as [(String, WorkerOutcome)])
  func `every kind of reply becomes an outcome, and the server stays in use`(
    reply: String, outcome: WorkerOutcome
  ) async throws {
    let launcher = try launcher(
      "echo ready 0 0 0; while read -r line; do printf '\(reply)'; done")
    #expect(await launch(launcher) == outcome)
    #expect(await launch(launcher, request("mutex")) == outcome)
    #expect(servers.count == 1)
  }

  @Test func `a request that counts or describes starts a worker without a server`() async throws {
    let launcher = try launcher(Self.counting)
    var counting = request()
    counting.counting = CountingRequest(pass: .counters)
    for request in [counting, request(task: .describe), request(task: .countInstructions)] {
      #expect(
        await launch(launcher, request) == .exited(status: 0, output: "alone\n", error: ""))
    }
    #expect(servers.isEmpty)
    #expect(lines("workers").count == 3)
  }

  // MARK: Programs that are no server

  @Test(arguments: [
    "", "exit 3", "kill -9 $$", "echo rubbish", "printf rubbish; read -r line", "echo ready",
    "echo ready 0 0", "echo exited 0 0 0; read -r line", "echo ready 0 0 9999999999; read -r line",
  ])
  func `a program that is no server is tried once and then started for each launch`(script: String)
    async throws
  {
    // A script that prints half of a line and then waits uses up the launcher's patience.
    let patience: UInt64 = script.hasPrefix("printf") ? 0 : 600_000_000_000
    let launcher = try launcher(script, patienceNanoseconds: patience)
    for name in ["ticket", "mutex", "clh"] {
      #expect(
        await launch(launcher, request(name))
          == .exited(status: 0, output: "alone\n", error: ""))
    }
    #expect(servers.count <= 1)
    #expect(lines("workers").count == 3)
  }

  @Test(arguments: ["/bin/true", "/nonexistent/tool", "/"])
  func `a path that is no executable, or does nothing, never hangs a launch`(path: String) async {
    let launcher = ForkServerLauncher(WorkerExecutable(at: FilePath(path)))
    for _ in 0..<2 {
      switch await launch(launcher) {
      case .exited(0, "", ""): #expect(path == "/bin/true")
      case .notLaunched: #expect(path != "/bin/true")
      case let other: Issue.record("\(other)")
      }
    }
  }

  @Test(arguments: [
    "", "printf 'exited 0'", "printf 'exited 0 9 0\\nhalf'", "echo rubbish", "kill -9 $$",
    "echo ready 0 0 0",
  ])
  func `a server that ends or writes nonsense fails its launch, and the next has a new server`(
    script: String
  ) async throws {
    let launcher = try launcher("echo ready 0 0 0; read -r line; \(script)")
    for count in 1...2 {
      #expect(
        await launch(launcher)
          == .notLaunched(reason: "the fork server ended, or did not answer"))
      #expect(servers.count == count)
    }
    #expect(lines("workers").isEmpty)
  }

  @Test(arguments: ["", "exited 0 2 0\\n2\\n", "ready 0 0 0\\n", "x"])
  func `an early reply is taken, and a server that replies more than once is not used again`(
    more: String
  ) async throws {
    let launcher = try launcher(
      "printf 'ready 0 0 0\\nexited 0 2 0\\n1\\n\(more)'; while read -r line; do :; done")
    for count in 1...2 {
      // A reply that comes before its request looks like any other reply. If its trials took longer
      // than the launch, the answer is refused later (AnswerBounds).
      #expect(
        await launch(launcher, request("case-\(count)"))
          == .exited(status: 0, output: "1\n", error: ""))
      if !more.isEmpty { #expect(servers.count == count) }
      if more.isEmpty { break }
    }
    #expect(lines("workers").isEmpty)
  }

  @Test func `a second reply to one request is not taken for the next request's reply`()
    async throws
  {
    let launcher = try launcher(
      """
      echo ready 0 0 0; read -r line; printf 'exited 0 2 0\\n1\\nexited 0 2 0\\n2\\n'; read -r line
      """)
    for name in ["ticket", "mutex"] {
      #expect(
        await launch(launcher, request(name)) == .exited(status: 0, output: "1\n", error: ""))
    }
    #expect(servers.count == 2)
  }

  @Test func `a server that stops within a reply is given up after the deadline and the patience`()
    async throws
  {
    let launcher = try launcher(
      "echo ready 0 0 0; read -r line; printf 'exited 0 9 0\\nhalf'; read -r line",
      patienceNanoseconds: 500_000_000)
    let outcome = await launcher.launch(request(), deadlineNanoseconds: 0)
    // On a machine too busy to start the shell in half a second, the script passes for no server.
    #expect(
      outcome == .notLaunched(reason: "the fork server ended, or did not answer")
        || outcome == .exited(status: 0, output: "alone\n", error: ""))
  }

  @Test func `a server that ended while it was idle fails no launch`() async throws {
    let launcher = try launcher(
      "echo ready 0 0 0; read -r line; printf 'exited 0 0 0\\n'; exec <&- >&-")
    for name in ["ticket", "mutex", "clh"] {
      #expect(
        await launch(launcher, request(name)) == .exited(status: 0, output: "", error: ""))
      while let last = servers.last, isRunning(last) { await Task.yield() }
    }
    #expect(servers.count == 3)
    #expect(lines("workers").isEmpty)
  }

  // MARK: Cancellation and ends

  @Test func `a cancelled launch closes its server's input, and the next launch has a new server`()
    async throws
  {
    // The server answers only after its input has ended.
    let launcher = try launcher(
      """
      echo ready 0 0 0
      read -r line; echo > \(tree.root)/asked
      if [ -e \(tree.root)/second ]; then echo exited 0 0 0; read -r line; exit; fi
      echo > \(tree.root)/second
      cat > /dev/null; echo cancelled 0 0 0
      """)
    let asked = tree.root + "/asked"
    let task = Task { await launch(launcher) }
    while access(asked, F_OK) != 0 { await Task.yield() }
    task.cancel()
    #expect(await task.value == .timedOut)
    #expect(await launch(launcher, request("mutex")) == .exited(status: 0, output: "", error: ""))
    #expect(servers.count == 2)
  }

  @Test
  func `a launch that is cancelled before its server is ready does not wait for the server`()
    async throws
  {
    let launcher = try launcher("echo > \(tree.root)/started; read -r line; read -r line")
    let started = tree.root + "/started"
    let task = Task { await launch(launcher) }
    while access(started, F_OK) != 0 { await Task.yield() }
    task.cancel()
    guard case .notLaunched = await task.value else {
      Issue.record("it was launched")
      return
    }
    #expect(lines("workers").isEmpty)
  }

  @Test func `a launch in an already cancelled task is reported as not launched`() async throws {
    let launcher = try launcher(Self.counting)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await launch(launcher)
    }
    guard case .notLaunched = await task.value else {
      Issue.record("it was launched")
      return
    }
  }

  @Test func `no server and no zombie is left after the launcher is released`() async throws {
    var launcher: ForkServerLauncher? = try self.launcher(Self.counting)
    for (name, cpus) in [("a", []), ("b", [0]), ("a", [])] {
      if let launcher {
        _ = await launch(
          launcher, request(name, placement: cpus.isEmpty ? .unpinned : .process(cpus: cpus)))
      }
    }
    let all = servers
    #expect(all.count == 3)
    // The first server was replaced. The thread that asked it may keep it alive for a moment.
    while kill(all[0], 0) == 0 { await Task.yield() }
    #expect(kill(all[1], 0) == 0)
    #expect(kill(all[2], 0) == 0)
    launcher = nil
    while all.contains(where: { kill($0, 0) == 0 }) { await Task.yield() }
  }

  @Test func `concurrent launches have servers of their own`() async throws {
    let launcher = try launcher(Self.counting)
    let outcomes = await withTaskGroup(of: WorkerOutcome.self) { group in
      for _ in 0..<6 { group.addTask { await launch(launcher) } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(outcomes.allSatisfy { $0 == .exited(status: 0, output: "1\n", error: "") })
    #expect(servers.count == 6)
  }

  /// Whether a process exists and has not ended.
  private func isRunning(_ process: pid_t) -> Bool {
    let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    // A blank and the state follow the name, which may hold any character.
    guard let text, let name = text.lastIndex(of: ")") else { return false }
    return text[name...].dropFirst(2).first != "Z"
  }

  // MARK: Descriptors

  /// The number of sockets that this process has open.
  private func openEnds() -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return names.count {
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      return target?.hasPrefix("socket:") == true
    }
  }

  @Test func `launches close their descriptors, whether they succeed or fail`() async throws {
    let before = openEnds()
    do {
      let good = try launcher(Self.counting)
      for _ in 0..<100 { _ = await launch(good) }
      let bad = try launcher("echo ready 0 0 0; read -r line")
      for _ in 0..<100 { _ = await launch(bad) }
    }
    // Other tests have sockets open at the same time.
    while openEnds() > before + 80 { await Task.yield() }
  }
}

import BenchmarkModel
import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import BenchmarkRunner

/// Tests that the real tool answers as a fork server in the same way as a worker started by exec.
@Suite(.serialized, .timeLimit(.minutes(10))) struct ForkServerTests {
  private let tool: Tool
  private let broken: Tool
  /// The servers of earlier tests, which are still ending.
  private let others: Set<pid_t>

  init() throws {
    others = Set(Self.servers())
    tool = try Tool.release()
    broken = try Tool.brokenLocks()
  }

  private func request(
    _ name: String, trials: Int = 2, placement: Placement = .unpinned
  ) throws -> WorkerRequest {
    var request = WorkerRequest(
      task: .measure, caseID: try CaseID(parsing: name), placement: placement,
      sampling: Sampling(warmups: 0, trials: trials, trialNanoseconds: 100_000),
      pace: .operations, operations: 1000)
    request.orchestrator = getpid()
    return request
  }

  private static let hour: UInt64 = 3_600_000_000_000

  private func launchers(of tool: Tool) -> (served: ForkServerLauncher, alone: SubprocessLauncher) {
    (
      ForkServerLauncher(WorkerExecutable(at: tool.path)),
      SubprocessLauncher(WorkerExecutable(at: tool.path))
    )
  }

  private func answer(
    _ launcher: some WorkerLaunching, _ request: WorkerRequest, deadline: UInt64 = hour
  ) async -> WorkerAnswer {
    WorkerAnswer(
      await launcher.launch(request, deadlineNanoseconds: deadline), deadlineNanoseconds: deadline)
  }

  /// The running servers of this test.
  private func servers() -> [pid_t] { Self.servers().filter { !others.contains($0) } }

  private static func servers() -> [pid_t] {
    // Scripts that serve in other tests are not counted.
    children(of: getpid()).filter {
      arguments(of: $0).first == "syncbench" && arguments(of: $0).contains("--serve")
    }
  }

  private func children(of parent: pid_t) -> [pid_t] { Self.children(of: parent) }

  private static func children(of parent: pid_t) -> [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter { process in
      let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      guard let text, let name = text.lastIndex(of: ")") else { return false }
      let words = text[name...].split(separator: " ")
      return words.count > 2 && words[1] != "Z" && words[2] == "\(parent)"
    }
  }

  private static func arguments(of process: pid_t) -> [String] {
    let bytes = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") ?? Data()
    return bytes.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  // MARK: Answers

  @Test func `a copy measures in the same way as a worker started by exec`() async throws {
    let (served, alone) = launchers(of: tool)
    let request = try request("locks/uncontended/ticket/inside=0")
    for _ in 0..<3 {
      for answer in [await answer(served, request), await answer(alone, request)] {
        guard case .measured(let record) = answer else {
          Issue.record("\(answer)")
          return
        }
        #expect(record.trials.map(\.operations) == [1000, 1000])
        #expect(record.trials.allSatisfy { $0.isVerified && $0.witness != nil })
        #expect(record.threads.count == 1)
      }
    }
  }

  @Test func `a copy calibrates, and refuses with the same text as a worker started by exec`()
    async throws
  {
    let (served, alone) = launchers(of: tool)
    for launcher in [served, alone] as [any WorkerLaunching] {
      guard
        case .calibrated(let value) = await answer(launcher, WorkerRequest(task: .calibrateWork))
      else {
        Issue.record("no value")
        return
      }
      #expect(value.isCalibrated)
    }
    let unknown = try request("locks/uncontended/nosuch/inside=0")
    #expect(await answer(served, unknown).reason == answer(alone, unknown).reason)
    var other = try request("locks/uncontended/ticket/inside=0")
    other.protocolVersion += 1
    #expect(await answer(served, other).reason == answer(alone, other).reason)
  }

  @Test(arguments: ["crashes", "exits", "babbles", "loses-updates"])
  func `a broken lock ends a copy in the same way as a worker started by exec`(lock: String)
    async throws
  {
    let (served, alone) = launchers(of: broken)
    let request = try request("locks/uncontended/\(lock)/inside=0")
    let first = await served.launch(request, deadlineNanoseconds: Self.hour)
    let second = await alone.launch(request, deadlineNanoseconds: Self.hour)
    switch (first, second) {
    case (.signalled(let one, let its), .signalled(let other, let others)):
      #expect(one == other)
      #expect(its.contains("the tenth acquisition"))
      #expect(others.contains("the tenth acquisition"))
    case (.exited(let one, _, let its), .exited(let other, _, let others)):
      #expect(one == other)
      #expect(its == others)
    default: Issue.record("\(first) is not \(second)")
    }
    #expect(
      WorkerAnswer(first, deadlineNanoseconds: 1).failureKind
        == WorkerAnswer(second, deadlineNanoseconds: 1).failureKind)
    // The server must still answer.
    let good = try self.request("locks/uncontended/ticket/inside=0")
    guard case .measured = await answer(served, good) else {
      Issue.record("the server is gone")
      return
    }
  }

  @Test func `a copy that hangs is killed at its deadline, and leaves no process`() async throws {
    let (served, alone) = launchers(of: broken)
    let request = try request("locks/uncontended/self-deadlocks/inside=0")
    for launcher in [served, alone] as [any WorkerLaunching] {
      #expect(await launcher.launch(request, deadlineNanoseconds: 300_000_000) == .timedOut)
    }
    let server = try #require(servers().first)
    #expect(children(of: server).isEmpty)
    #expect(await served.launch(request, deadlineNanoseconds: 0) == .timedOut)
  }

  // MARK: Ends

  /// Launches a copy that never ends, and calls `body` with its server and the copy when the copy
  /// runs.
  private func withHangingCopy(
    _ launcher: ForkServerLauncher,
    _ body: (_ server: pid_t, _ copy: pid_t, _ launch: Task<WorkerOutcome, Never>) async throws
      -> Void
  ) async throws {
    let before = Set(servers())
    let request = try request("locks/uncontended/self-deadlocks/inside=0")
    let launch = Task { await launcher.launch(request, deadlineNanoseconds: Self.hour) }
    while true {
      if let server = servers().first(where: { !before.contains($0) }),
        let copy = children(of: server).first
      {
        return try await body(server, copy, launch)
      }
      await Task.yield()
    }
  }

  private func waitForEnd(of process: pid_t) async {
    while isRunning(process) { await Task.yield() }
  }

  @Test func `cancelling a launch ends its copy and its server`() async throws {
    let (served, _) = launchers(of: broken)
    try await withHangingCopy(served) { server, copy, launch in
      launch.cancel()
      #expect(await launch.value == .timedOut)
      // The server reaped the copy before it answered.
      #expect(!isRunning(copy))
      await waitForEnd(of: server)
    }
    let good = try request("locks/uncontended/ticket/inside=0")
    guard case .measured = await answer(served, good) else {
      Issue.record("it can't be used any more")
      return
    }
  }

  @Test func `killing a server ends its copy, and the next launch has a new server`() async throws {
    let (served, _) = launchers(of: broken)
    try await withHangingCopy(served) { server, copy, launch in
      kill(server, SIGKILL)
      #expect(
        await launch.value
          == .notLaunched(reason: "the fork server ended, or did not answer"))
      await waitForEnd(of: copy)
      await waitForEnd(of: server)
    }
    let good = try request("locks/uncontended/ticket/inside=0")
    for _ in 0..<2 {
      guard case .measured = await answer(served, good) else {
        Issue.record("no new server")
        return
      }
    }
  }

  @Test func `killing an idle server fails no launch`() async throws {
    let (served, _) = launchers(of: tool)
    let names = ["ticket", "mutex", "clh"].map { "locks/uncontended/\($0)/inside=0" }
    for name in names {
      guard case .measured = await answer(served, try request(name)) else {
        Issue.record("\(name) was not measured")
        return
      }
      for server in servers() {
        kill(server, SIGKILL)
        await waitForEnd(of: server)
      }
    }
  }

  @Test func `a killed copy is a crash, and its server continues`() async throws {
    let (served, _) = launchers(of: broken)
    try await withHangingCopy(served) { server, copy, launch in
      kill(copy, SIGKILL)
      #expect(await launch.value == .signalled(signal: Int(SIGKILL), error: ""))
      #expect(isRunning(server))
    }
  }

  @Test func `no server is left after its launcher is deinitialized`() async throws {
    var launcher: ForkServerLauncher? = launchers(of: tool).served
    for name in ["ticket", "mutex"] {
      let request = try request(
        "locks/uncontended/\(name)/inside=0",
        placement: name == "ticket" ? .unpinned : .process(cpus: [0]))
      if let launcher { _ = await answer(launcher, request) }
    }
    let mine = servers()
    #expect(!mine.isEmpty)
    launcher = nil
    for server in mine {
      await waitForEnd(of: server)
      while kill(server, 0) == 0 { await Task.yield() }
    }
  }

  @Test func `a server measures each case only once`() async throws {
    let (served, _) = launchers(of: tool)
    let one = try request("locks/uncontended/ticket/inside=0")
    let other = try request("locks/uncontended/mutex/inside=0")
    var seen: [pid_t] = []
    for request in [one, other, one, one, other] {
      _ = await answer(served, request)
      seen.append(try #require(servers().first))
    }
    #expect(seen[0] == seen[1])
    #expect(Set([seen[0], seen[2], seen[3]]).count == 3)
    #expect(seen[3] == seen[4])
  }
}

extension WorkerAnswer {
  fileprivate var failureKind: FailureKind? {
    if case .failed(let failure) = self { failure.kind } else { nil }
  }
}

import BenchmarkModel
import Testing

@testable import BenchmarkRunner

/// The problems that a gate finds in an executable, by the outcome of its worker.
@Suite struct GateHandshakeTests {
  typealias Problem = GateHandshakeError.Problem

  private let hello = WorkerMessage.hello(protocolVersion: workerProtocolVersion)
  private let description = WorkerDescription(
    tool: CatalogFixture.tool, plan: nil, problem: "no case", known: [])

  private func problem(_ outcome: WorkerOutcome) -> Problem? {
    do throws(Problem) {
      _ = try GateHandshake.read(outcome)
      return nil
    } catch {
      return error
    }
  }

  private func exited(_ output: String, status: Int = 0, error: String = "") -> WorkerOutcome {
    .exited(status: status, output: output, error: error)
  }

  // The answer of a worker of protocol 1 that was asked to describe itself; it wrote nothing to
  // standard error.
  private let older = """
    {"hello":{"protocolVersion":1}}
    {"refused":{"reason":"the worker's standard input has no usable request (349 bytes that don't decode); \
    workers are started by `syncbench run`"}}

    """

  @Test func `an older worker that only refuses is recognised by its hello`() {
    #expect(problem(exited(older, status: 1)) == .olderProtocol(1))
    let error = GateHandshakeError(side: .baseline, problem: .olderProtocol(1))
    #expect(
      error.description.hasPrefix(
        "the baseline speaks worker protocol 1 and this gate \(workerProtocolVersion): build it "))
  }

  @Test func `a newer worker is recognised by its hello, even if nothing after the hello decodes`()
  {
    let version = workerProtocolVersion + 1
    let output = """
      {"hello":{"protocolVersion":\(version),"mood":"bright"}}
      {"revealed":{"everything":true}}

      """
    #expect(problem(exited(output)) == .newerProtocol(version))
    #expect(problem(exited(output, status: 1)) == .newerProtocol(version))
  }

  @Test func `a complete description is read from the answer`() throws {
    let output = FakeLauncher.lines([hello, .described(description), .done])
    #expect(try GateHandshake.read(exited(output)) == description)
  }

  @Test(arguments: [
    Sampling(warmups: -5, trials: 1, trialNanoseconds: 1),
    Sampling(warmups: 0, trials: 1 << 62, trialNanoseconds: 1),
    Sampling(warmups: 0, trials: 1, trialNanoseconds: .max),
    Sampling(warmups: 2, trials: 2000, trialNanoseconds: 3_600_000_000),
  ])
  func `a description whose plan would trap or never end is a broken answer`(sampling: Sampling)
    throws
  {
    let id = try CaseID(parsing: "locks/contended/mcs/threads=2")
    var odd = description
    odd.plan = Plan(
      profile: "gate", seed: 0, blocks: 1,
      cases: [
        PlannedCase(
          id: id, pace: .window, summaryLevel: 0, expectation: .valid, placement: .unpinned,
          sampling: sampling)
      ], tables: [SuiteTable(suite: "locks", parameters: [], columns: [])])
    let found = problem(exited(FakeLauncher.lines([hello, .described(odd), .done])))
    guard case .brokenAnswer(let reason) = found else {
      Issue.record("\(String(describing: found))")
      return
    }
    #expect(reason.hasPrefix("its plan has "))
  }

  @Test func `a refusal keeps its own reason, such as that of a debug build`() {
    let reason = WorkerError.debugBuild.description
    let output = FakeLauncher.lines([hello, .refused(reason: reason)])
    #expect(problem(exited(output, status: 1)) == .refused(reason))
    #expect(
      GateHandshakeError(side: .candidate, problem: .refused(reason)).description
        == "the candidate refuses to be measured: \(reason)")
  }

  @Test(arguments: [
    ("", "", 0, "it printed nothing and exited with status 0"),
    (" \n\n", "", 3, "it printed nothing and exited with status 3"),
    ("worker\n", "", 0, "it printed 'worker' and exited with status 0"),
    ("", "\nusage: cc\nmore", 64, "it printed 'usage: cc' and exited with status 64"),
    ("\u{1b}[2Jred\t!", "", 0, "it printed '?[2Jred?!' and exited with status 0"),
    ("{\"done\":{}}\n", "", 0, "it printed '{\"done\":{}}' and exited with status 0"),
    (
      String(repeating: "y", count: 5000), "", 0,
      "it printed '\(String(repeating: "y", count: 60))' and exited with status 0"
    ),
  ])
  func `an executable that sends no hello is not syncbench, and the error quotes its output`(
    output: String, error: String, status: Int, seen: String
  ) {
    #expect(problem(exited(output, status: status, error: error)) == .notSyncbench(seen))
  }

  @Test func `an executable whose output is too long to read is not syncbench`() {
    #expect(
      problem(.unreadable(reason: "too much"))
        == .notSyncbench("its output can't be taken (too much)"))
  }

  @Test func `a crash, a timeout and a failed launch are different problems`() {
    #expect(
      problem(.signalled(signal: 11, error: "x.swift:1: Fatal error\n at main"))
        == .crashed("killed by SIGSEGV: x.swift:1: Fatal error"))
    #expect(problem(.timedOut) == .timedOut)
    #expect(problem(.notLaunched(reason: "exec format.")) == .notLaunched("exec format"))
  }

  @Test
  func `an unusable answer in our protocol version is reported as broken, not as another version`()
    throws
  {
    let greeting = FakeLauncher.lines([hello])
    for output in [
      greeting, greeting + "oops\n", greeting + FakeLauncher.lines([.described(description)]),
      greeting + FakeLauncher.lines([.calibrated(value: 3), .done]),
    ] {
      guard case .brokenAnswer(let reason) = problem(exited(output)) else {
        Issue.record("\(output) came to \(String(describing: problem(exited(output))))")
        continue
      }
      #expect(!reason.isEmpty)
    }
    #expect(
      problem(exited(greeting, status: 9, error: "out of luck"))
        == .brokenAnswer("exited with status 9: out of luck"))
  }

  @Test(arguments: [
    Problem.olderProtocol(1), .newerProtocol(9), .notSyncbench("it sang"), .refused("no"),
    .brokenAnswer("torn"), .crashed("killed by SIGBUS"), .timedOut, .notLaunched("gone"),
    .interrupted,
  ])
  func `every error names its side, has no full stop, and is one line`(problem: Problem) {
    for side in [PairSide.baseline, .candidate] {
      let text = GateHandshakeError(side: side, problem: problem).description
      #expect(text.contains("the \(side) ") && !text.hasSuffix("."))
      #expect(!text.contains("\n"))
    }
  }

  // MARK: Asking

  private let request = DescriptionRequest(
    selection: CaseSelection(), cpuOrder: [0, 1], isPinned: true)

  @Test func `a side is asked once, with half a minute to answer`() async throws {
    let answer = FakeLauncher.lines([hello, .described(description), .done])
    let pair = FakeLauncher.pairs { _, _ in .exited(status: 0, output: answer, error: "") }
    let handshake = GateHandshake(launcher: pair)
    #expect(try await handshake.description(of: .candidate, for: request) == description)
    #expect(
      pair.launches == [
        AskedLaunch(
          request: WorkerRequest(task: .describe, description: request), side: .candidate,
          padding: 0, deadlineNanoseconds: 30_000_000_000)
      ])
  }

  @Test func `a failure names the side that was asked`() async {
    let handshake = GateHandshake(launcher: FakeLauncher.pairs { _, _ in .timedOut })
    let error = GateHandshakeError(side: .baseline, problem: .timedOut)
    await #expect(throws: error) {
      _ = try await handshake.description(of: .baseline, for: request)
    }
  }

  @Test func `a worker that Ctrl-C killed has not crashed`() async {
    let pair = FakeLauncher.pairs { _, _ in
      withUnsafeCurrentTask { $0?.cancel() }
      return .signalled(signal: 9, error: "")
    }
    let request = request
    let task = Task {
      try await GateHandshake(launcher: pair).description(of: .baseline, for: request)
    }
    let error = GateHandshakeError(side: .baseline, problem: .interrupted)
    await #expect(throws: error) { _ = try await task.value }
  }
}

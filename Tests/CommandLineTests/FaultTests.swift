import BenchmarkModel
import Foundation
import Glibc
import Subprocess
import SystemPackage
import TestSupport
import Testing

/// Tests of faults that `make faults` found, injected again by its library: failing system calls,
/// and workers with wrong answers.
@Suite(.timeLimit(.minutes(10))) struct FaultTests {
  private let tool: Tool
  private let results: Results
  private let library: String

  init() async throws {
    tool = try Tool.release()
    results = try Results()
    library = results.tree.root + "/faults.so"
    let built = try await run(
      .name("cc"),
      arguments: [
        "-shared", "-fPIC", "-o", library,
        Tool.root.appending("scripts/validate/faults/faults.c").string,
        "-ldl",
      ], output: .discarded, error: .string(limit: 1 << 16))
    try #require(built.terminationStatus.isSuccess, "\(built.standardError)")
  }

  /// Runs two cases with an injected fault; `at` is the role of the process, the kind of call, the
  /// call's number and the fault.
  private func outcome(
    at fault: String, _ environment: [String: String] = [:]
  ) async throws -> Tool.Outcome {
    let state = results.tree.root + "/state"
    try Data(count: 8192).write(to: URL(filePath: state))
    let outcome = try await tool.call(
      [
        "run", "--profile", "smoke", "--seed", "3", "--filter", "locks/uncontended/mutex/*",
        "--filter", "locks/uncontended/ticket/*", "--output", results.path,
      ],
      environment: [
        "LD_PRELOAD": library, "FAULTS_STATE": state, "FAULTS_FOLDER": results.path,
        "FAULTS_AT": fault,
      ].merging(environment) { $1 })
    // The first byte of the state is 1 if the call was reached.
    let reached = try #require(FileManager.default.contents(atPath: state)).first == 1
    #expect(reached, "\(fault) was not reached")
    return outcome
  }

  @Test(arguments: [
    "orchestrator:sync:2:EINTR", "orchestrator:sync:9:EINTR", "orchestrator:open-file:30:EINTR",
    "orchestrator:flock:1:EINTR", "server:poll:3:EINTR", "worker:answer:2:EINTR",
  ])
  func `a system call that a signal interrupts is made again`(fault: String) async throws {
    let outcome = try await outcome(at: fault)
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(try results.table("raw/failures.csv").isEmpty)
  }

  @Test func `a file system without locks is not reported as another syncbench`() async throws {
    let outcome = try await outcome(at: "orchestrator:flock:1:ENOLCK")
    #expect(outcome.code == 1)
    #expect(outcome.error.contains("'\(results.path)'"), "\(outcome.error)")
    #expect(outcome.error.contains("locks"), "\(outcome.error)")
    #expect(!outcome.error.contains("another syncbench"), "\(outcome.error)")
  }

  @Test(arguments: ["children", "daemon"])
  func `processes that a worker leaves running are ended`(what: String) async throws {
    let processes = MarkedProcesses()
    let outcome = try await outcome(
      at: "worker:answer:2:\(what)", [MarkedProcesses.key: processes.mark])
    #expect(outcome.code == 0, "\(outcome.error)")
    // If a process survived, this loop would reach the time limit.
    while !processes.alive.isEmpty { await Task.yield() }
  }

  @Test(arguments: ["exit", "garbage", "half", "flood", "SIGSEGV"])
  func `a worker whose answer to the calibration is wrong is asked again`(lie: String) async throws
  {
    let outcome = try await outcome(at: "worker:answer:2:\(lie)")
    #expect(outcome.code == 0, "\(outcome.error)")
    for trial in try results.table("raw/trials.csv") {
      #expect(Int(trial["ops"] ?? "").map { $0 > 100 } == true, "\(trial)")
    }
  }
}

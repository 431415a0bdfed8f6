import BenchmarkModel
import BenchmarkRunner
import BenchmarkStatistics
import Foundation
import Glibc
import TestSupport
import Testing

/// Tests that a run can be finished after its orchestrator was killed at any moment.
@Suite(.timeLimit(.minutes(10))) struct KillTests {
  private let tool: Tool

  init() throws { tool = try Tool.release() }

  /// The moment of a signal: a table has `lines` lines, a worker runs if `isInWorker` is true, and
  /// the CPU was then yielded `yields` times.
  struct Moment: CustomTestStringConvertible, Sendable {
    let file: String
    let lines: Int
    let isInWorker: Bool
    let yields: Int

    var testDescription: String {
      "line \(lines) of \(file)\(isInWorker ? " with a worker" : "") and \(yields) turns"
    }

    /// Several moments of the calibration and of the trials, the same in every test run.
    static let seeded: [Moment] = {
      var random = SplitMix64(seed: 2026)
      return (0..<8).map { index in
        let file = index < 3 ? "raw/calibration.csv" : "raw/trials.csv"
        return Moment(
          file: file, lines: 1 + Int(random.next(below: index < 3 ? 6 : 40)),
          isInWorker: index % 2 == 0, yields: Int(random.next(below: 400)))
      }
    }()
  }

  private func arguments(_ results: Results) -> [String] {
    [
      "run", "--profile", "smoke", "--seed", "3", "--filter", "locks/uncontended/*",
      // The negative control `no-lock` is left out, because on a busy machine its three short
      // trials may lose no update.
      "--filter", "locks/contended/[!n]*", "--filter", "locks/contended/n[!o]*", "--filter",
      "qos/latency/default/*", "--output",
      results.path,
    ]
  }

  /// Starts a run, sends the signal at the moment, and waits until every process of the run has
  /// ended.
  ///
  /// If the run ends before the signal is sent, which a busy machine can cause, another run is
  /// started.
  private func stop(
    at moment: Moment, with signal: Int32
  ) async throws -> (Results, Tool.Outcome) {
    var results = try Results()
    var outcome = try await stop(results, at: moment, with: signal)
    while try outcome.code == 0 || isComplete(results) {
      results = try Results()
      outcome = try await stop(results, at: moment, with: signal)
    }
    return (results, outcome)
  }

  /// Whether the run was complete when its process was killed.
  private func isComplete(_ results: Results) throws -> Bool {
    try results.run().document.state == .complete
  }

  private func stop(
    _ results: Results, at moment: Moment, with signal: Int32
  ) async throws -> Tool.Outcome {
    try await tool.call(arguments(results), endedBy: signal) { process, processes in
      guard results.lines(moment.file) >= moment.lines,
        !moment.isInWorker || !processes.others(than: process).isEmpty
      else { return false }
      for _ in 0..<moment.yields { sched_yield() }
      return true
    }
  }

  /// The launches that have rows on the disk but are not complete, and therefore don't count.
  private func torn(_ results: Results, _ run: Run) throws -> Set<String> {
    var begun: Set<String> = []
    for table in RawTable.allCases {
      for row in try results.table(table.path) {
        begun.insert("\(row["case"] ?? "") \(row["launch"] ?? "")")
      }
    }
    let complete = run.records.keys.map {
      "\(run.document.plan.cases[$0.caseIndex].id) \($0.block)"
    }
    return begun.subtracting(complete)
  }

  @Test(arguments: Moment.seeded)
  func `resuming a killed run measures at most one launch again`(
    moment: Moment
  ) async throws {
    let (results, killed) = try await stop(at: moment, with: SIGKILL)
    #expect(killed.code == -Int(SIGKILL))
    let before = try results.run()
    #expect(before.document.state == .measuring)
    #expect(try torn(results, before).count <= 1)

    try await tool.succeeds("run", "--resume", results.path)
    let after = try results.run()
    #expect(after.document.state == .complete)
    #expect(after.document.plan == before.document.plan)
    #expect(after.records.count == after.document.plan.schedule().count)
    // The resumed run keeps every record unchanged.
    #expect(after.records.merging(before.records) { $1 } == after.records)
    #expect(after.calibrations.merging(before.calibrations) { $1 } == after.calibrations)
    #expect(try torn(results, after).isEmpty)

    let written = try results.summaries()
    #expect(try await tool("summarize", results.path).code == 0)
    #expect(try results.summaries() == written)
  }

  @Test func `a run that is killed several times is finished in the end`() async throws {
    var random = SplitMix64(seed: 77)
    let first = Moment(file: "raw/trials.csv", lines: 8, isInWorker: true, yields: 3)
    let (results, _) = try await stop(at: first, with: SIGKILL)
    for _ in 0..<3 {
      let before = try results.run()
      // On a busy machine, the run may have recorded every launch before it was killed.
      if before.records.count == before.document.plan.schedule().count { break }
      let lines = results.lines("raw/trials.csv") + 3 + Int(random.next(below: 8))
      let outcome = try await tool.call(
        ["run", "--resume", results.path, "--quiet"], endedBy: SIGKILL
      ) { _, _ in results.lines("raw/trials.csv") >= lines }
      let after = try results.run()
      #expect(after.records.merging(before.records) { $1 } == after.records)
      #expect(after.records.count > before.records.count, "\(outcome.error)")
    }
    try await tool.succeeds("run", "--resume", results.path)
    #expect(try results.run().document.state == .complete)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP], [true, false])
  func `an interrupted run stops cleanly and prints the command that resumes it`(
    signal: Int32, isInWorker: Bool
  ) async throws {
    let moment = Moment(file: "raw/trials.csv", lines: 20, isInWorker: isInWorker, yields: 0)
    let (results, outcome) = try await stop(at: moment, with: signal)
    #expect(outcome.code == 130)
    #expect(outcome.error.contains("continue with: syncbench run --resume '\(results.path)'"))
    let before = try results.run()
    #expect(before.document.state == .interrupted)
    #expect(before.document.endNanoseconds != nil)
    #expect(before.records.values.compactMap(\.failure) == [])
    #expect(try torn(results, before).isEmpty)
    #expect(FileManager.default.fileExists(atPath: "\(results.path)/locks.csv"))

    try await tool.succeeds("run", "--resume", results.path)
    let after = try results.run()
    #expect(after.document.state == .complete)
    #expect(after.records.merging(before.records) { $1 } == after.records)
  }

  // The script in place of valgrind starts no worker, because the worker of a killed run would end
  // by itself, and so end valgrind.
  @Test func `killing a run also ends the valgrind that counts for it`() async throws {
    let results = try Results()
    let tree = try FixtureTree(holdsPrograms: true)
    let started = tree.root + "/started"
    _ = try tree.script("/bin/valgrind", "echo > \(started); exec sleep 600\n")
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    let outcome = try await tool.call(
      [
        "run", "--profile", "smoke", "--filter", "locks/uncontended/mutex/*", "--counters",
        "--output", results.path,
      ],
      environment: ["PATH": tree.root + "/bin:" + path, "TMPDIR": tree.root], endedBy: SIGKILL
    ) { _, _ in access(started, F_OK) == 0 }
    #expect(outcome.code == -Int(SIGKILL), "\(outcome.error)")
  }

  @Test func `an interrupt during the calibration loses no calibrated value`() async throws {
    let moment = Moment(file: "raw/calibration.csv", lines: 3, isInWorker: true, yields: 0)
    let (results, outcome) = try await stop(at: moment, with: SIGINT)
    #expect(outcome.code == 130)
    let before = try results.run()
    #expect(before.document.state == .interrupted)
    #expect(before.calibrations.count >= 2)
    try await tool.succeeds("run", "--resume", results.path)
    let after = try results.run()
    #expect(after.calibrations.merging(before.calibrations) { $1 } == after.calibrations)
  }

  // This process locks the folder in place of a measuring process, so the order of the two
  // processes is fixed.
  @Test func `a run that another process measures is not changed`() async throws {
    let moment = Moment(file: "raw/trials.csv", lines: 4, isInWorker: false, yields: 0)
    let (results, _) = try await stop(at: moment, with: SIGINT)
    let before = try results.run()
    let folder = open("\(results.path)/raw", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    try #require(flock(folder, LOCK_EX | LOCK_NB) == 0)
    let second = try await tool("run", "--resume", results.path)
    #expect(second.code == 1)
    #expect(second.error.contains("another syncbench is measuring '\(results.path)'"))
    #expect(second.output == "")
    #expect(try results.run() == before)
    // Closing the descriptor is not enough, because a child of another test may hold a copy between
    // its fork and its exec.
    flock(folder, LOCK_UN)
    close(folder)

    try await tool.succeeds("run", "--resume", results.path)
    #expect(try results.run().document.state == .complete)
  }
}

import BenchmarkModel
import BenchmarkRunner
import Foundation
import Glibc
import Subprocess
import SystemPackage
import TestSupport
import Testing

@Suite struct RunTests {
  private let tool: Tool

  init() throws { tool = try Tool.release() }

  private func measure(
    _ results: Results, _ filters: String..., profile: String = "smoke", more: [String] = []
  ) async throws -> Tool.Outcome {
    try await tool.call(
      ["run", "--profile", profile, "--output", results.path]
        + filters.flatMap { ["--filter", $0] } + more)
  }

  @Test func `a smoke run of one workload completes with valid results`() async throws {
    let results = try Results("deep/below/run")
    let outcome = try await measure(results, "locks/uncontended/*")
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("locks/uncontended/inside=0  ns_per_op, lower is better"))
    #expect(outcome.error.contains("CSV: \(results.path)"))
    let run = try results.run()
    #expect(run.document.state == .complete)
    #expect(run.records.count == run.document.plan.schedule().count)
    #expect(run.records.values.allSatisfy { $0.failure == nil })
    let rows = try results.table("locks.csv")
    #expect(rows.map { $0["case"] } == run.document.plan.cases.map(\.id.description))
    for row in rows {
      #expect(row["status"] == "valid")
      #expect(row["reason"] == "")
      #expect(row["launches"] == String(run.document.plan.blocks))
      #expect(Double(row["ns_per_op"] ?? "").map { $0 > 0 } == true)
      #expect(row["ns_per_op_low"] == "")
    }
  }

  @Test func `a run names no folder of its machine, and has the given label as its host`()
    async throws
  {
    let results = try Results()
    _ = try await measure(
      results, "locks/uncontended/no-lock/*", more: ["--host-label", "my machine"])
    let text = try results.text("run.json")
    #expect(!text.contains(results.tree.root))
    #expect(!text.contains(Tool.root.string))
    #expect(text.contains(#""host" : "my machine""#))
    #expect(try results.run().document.commandLine.suffix(2) == ["--host-label", "my machine"])
  }

  @Test func `two runs with one seed have the same plan and the same order`() async throws {
    let (one, other) = (try Results(), try Results())
    for results in [one, other] {
      #expect(try await measure(results, "locks/uncontended/t*", more: ["--seed", "7"]).code == 0)
    }
    #expect(try one.run().document.plan == other.run().document.plan)
    #expect(
      try one.table("raw/trials.csv").map { $0["case"] }
        == other.table("raw/trials.csv").map { $0["case"] })
  }

  @Test func `the option --quiet keeps progress off standard error`() async throws {
    let results = try Results()
    let outcome = try await measure(results, "locks/uncontended/no-lock/*", more: ["--quiet"])
    #expect(outcome.code == 0)
    #expect(!outcome.error.contains("%"))
    #expect(!outcome.error.contains("measuring"))
  }

  @Test func `a spent budget ends a run early, which is no failure`() async throws {
    let results = try Results()
    let outcome = try await measure(
      results, "locks/*", profile: "thorough", more: ["--budget", "1s"])
    #expect(outcome.code == 0)
    let run = try results.run()
    #expect(run.document.state == .budgetSpent)
    #expect(run.records.count < run.document.plan.schedule().count)
    #expect(outcome.output.contains("not measured"))
  }

  @Test func `show and summarize give the same bytes as run`() async throws {
    let results = try Results()
    let outcome = try await measure(
      results, "locks/uncontended/*", "concurrent-perform/*grain=10/*", "qos/nice/*")
    #expect(outcome.code == 0)
    let written = try results.summaries()
    // The derived tables of the parallel loops depend on the number of CPUs.
    #expect(
      written.keys.sorted().filter { !$0.hasPrefix("concurrent-perform-") }
        == ["concurrent-perform.csv", "locks.csv", "qos.csv", "summary.csv"])
    #expect(written.keys.contains("concurrent-perform-scaling.csv"))
    for name in written.keys {
      try FileManager.default.removeItem(atPath: "\(results.path)/\(name)")
    }
    try await tool.succeeds("summarize", results.path)
    #expect(try results.summaries() == written)
    let shown = try await tool.succeeds("show", results.path)
    #expect(shown.output == outcome.output)
  }

  @Test func `a locale with a decimal comma changes no byte`() async throws {
    let results = try Results()
    #expect(try await measure(results, "locks/uncontended/*").code == 0)
    let written = try results.summaries()
    let shown = try await tool("show", results.path).output
    let locales = results.tree.root + "/locales"
    try FileManager.default.createDirectory(atPath: locales, withIntermediateDirectories: true)
    // If the locale can't be compiled, only the environment variables are set. The test then covers
    // only code that reads these variables itself.
    _ = try? await Subprocess.run(
      .name("localedef"),
      arguments: ["-i", "de_DE", "-f", "UTF-8", "\(locales)/de_DE.UTF-8"], input: .none,
      output: .discarded, error: .discarded)
    let german = [
      "LC_ALL": "de_DE.UTF-8", "LANG": "de_DE.UTF-8", "LC_NUMERIC": "de_DE.UTF-8",
      "LOCPATH": locales,
    ]
    try await tool.succeeds("summarize", results.path, environment: german)
    #expect(try results.summaries() == written)
    #expect(try await tool("show", results.path, environment: german).output == shown)

    let measured = try Results()
    try await tool.succeeds(
      "run", "--profile", "smoke", "--filter", "locks/uncontended/ticket/*", "--output",
      measured.path, environment: german)
    for row in try measured.table("locks.csv") {
      #expect(Double(row["ns_per_op"] ?? "") != nil)
    }
  }

  @Test func `caught negative controls are reported, and are no failure`() async throws {
    let results = try Results()
    let outcome = try await measure(
      results, "locks/contended/no-lock/threads=2/inside=0/*",
      "barrier/read-mix-control/*/threads=2/*",
      profile: "quick")
    // On one CPU the threads may never overlap. A control that is missed there is no failure
    // either.
    #expect(outcome.code == 0)
    guard try results.run().document.environment.usableCPUs.count > 1 else { return }
    #expect(outcome.output.contains("2 negative controls caught"))
    #expect(outcome.output.contains("control, invalid as it must be: "))
    for suite in ["locks.csv", "barrier.csv"] {
      let rows = try results.table(suite)
      #expect(rows.map { $0["status"] } == ["invalid"])
      #expect(rows.map { $0["ns_per_op"] } == [""])
      #expect(rows.allSatisfy { $0["reason"]?.isEmpty == false })
    }
  }

  @Test func `each deliberately broken lock is a caught control, and is no failure`() async throws {
    let results = try Results()
    let outcome = try await measure(results, "locks/control/*")
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("4 cases: 0 valid, 4 negative controls caught;"))
    #expect(outcome.error.contains("failed") == false)
    let shown = try await tool.succeeds("show", results.path)
    for text in [outcome.output, shown.output] {
      #expect(text.contains("broken-skips-atomic/threads=4  control, invalid as it must be: lost "))
      #expect(
        text.contains("broken-relaxed/threads=4  control, invalid as it must be: its orderings"))
      #expect(text.contains("broken-lost-wakeup/threads=4  control, failed as it must be: "))
      #expect(text.contains("broken-self-deadlock  control, failed as it must be: "))
      #expect(!text.contains("ns_per_op"))
    }
    let rows = try results.table("locks.csv")
    #expect(rows.map { $0["control"] } == ["caught", "caught", "caught", "caught"])
    #expect(rows.map { $0["status"] } == ["invalid", "invalid", "failed", "failed"])
    #expect(rows.allSatisfy { $0["ns_per_op"] == "" && $0["reason"] != "" })
    #expect(try results.table("raw/failures.csv").map { $0["kind"] } == ["timed-out", "timed-out"])
  }

  // A file fills the disk while the run measures, so the disk is full at a realistic moment.
  @Test(.enabled(if: geteuid() == 0, "only root mounts a disk small enough to fill"))
  func `a full disk is reported, and the run is kept and can be resumed`() async throws {
    let results = try Results("disk/run")
    let disk = results.tree.root + "/disk"
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: true)
    let mounted = try await Subprocess.run(
      .name("mount"), arguments: ["-t", "tmpfs", "-o", "size=1m", "tmpfs", disk], input: .none,
      output: .discarded, error: .discarded)
    guard mounted.terminationStatus.isSuccess else {
      try Test.cancel("this container may not mount a disk")
    }
    defer { umount2(disk, Int32(MNT_DETACH)) }

    let ballast = disk + "/ballast"
    let arguments = [
      "run", "--profile", "quick", "--filter", "locks/uncontended/*", "--output", results.path,
    ]
    func fill() async throws -> Tool.Outcome {
      try await tool.call(arguments) { process in
        await until({ results.lines("raw/trials.csv") > 20 }, orEndOf: process)
        let descriptor = open(ballast, O_WRONLY | O_CREAT, 0o644)
        let page = [UInt8](repeating: 1, count: 4096)
        while write(descriptor, page, page.count) == page.count {}
        close(descriptor)
      }
    }
    var outcome = try await fill()
    while outcome.code == 0 {
      // The run ended before the disk was full.
      unlink(ballast)
      try FileManager.default.removeItem(atPath: results.path)
      outcome = try await fill()
    }
    #expect(outcome.code == 1)
    let lines = outcome.errorLines.filter { $0.contains("error:") }
    #expect(lines.count == 1)
    #expect(lines.first?.contains("no space left") == true)
    #expect(lines.first?.contains("--resume") == true)
    let before = try results.run()
    #expect(!before.records.isEmpty)
    // A file that can't be written completely must be removed.
    func leftOvers() throws -> [String] {
      try FileManager.default.subpathsOfDirectory(atPath: results.path)
        .filter { !$0.hasSuffix(".csv") && $0 != "raw" && $0 != "run.json" }
    }
    #expect(try leftOvers() == [])
    #expect(try await tool("run", "--resume", results.path).code == 1)
    let summed = try await tool("summarize", results.path)
    #expect(summed.code == 1)
    #expect(summed.error.contains("no space left"))
    #expect(!summed.error.contains("--resume"))
    #expect(try leftOvers() == [])

    unlink(ballast)
    #expect(try await tool("run", "--resume", results.path).code == 0)
    let after = try results.run()
    #expect(after.document.state == .complete)
    let kept = withoutWitnesses(after.records)
    #expect(withoutWitnesses(before.records).allSatisfy { kept[$0.key] == $0.value })
  }

  /// The records without their witnesses, because a later launch may change a figure in the
  /// witnesses of earlier trials (`crowding`).
  private func withoutWitnesses(
    _ records: [Launch: LaunchRecord]
  ) -> [Launch: LaunchRecord] {
    records.mapValues { record in
      var record = record
      for trial in record.trials.indices { record.trials[trial].witness = nil }
      return record
    }
  }

  @Test func `a run of another executable is not resumed`() async throws {
    let results = try Results()
    #expect(try await measure(results, "locks/uncontended/no-lock/*").code == 0)
    // The state is changed to that of a killed run, because a complete run can't be resumed.
    let document = try results.text("run.json")
    try document.replacing(#""state" : "complete""#, with: #""state" : "measuring""#)
      .write(toFile: "\(results.path)/run.json", atomically: true, encoding: .utf8)
    let other = try await Tool.brokenLocks()("run", "--resume", results.path)
    #expect(other.code == 1)
    #expect(other.error.contains("begun by another build"))
    #expect(other.errorLines.count <= 2)
  }
}

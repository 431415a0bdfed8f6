import BenchmarkModel
import BenchmarkRunner
import Foundation
import FoundationXML
import Glibc
import TestSupport
import Testing

/// Tests of the output, folder, pictures and temporary files of `profile CASE`.
@Suite(.timeLimit(.minutes(10))) struct ProfileTests {
  private let tool: Tool

  init() throws { tool = try Tool.release() }

  /// A case with few rivals.
  private let nested = "locks/nested/pthread-mutex-recursive/threads=2/depth=2"
  /// A case without rivals.
  private let nice = "qos/nice/default"

  /// A folder for the temporary files of one test.
  private struct Temporary {
    let tree: FixtureTree
    let path: String

    init() throws {
      tree = try FixtureTree()
      path = tree.root + "/tmp"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }
  }

  @Test
  func `a profile has cost, wall time, counts and a verdict, and is kept in the given folder`()
    async throws
  {
    let results = try Results("kept")
    let temporary = try Temporary()
    let outcome = try await tool.succeeds(
      "profile", nested, "--output", results.path, environment: ["TMPDIR": temporary.path])
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.first == "\(nested)")
    for heading in [
      "  cost  ", "where a thread's wall time went", "in an operation", "waits", "verdict: ",
    ] {
      #expect(lines.contains { $0.hasPrefix(heading) }, "no '\(heading)' in \(outcome.output)")
    }
    // If a rival's CPUs were in another place, or the rival was disturbed, a note names the rival.
    let elsewhere = lines.count { $0.contains("not compared with ") }
    #expect(
      elsewhere == 2
        ? lines.contains { $0.contains("no valid rival") }
        : lines.contains { $0.contains(" of \(2 - elsewhere) compared: ") }, "\(outcome.output)")
    #expect(lines.allSatisfy { $0.count <= 112 })
    #expect(!outcome.output.contains("\u{1B}"))

    let run = try results.run()
    #expect(run.document.state == .complete)
    #expect(run.document.commandLine.suffix(2) == ["--output", "kept"])
    let shown = try await tool.succeeds("show", results.path)
    #expect(shown.output.contains("locks/nested/threads=2/depth=2"))
    #expect(temporary.names.isEmpty)
    let again = try await tool("profile", nice, "--output", results.path)
    #expect(again.code == 1)
    #expect(again.output == "")
  }

  // MARK: JSON

  private func object(_ value: Any?) throws -> [String: Any] {
    try #require(value as? [String: Any])
  }

  @Test func `a profile in JSON has reasons for missing counts, and leaves no temporary files`()
    async throws
  {
    let temporary = try Temporary()
    let outcome = try await tool.succeeds(
      "profile", nested, "--format", "json", "--quiet", environment: ["TMPDIR": temporary.path])
    #expect(outcome.error == "")
    let document = try object(JSONSerialization.jsonObject(with: Data(outcome.output.utf8)))
    #expect(document["case"] as? String == nested)
    #expect(document["status"] as? String == "valid")
    let cost = try object(document["cost"])
    // If a rival's CPUs were in another place, or the rival was disturbed, a note names the rival.
    let notes = try #require(document["notes"] as? [String])
    let elsewhere = notes.count { $0.hasPrefix("not compared with ") }
    #expect(cost["compared_rivals"] as? Int == 2 - elsewhere)
    let counts = try #require(document["counts"] as? [[String: Any]])
    for count in counts {
      #expect((count["per_op"] is NSNull) == (count["reason"] is String), "\(count)")
    }
    let verdict = try #require(document["verdict"] as? [[String: Any]])
    let steps = try #require(document["next_steps"] as? [String])
    #expect(verdict.isEmpty != steps.isEmpty)
    #expect(temporary.names.isEmpty)
  }

  // MARK: Failures

  @Test func `a lock that loses updates has status 3, and its cost is not explained`() async throws
  {
    let id = "locks/contended/loses-updates/threads=2/inside=0/outside=0"
    let results = try Results()
    let outcome = try await Tool.brokenLocks()("profile", id, "--quiet", "--output", results.path)
    // On one CPU, the threads may never run together, and then no update is lost.
    guard try results.run().document.environment.usableCPUs.count > 1 else { return }
    #expect(outcome.code == 3)
    #expect(outcome.output.contains("  cost  INVALID: lost "))
    // On a busy machine, the threads may meet in the counted trials only, because the timed trials
    // are short.
    #expect(
      outcome.output.contains(" failed their check\n")
        || outcome.output.contains(" updates, while counters were counted\n"))
    #expect(outcome.output.contains("verdict: no rule fired\n  next: mend it first"))
    #expect(!outcome.output.contains("times the fastest"))
  }

  @Test(arguments: [SIGTERM, SIGINT])
  func `an interrupted profile leaves no temporary files`(signal: Int32) async throws {
    var temporary = try Temporary()
    var outcome = try await stopped(temporary, by: signal)
    while outcome.code == 0 {
      temporary = try Temporary()
      outcome = try await stopped(temporary, by: signal)
    }
    #expect(outcome.code == 130)
    #expect(outcome.output == "")
    #expect(temporary.names.isEmpty)
  }

  /// Runs a profile, and sends the signal when the first trials are recorded.
  private func stopped(_ temporary: Temporary, by signal: Int32) async throws -> Tool.Outcome {
    try await tool.call(
      ["profile", nested, "--quiet"], environment: ["TMPDIR": temporary.path], endedBy: signal
    ) { _, _ in
      temporary.names.contains { access("\(temporary.path)/\($0)/raw/trials.csv", R_OK) == 0 }
    }
  }

  // MARK: Pictures

  @Test func `a profile without perf has no picture, and is otherwise complete`() async throws {
    let temporary = try Temporary()
    let picture = temporary.tree.root + "/flames.svg"
    let outcome = try await tool(
      "profile", nice, "--quiet", "--flamegraph", picture, "--off-cpu", picture + ".off",
      environment: ["PATH": temporary.path, "TMPDIR": temporary.path])
    #expect(outcome.code == 1)
    #expect(outcome.output.contains("verdict: "))
    #expect(outcome.errorLines.count == 2)
    #expect(outcome.errorLines.allSatisfy { $0.hasPrefix("no picture '") })
    #expect(outcome.error.contains("apt-get install linux-perf"))
    #expect(!FileManager.default.fileExists(atPath: picture))
    #expect(temporary.names.isEmpty)
  }

  @Test func `a flame graph names the measured loop`() async throws {
    let temporary = try Temporary()
    let picture = temporary.tree.root + "/flames.svg"
    let outcome = try await tool(
      "profile", "locks/contended/test-and-set/threads=2/inside=0/outside=0", "--quiet",
      "--flamegraph", picture, environment: ["TMPDIR": temporary.path])
    #expect(outcome.output.contains("verdict: "))
    if let refusal = outcome.errorLines.first(where: { $0.hasPrefix("no picture '") }) {
      #expect(outcome.code == 1)
      try Test.cancel("\(refusal)")
    }
    #expect(outcome.code == 0, "\(outcome.error)")
    #expect(outcome.error.contains("drew \(picture): "))
    let svg = try String(contentsOfFile: picture, encoding: .utf8)
    #expect(svg.contains("contendedLoop"))
    #expect(svg.hasPrefix("<?xml") || svg.hasPrefix("<svg"))
    #expect(XMLParser(data: Data(svg.utf8)).parse())
    #expect(temporary.names.isEmpty)
  }
}

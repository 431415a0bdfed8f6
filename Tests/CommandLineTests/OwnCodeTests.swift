import BenchmarkModel
import Testing

/// Tests of a user's own code: each fault is reported, and the rest of the run is kept.
@Suite(.timeLimit(.minutes(10))) struct OwnCodeTests {
  private let tool: Tool

  init() throws { tool = try Tool.brokenCode() }

  private func measure(_ results: Results, _ glob: String) async throws -> Tool.Outcome {
    try await tool.call([
      "run", "--profile", "smoke", "--output", results.path, "--filter", glob, "--filter",
      "mine/good/count",
    ])
  }

  @Test func `benchmarks are listed as cases of the suite 'mine', with their lines of source`()
    async throws
  {
    let outcome = try await tool.succeeds("list")
    #expect(outcome.output.contains("mine/good/count\n"))
    #expect(outcome.output.contains("BrokenCodeBench/main.swift:"))
  }

  @Test(arguments: [
    ("throws", "exited", "operation 1 of a thread threw NotFound"),
    ("crashes", "crashed", "killed by"),
    ("never-ends", "timed-out", "no answer within"),
    ("set-up", "exited", "the set-up of broken/set-up threw NotFound"),
  ])
  func `a closure that goes wrong fails with its reason, and the others are measured`(
    name: String, kind: String, reason: String
  ) async throws {
    let results = try Results()
    let outcome = try await measure(results, "mine/broken/\(name)")
    #expect(outcome.code == 3)
    let failures = try results.table("raw/failures.csv")
    #expect(failures.first?["kind"] == kind)
    #expect(failures.first?["reason"]?.contains(reason) == true)
    let rows = try results.table("mine.csv")
    #expect(rows.first { $0["primitive"] == name }?["status"] == "failed")
    #expect(rows.first { $0["primitive"] == "count" }?["status"] == "valid")
  }

  @Test func `a closure whose check fails is invalid, and has no figure`() async throws {
    let results = try Results()
    #expect(try await measure(results, "mine/broken/loses").code == 3)
    let row = try #require(
      try results.table("mine.csv").first { $0["primitive"] == "loses" })
    #expect(row["status"] == "invalid")
    #expect(row["reason"]?.hasPrefix("its check was false after") == true)
    #expect(row["ns_per_op"] == "")
  }
}

import BenchmarkModel
import TestSupport
import Testing

@Suite struct AdviseTests {
  private let tool: Tool
  private let tree: FixtureTree

  init() throws {
    tool = try Tool.release()
    tree = try FixtureTree()
  }

  private func run(launches: Int = 7) throws -> String {
    try MadeRun.twoLocks(launches: launches).write(in: tree)
  }

  @Test func `advice is written as text, JSON or Markdown, and names the fastest primitive`()
    async throws
  {
    let path = try run()
    let text = try await tool.succeeds("advise", path)
    #expect(text.output.contains("the usual choice is mutex, else pthread-mutex, else ns-lock"))
    #expect(text.output.contains("ticket is the fastest at 20.0 ns"))
    let json = try await tool("advise", path, "--format", "json")
    #expect(json.output.contains("\"certainty\" : \"told\""))
    let markdown = try await tool("advise", path, "--format", "markdown")
    #expect(markdown.output.hasPrefix("# which primitive to take\n"))
  }

  @Test func `a run with one launch gives no advice`() async throws {
    let outcome = try await tool.succeeds("advise", try run(launches: 1))
    #expect(outcome.output.contains("this run can't tell, because no case has more than 1 launch"))
  }

  @Test func `advice for settings that were not measured has the command that measures them`()
    async throws
  {
    let outcome = try await tool.succeeds(
      "advise", try run(), "--threads", "8", "--inside", "200ns")
    #expect(outcome.error.contains("run locks --workload contended --threads 8 --inside 200"))
    for wrong in [["--threads", "0"], ["--inside", "1e99s"], ["--inside", "-1"]] {
      #expect(try await tool.call(["advise", try run()] + wrong).code == 64)
    }
    let fair = try await tool("advise", try run(), "--fair")
    #expect(fair.code == 1)
    #expect(fair.error.contains("leave --fair or --blocking out"))
  }
}

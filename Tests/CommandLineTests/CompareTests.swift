import BenchmarkModel
import Foundation
import TestSupport
import Testing

@Suite struct CompareTests {
  private let tool: Tool
  private let tree: FixtureTree
  private let a: String
  private let b: String

  init() throws {
    tool = try Tool.release()
    tree = try FixtureTree()
    let steady: [LaunchRecord?] = [100, 101, 99, 100, 102, 98]
    var (before, after) = (MadeRun(), MadeRun())
    (before.state, after.state) = (.budgetSpent, .budgetSpent)
    for name in ["mutex", "ticket", "clh", "old"] { before.add("contended/\(name)/2", steady) }
    after.add("contended/mutex/2", [200, 202, 198, 200, 204, 196])
    after.add("contended/ticket/2", steady)
    after.add("contended/clh/2", [failure("killed by SIGSEGV")])
    after.add("contended/new/2", steady)
    after.kernel = "6.18.1"
    a = try before.write(in: tree, as: "before")
    b = try after.write(in: tree, as: "after")
  }

  @Test func `compare shows two runs side by side, with status 0 whatever changed`() async throws {
    let outcome = try await tool.succeeds("compare", a, b)
    #expect(outcome.error == "")
    for text in [
      "NOT LIKE WITH LIKE", "kernel   A: not reported; B: 6.18.1", "2.000 1.", " slower ",
      "1.000 0.9", " not told apart ", "failed in B: 1 of 1 launches: killed by SIGSEGV",
      "removed       locks/contended/old/threads=2", "added         locks/contended/new/threads=2",
      "Advice, no verdict.",
    ] { #expect(outcome.output.contains(text), "\(text) in \(outcome.output)") }
  }

  @Test func `two calls of compare give the same bytes`() async throws {
    let first = try await tool("compare", a, b).output
    #expect(try await tool("compare", a, b).output == first)
  }

  @Test func `a run compared with itself has no changed case`() async throws {
    let outcome = try await tool.succeeds("compare", a, a)
    #expect(outcome.output.contains("4 compared, 4 not told apart; the middle ratio is 1.000"))
    #expect(outcome.output.contains("both are the same run"))
    #expect(!outcome.output.contains("NOT LIKE WITH LIKE"))
  }

  @Test(arguments: [
    ("json", "\"direction\" : \"worse\""),
    ("markdown", "| 100 ns | 200 ns | contended/mutex/threads=2 |"),
  ])
  func `JSON and Markdown show which case became slower`(format: String, text: String)
    async throws
  {
    let outcome = try await tool.succeeds("compare", a, b, "--format", format)
    #expect(outcome.output.contains(text), "\(outcome.output)")
  }

  @Test func `a filter selects cases, and a filter without a case is refused`() async throws {
    let outcome = try await tool.succeeds(
      "compare", a, b, "--filter", "*/ticket/*", "--filter", "*/new/*")
    #expect(outcome.output.contains("1 compared, 1 not told apart\n"))
    #expect(outcome.output.contains("added  locks/contended/new/threads=2"))
    #expect(!outcome.output.contains("mutex") && !outcome.output.contains("removed"))
    for glob in ["ticket", "*/nosuch/*"] {
      try await tool.expectMisuse(
        ["compare", a, b, "--filter", "*/ticket/*", "--filter", glob],
        "no case of either run matches '\(glob)'")
    }
  }

  @Test func `runs without a case in common can't be compared`() async throws {
    for arguments in [[], ["--filter", "*/old/*"]] {
      var other = MadeRun()
      other.add("uncontended/mutex", [1])
      let path = try other.write(in: tree, as: "other")
      try await tool.expectRefusal(
        ["compare", a, arguments.isEmpty ? path : b] + arguments, "have no case in common")
    }
  }

  @Test func `a path that is not a run is refused with status 1, on either side`() async throws {
    for arguments in [["/nowhere", b], [a, "/nowhere"]] {
      try await tool.expectRefusal(["compare"] + arguments, "there is no run at '/nowhere'")
    }
  }
}

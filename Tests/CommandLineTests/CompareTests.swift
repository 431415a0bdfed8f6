import BenchmarkModel
import Foundation
import TestSupport
import Testing

/// `compare`, on runs that were written by hand.
@Suite struct CompareTests {
  private let tool: Tool
  private let tree: FixtureTree
  private let a: String
  private let b: String

  init() throws {
    tool = try Tool.release()
    tree = try FixtureTree()
    let steady = [100, 101, 99, 100, 102, 98] as [Double]
    var before = StoredRun()
    try before.add("contended/mutex/threads=2", costs: steady)
    try before.add("contended/ticket/threads=2", costs: steady)
    try before.add("contended/clh/threads=2", costs: steady)
    try before.add("contended/old/threads=2", costs: steady)
    var after = StoredRun()
    try after.add("contended/mutex/threads=2", costs: steady.map { $0 * 2 })
    try after.add("contended/ticket/threads=2", costs: steady)
    try after.add("contended/clh/threads=2", crashedWith: "killed by SIGSEGV")
    try after.add("contended/new/threads=2", costs: steady)
    after.change = { $0.environment.kernel.release = "6.18.1" }
    a = try before.write(in: tree, as: "before")
    b = try after.write(in: tree, as: "after")
  }

  @Test func `two runs stand side by side, and the status is 0 whatever changed`() async throws {
    let outcome = try await tool("compare", a, b)
    #expect(outcome.code == 0)
    #expect(outcome.error == "")
    for text in [
      "NOT LIKE WITH LIKE", "kernel   A: not reported; B: 6.18.1", "2.000 1.", " slower ",
      "1.000 0.9", " not told apart ", "failed in B: 1 of 1 invocations: killed by SIGSEGV",
      "removed       locks/contended/old/threads=2", "added         locks/contended/new/threads=2",
      "Advice, no verdict.",
    ] { #expect(outcome.output.contains(text), "\(text) in \(outcome.output)") }
  }

  @Test func `the same call gives the same bytes`() async throws {
    let first = try await tool("compare", a, b).output
    #expect(try await tool("compare", a, b).output == first)
  }

  @Test func `a run against itself has changed nowhere`() async throws {
    let outcome = try await tool("compare", a, a)
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("4 compared, 4 not told apart; the middle ratio is 1.000"))
    #expect(outcome.output.contains("both are the same run"))
    #expect(!outcome.output.contains("NOT LIKE WITH LIKE"))
  }

  private struct Document: Decodable {
    struct Case: Decodable {
      let `case`: String
      let ratio: Double
      let direction: String
    }
    let schema_version: Int
    let cases: [Case]
    let removed: [String]
  }

  @Test func `json names each case, the most changed first`() async throws {
    let outcome = try await tool("compare", a, b, "--format", "json")
    #expect(outcome.code == 0)
    let document = try JSONDecoder().decode(Document.self, from: Data(outcome.output.utf8))
    #expect(document.schema_version == 1)
    #expect(
      document.cases.map(\.case) == [
        "locks/contended/mutex/threads=2", "locks/contended/ticket/threads=2",
      ])
    #expect(document.cases.map(\.ratio) == [2, 1])
    #expect(document.cases.map(\.direction) == ["worse", "not-told-apart"])
    #expect(document.removed == ["locks/contended/old/threads=2"])
  }

  @Test func `markdown is a table a metric`() async throws {
    let outcome = try await tool("compare", a, b, "--format", "markdown")
    #expect(outcome.code == 0)
    #expect(outcome.output.hasPrefix("# Comparison\n"))
    #expect(outcome.output.contains("\n| B / A | 95 % | B is | A | B | case | notes |\n"))
    #expect(
      outcome.output.contains("| 100 ns | 200 ns | contended/mutex/threads=2 |"))
  }

  @Test func `a filter leaves the cases it selects, and one that selects none is refused`()
    async throws
  {
    let outcome = try await tool("compare", a, b, "--filter", "*/ticket/*", "--filter", "*/new/*")
    #expect(outcome.code == 0)
    #expect(outcome.output.contains("1 compared, 1 not told apart\n"))
    #expect(outcome.output.contains("added  locks/contended/new/threads=2"))
    #expect(!outcome.output.contains("mutex") && !outcome.output.contains("removed"))
    for glob in ["ticket", "*/nosuch/*"] {
      let refused = try await tool("compare", a, b, "--filter", "*/ticket/*", "--filter", glob)
      #expect(refused.code == 64)
      #expect(refused.output == "")
      #expect(refused.error.contains("no case of either run matches '\(glob)'"))
      #expect(refused.errorLines.count <= 2)
    }
  }

  @Test func `runs without a case in common can't be compared`() async throws {
    for arguments in [[], ["--filter", "*/old/*"]] {
      var other = StoredRun()
      try other.add("uncontended/mutex", costs: [1])
      let path = try other.write(in: tree, as: "other")
      let outcome = try await tool.call(["compare", a, arguments.isEmpty ? path : b] + arguments)
      #expect(outcome.code == 1)
      #expect(outcome.output == "")
      #expect(outcome.error.contains("have no case in common"))
      #expect(outcome.errorLines.count <= 2)
    }
  }

  @Test func `what is no run is refused with status 1, on either side`() async throws {
    for arguments in [["/nowhere", b], [a, "/nowhere"]] {
      let outcome = try await tool.call(["compare"] + arguments)
      #expect(outcome.code == 1)
      #expect(outcome.output == "")
      #expect(outcome.error.contains("there is no run at '/nowhere'"))
    }
  }

  @Test(arguments: [
    (["compare"], "<run>"), (["compare", "x"], "two runs"),
    (["compare", "x", "y", "--format", "xml"], "markdown"),
  ])
  func `a wrong command line is told with the remedy`(arguments: [String], remedy: String)
    async throws
  {
    let outcome = try await tool.call(arguments)
    #expect(outcome.code == 64)
    #expect(outcome.output == "")
    #expect(outcome.error.contains(remedy), "\(outcome.error)")
  }
}

import BenchmarkModel
import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite struct ClaimsTests {
  private let tool: Tool

  init() throws { tool = try Tool.release() }

  private struct Document: Decodable {
    struct Claim: Decodable {
      let id: String
      let topic: String
      let verdict: String?
      let cases: [String]
    }

    let claims: [Claim]
  }

  private func list(_ outcome: Tool.Outcome) throws -> [Document.Claim] {
    try JSONDecoder().decode([Document.Claim].self, from: Data(outcome.output.utf8))
  }

  private func document(_ outcome: Tool.Outcome) throws -> Document {
    try JSONDecoder().decode(Document.self, from: Data(outcome.output.utf8))
  }

  @Test func `the list of claims is written as text and as JSON, and nothing is measured`()
    async throws
  {
    let text = try await tool.succeeds("claims", "--list")
    #expect(text.error == "")
    let json = try await tool("claims", "--list", "--format", "json")
    let claims = try list(json)
    #expect(claims.count > 50)
    for claim in claims { #expect(text.output.contains(" \(claim.id) ")) }
    let queues = try list(try await tool("claims", "queues", "--list", "--format", "json"))
    #expect(queues.map(\.id) == claims.filter { $0.topic == "queues" }.map(\.id))
  }

  @Test func `claims are measured, kept as a run, and judged again from it`() async throws {
    let results = try Results()
    let measured = try await tool.succeeds(
      "claims", "unfair-lock-cost", "recursive-lock-recurses", "--format", "json", "--output",
      results.path)
    let claims = try document(measured).claims
    #expect(claims.map(\.id) == ["unfair-lock-cost", "recursive-lock-recurses"])
    let run = try results.run()
    #expect(Set(run.document.plan.cases.map(\.id.description)) == Set(claims.flatMap(\.cases)))
    let again = try await tool.succeeds(
      [
        "claims", "unfair-lock-cost", "recursive-lock-recurses", "--format", "json", "--run",
        results.path,
      ])
    #expect(again.output == measured.output)
    #expect(again.error == "")
    // A claim whose cases were not measured has no verdict.
    let other = try await tool.call(
      ["claims", "serial-queue-sync-cost", "--format", "json", "--run", results.path])
    #expect(try document(other).claims.map(\.verdict) == ["cannot-tell"])
  }

  @Test func `a missing run is refused with its path`() async throws {
    try await tool.expectRefusal(["claims", "--run", "/nowhere/at/all"], "/nowhere/at/all")
  }

  @Test func `the page of the reference machine matches its run`() async throws {
    let outcome = try await tool.succeeds(
      ["claims", "--run", "results/claims", "--format", "markdown"], directory: Tool.root)
    let page = try String(
      contentsOfFile: Tool.root.appending("docs/claims.md").string, encoding: .utf8)
    #expect(outcome.output == page)
  }
}

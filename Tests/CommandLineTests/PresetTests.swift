import BenchmarkModel
import Testing

/// Tests of a preset of a user's own tool, from its list of cases to the published figures beside
/// the measured ones.
@Suite struct PresetTests {
  private let tool: Tool

  init() throws { tool = try Tool.brokenLocks() }

  @Test func `a preset's cases are listed, also with a user's own lock in place of its primitives`()
    async throws
  {
    let all = try await tool.succeeds("list", "--preset", "made-up")
    #expect(all.output.contains("  locks/uncontended/mutex/inside=0\n\n2 cases\n"))
    let own = try await tool("list", "--preset", "made-up", "--primitive", "loses-updates")
    #expect(own.output.contains("  locks/uncontended/loses-updates/inside=0\n\n1 cases\n"))
    #expect(try await tool("list", "--presets").output.contains("\nmade-up: "))
  }

  @Test func `a preset is run, recorded and shown beside the figures of its source`() async throws {
    let results = try Results()
    let outcome = try await tool.succeeds("run", "--preset", "made-up", "--output", results.path)
    let plan = try results.run().document.plan
    #expect(plan.preset?.name == "made-up")
    #expect(plan.blocks == 2)
    #expect(plan.cases.map(\.placement) == [.unpinned, .unpinned])
    #expect(plan.tables[0].primitives.map(\.name) == ["ticket", "mutex"])
    for text in [
      "preset made-up: an increment, alone", "uncontended/inside=0  ns_per_op", "nobody (2020)",
      "1 ms for 1000",
    ] { #expect(outcome.output.contains(text)) }
    let rows = outcome.output.split(separator: "\n").filter { $0.contains("their ticket") }
    #expect(rows.count == 1)
    #expect(rows[0].contains("1.00 µs ticket"))
    #expect(try await tool("show", results.path).output == outcome.output)
    let table = try results.table("locks.csv")
    #expect(table.map { $0["order"] } == ["fifo", "priority"])
    #expect(table.map { $0["wraps"] } == ["", ""])
  }

  @Test func `the user's options take precedence over the preset's values`() async throws {
    let results = try Results()
    try await tool.succeeds(
      "run", "locks", "--preset", "made-up", "--primitive", "ticket", "--profile", "smoke",
      "--placement", "cores", "--inside", "0,100", "--output", results.path)
    let plan = try results.run().document.plan
    #expect(
      plan.cases.map(\.id.description) == [
        "locks/uncontended/ticket/inside=0", "locks/uncontended/ticket/inside=100",
      ])
    #expect(plan.blocks == 1)
    #expect(plan.cases.allSatisfy { $0.placement.cpus.count == 1 })
  }
}

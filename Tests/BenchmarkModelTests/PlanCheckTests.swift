import BenchmarkModel
import Testing

struct `Plan checks` {
  private static func plan(
    blocks: Int = 2, suite: String = "locks", table: String = "locks", trials: Int = 1,
    copies: Int = 1
  ) -> Plan {
    let id = CaseID(suite: suite, workload: "uncontended", primitive: "ticket", parameters: [])
    let planned = PlannedCase(
      id: id, pace: .window, summaryLevel: 0, expectation: .valid, placement: .pinned(cpus: [0]),
      sampling: Sampling(warmups: 0, trials: trials, trialNanoseconds: 1))
    return Plan(
      profile: "quick", seed: 1, blocks: blocks,
      cases: Array(repeating: planned, count: copies),
      tables: [SuiteTable(suite: table, parameters: [], columns: [])])
  }

  @Test func `a plan that this tool writes is sound`() {
    #expect(Self.plan().defect == nil)
  }

  @Test(arguments: [0, -1, 1_000_000_000])
  func `a number of blocks that can't be is named`(blocks: Int) {
    #expect(Self.plan(blocks: blocks).defect == "its plan has \(blocks) blocks")
  }

  @Test func `a table can't be a path`() {
    let plan = Self.plan(table: "../../secret")
    #expect(plan.defect == "its plan has a table of the name '../../secret'")
  }

  @Test func `a case without a table, twice, or without trials is named`() {
    #expect(Self.plan(table: "sync").defect?.contains("no table for the case") == true)
    #expect(Self.plan(copies: 2).defect?.contains("twice") == true)
    #expect(Self.plan(trials: 0).defect?.contains("out of range") == true)
    #expect(Self.plan(copies: 0).defect == "its plan has no case")
  }
}

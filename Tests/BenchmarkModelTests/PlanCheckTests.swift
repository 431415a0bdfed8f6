import BenchmarkModel
import Testing

struct `Plan checks` {
  private static func plan(
    blocks: Int = 2, suite: String = "locks", table: String = "locks", trials: Int = 1,
    copies: Int = 1
  ) -> Plan {
    let id = CaseID(suite: suite, workload: "uncontended", primitive: "ticket", parameters: [])
    let planned = ModelFixture.planned(
      id, sampling: Sampling(warmups: 0, trials: trials, trialNanoseconds: 1))
    return Plan(
      profile: "quick", seed: 1, blocks: blocks,
      cases: Array(repeating: planned, count: copies),
      tables: [SuiteTable(suite: table, parameters: [], columns: [])])
  }

  @Test func `a plan that this tool writes is sound`() {
    #expect(Self.plan().defect == nil)
  }

  @Test(arguments: [0, -1, 1_000_000_000])
  func `an impossible number of blocks is a defect`(blocks: Int) {
    #expect(Self.plan(blocks: blocks).defect == "its plan has \(blocks) blocks")
  }

  @Test func `a table's name can't be a path`() {
    let plan = Self.plan(table: "../../secret")
    #expect(plan.defect == "its plan has a table of the name '../../secret'")
  }

  @Test
  func `a case without a table or trials, a repeated case or a plan without cases is a defect`() {
    #expect(Self.plan(table: "sync").defect?.contains("no table for the case") == true)
    #expect(Self.plan(copies: 2).defect?.contains("twice") == true)
    #expect(Self.plan(trials: 0).defect?.contains("out of range") == true)
    #expect(Self.plan(copies: 0).defect == "its plan has no case")
  }

  // MARK: Launches beyond the blocks

  private static func plan(
    _ further: FurtherRounds?, _ decided: DecidedRounds? = nil
  ) -> Plan {
    let sound = plan()
    var plan = Plan(
      profile: sound.profile, seed: 1, blocks: sound.blocks, cases: sound.cases,
      tables: sound.tables, further: further)
    plan.decided = decided
    return plan
  }

  @Test func `further launches that this tool decides are sound`() {
    let further = FurtherRounds(precision: 0.05, nanoseconds: .max, mostLaunches: 600)
    #expect(Self.plan(further).defect == nil)
    let decided = DecidedRounds(launches: [5], forPrecision: [3], rounds: 2, isNeverQuiet: false)
    #expect(Self.plan(further, decided).defect == nil)
  }

  @Test(arguments: [0, -0.05, .nan, .infinity])
  func `an impossible precision is a defect`(precision: Double) {
    let further = FurtherRounds(precision: precision, nanoseconds: 1, mostLaunches: 1)
    #expect(
      Self.plan(further).defect == "its plan has numbers out of range for further launches")
  }

  @Test(arguments: [-1, 100_001, .max])
  func `an impossible number of further launches is a defect`(count: Int) {
    let further = FurtherRounds(precision: 0.05, nanoseconds: 1, mostLaunches: count)
    #expect(
      Self.plan(further).defect == "its plan has numbers out of range for further launches")
    for (launches, forPrecision, rounds) in [
      ([count], [0], 1), ([0], [count], 1), ([0], [0], count),
    ] {
      let decided = DecidedRounds(
        launches: launches, forPrecision: forPrecision, rounds: rounds, isNeverQuiet: false)
      #expect(
        Self.plan(nil, decided).defect == "its further launches do not fit its number of cases, 1")
    }
  }

  @Test(arguments: [([], [0]), ([0], []), ([0, 0], [0]), ([0], [0, 0])] as [([Int], [Int])])
  func `further launches for more or fewer cases than the plan has are a defect`(
    launches: [Int], forPrecision: [Int]
  ) {
    let decided = DecidedRounds(
      launches: launches, forPrecision: forPrecision, rounds: 1, isNeverQuiet: false)
    #expect(
      Self.plan(nil, decided).defect == "its further launches do not fit its number of cases, 1")
  }
}

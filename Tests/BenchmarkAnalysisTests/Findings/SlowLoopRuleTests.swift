import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics
import TestSupport
import Testing

@Suite struct SlowLoopRuleTests {
  private var run = MadeRun()

  init() {
    run.columns += [MetricColumn("speedup", .higherIsBetter, .speedup)]
    run.steady("compute/serial/grain=10", 100)
  }

  private func findings(_ kind: SlowLoopFinding.Kind) -> [SlowLoop] {
    run.surprises { if case .slowLoop(let finding) = $0 { finding } else { nil } }
      .filter { $0.kind == kind }.flatMap(\.loops)
  }

  /// Adds a loop of seven launches: four of the first cost, and three of the last cost.
  private mutating func add(_ primitive: String, width: Int = 2, _ costs: LaunchRecord...) {
    run.add(
      "compute/\(primitive)/width=\(width)/grain=10", reference: "compute/serial/grain=10",
      width: width, (0..<7).map { costs[$0 < 4 ? 0 : costs.count - 1] })
  }

  @Test mutating func `a loop that loses to the plain loop while another loop wins is slow`() throws
  {
    add("slow", 200)
    add("fast", 50)
    add("faster", 40)
    let loops = findings(.plainLoop)
    try #require(loops.count == 1)
    #expect(loops[0].id.primitive == "slow")
    #expect((loops[0].speedup.value, loops[0].rivalSpeedup.value) == (0.5, 2.5))
    #expect(loops[0].rival.primitive == "faster")
    #expect(loops[0].cases == 1)
  }

  @Test(arguments: [(102.0, 1), (98, 0)])
  func `a loop is slow if its speed-up is below 1`(cost: Double, found: Int) {
    var tests = SlowLoopRuleTests()
    tests.add("a", costs(cost))
    tests.add("fast", 50)
    #expect(tests.findings(.plainLoop).count == found)
  }

  @Test mutating func `no loop is slow if all loops lose to the plain loop`() {
    add("a", 200)
    add("b", 300)
    #expect(findings(.plainLoop).isEmpty)
  }

  @Test mutating func `a loop that loses only in some launches is not slow`() {
    add("a", 200, 50)
    add("fast", 50)
    #expect(findings(.plainLoop).isEmpty)
  }

  @Test mutating func `a loop that wins only in some launches is no winner`() {
    add("a", 200)
    add("fast", 50, 150)
    #expect(findings(.plainLoop).isEmpty)
  }

  @Test
  mutating func `a loop that is slower on more CPUs is slow, with its fastest width as rival`()
    throws
  {
    add("a", width: 2, 60)
    add("a", width: 4, 40)
    add("a", width: 8, 50)
    add("b", width: 2, 60)
    add("b", width: 4, 59)
    let loops = findings(.fewerCPUs)
    try #require(loops.count == 1)
    #expect((loops[0].id["width"], loops[0].rival["width"]) == (8, 4))
    #expect((loops[0].speedup.value, loops[0].rivalSpeedup.value) == (2, 2.5))
  }

  @Test mutating func `widths whose intervals overlap are not told apart`() {
    add("a", width: 2, 50)
    add("a", width: 4, 60, 40)
    #expect(findings(.fewerCPUs).isEmpty)
  }
}

@Suite struct PredictionRuleTests {
  private var run = MadeRun()

  init() {
    run.columns = ["share_a", "predicted_share_a", "share_b"].map {
      MetricColumn($0, .neutral, .observation($0))
    }
  }

  private var missed: [MissedPrediction] {
    run.surprises { if case .prediction(let finding) = $0 { finding.figures } else { nil } }
      .flatMap(\.self)
  }

  /// A launch in which the figure `share_a` was predicted to be 0.4, and is `share`.
  private func seen(_ share: Double) -> LaunchRecord {
    costs(10).seeing(["share_a": share, "predicted_share_a": 0.4, "share_b": 5])
  }

  @Test(arguments: [(0.47, 1), (0.45, 0), (0.33, 1), (0.35, 0)])
  func `a figure more than 15 % above or below its prediction is reported`(
    share: Double, found: Int
  ) {
    var tests = PredictionRuleTests()
    tests.run.divided("share/four", tests.seen(share), tests.seen(share))
    #expect(tests.missed.count == found)
    #expect(tests.missed.allSatisfy { $0.column.name == "share_a" && $0.predicted == 0.4 })
    #expect(tests.missed.allSatisfy { abs($0.error - (share / 0.4 - 1)) < 1e-9 })
  }

  @Test mutating func `a figure whose interval holds its prediction is not reported`() {
    run.divided("share/four", seen(0.6), seen(0.3))
    #expect(missed.isEmpty)
  }

  @Test mutating func `a prediction of 0 is ignored`() {
    let record = costs(10).seeing(["share_a": 0.5, "predicted_share_a": 0])
    run.divided("share/four", record, record)
    #expect(missed.isEmpty)
  }
}

import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics
import TestSupport
import Testing

@Suite struct UnfairnessRuleTests {
  private var run = MadeRun()

  init() {
    run.columns += [
      MetricColumn("smallest_share", .higherIsBetter, .smallestShare),
      MetricColumn("starved_share", .lowerIsBetter, .observation("starved-share")),
    ]
  }

  private var findings: [UnfairnessFinding] {
    run.surprises { if case .unfairness(let finding) = $0 { finding } else { nil } }
  }

  private mutating func add(_ name: String, _ record: LaunchRecord) {
    run.add(name, Array(repeating: record, count: 7))
  }

  @Test mutating func `a share below a tenth of an even share is unfair`() throws {
    add("contended/a/2", costs(10).sharing(4, 96))
    let finding = try #require(findings.first)
    #expect(finding.kind == .smallestShare)
    #expect(abs(finding.primitives[0].share.value - 0.08) < 1e-9)
    #expect(finding.primitives[0].cases == 1)
  }

  @Test mutating func `a share above a tenth of an even share is not unfair`() {
    add("contended/a/2", costs(10).sharing(6, 94))
    #expect(findings.isEmpty)
  }

  @Test mutating func `a share whose interval reaches half of an even share is not unfair`() {
    run.divided("contended/a/2", costs(10).sharing(4, 96), costs(10).sharing(50, 50))
    #expect(findings.isEmpty)
  }

  @Test
  mutating func `primitives come worst first, each with its worst case and its number of cases`() {
    add("contended/a/2", costs(10).sharing(4, 96))
    add("contended/b/2", costs(10).sharing(2, 98))
    add("contended/a/4", costs(10).sharing(1, 99))
    let primitives = findings.flatMap(\.primitives)
    #expect(
      primitives.map(\.id.description) == [
        "locks/contended/a/threads=4", "locks/contended/b/threads=2",
      ])
    #expect(primitives.map(\.cases) == [2, 1])
  }

  @Test(arguments: [(0.51, 1), (0.49, 0)])
  func `a thread kept out for more than half of a trial is starved`(share: Double, found: Int) {
    var tests = UnfairnessRuleTests()
    tests.add("waits/a/2", costs(10).seeing(["starved-share": share]))
    #expect(tests.findings.count == found)
    #expect(tests.findings.allSatisfy { $0.kind == .starvedShare })
  }

  @Test mutating func `a share without an interval is not unfair`() {
    run.add("contended/a/2", [costs(10).sharing(0, 100).seeing(["starved-share": 1])])
    #expect(run.metric("contended/a/2", "smallest_share")?.estimate.value == 0)
    #expect(findings.isEmpty)
  }

  @Test mutating func `a starved share whose interval reaches below a half is not reported`() {
    run.divided(
      "waits/a/2", costs(10).seeing(["starved-share": 0.9]),
      costs(10).seeing(["starved-share": 0.1]))
    #expect(findings.isEmpty)
  }
}

@Suite struct WaitTailRuleTests {
  private var run = MadeRun()

  init() {
    run.columns += [
      MetricColumn("wait_p50_ns", .lowerIsBetter, .latency(percentile: 50)),
      MetricColumn("wait_p99_ns", .lowerIsBetter, .latency(percentile: 99)),
    ]
  }

  private var tails: [WaitTail] {
    run.surprises { if case .waitTail(let finding) = $0 { finding.primitives } else { nil } }
      .flatMap(\.self)
  }

  /// Adds a case in which 95 waits of 100 take `short` ns, and 5 take `long` ns.
  private mutating func add(_ name: String, _ short: UInt64, _ long: UInt64) {
    run.add(name, Array(repeating: costs(10).waiting([short: 95, long: 5]), count: 7))
  }

  @Test(arguments: [(1010 as UInt64, 1), (990, 0)])
  func `a wait of more than a hundred times the usual wait is a tail`(long: UInt64, found: Int) {
    var tests = WaitTailRuleTests()
    tests.add("waits/a/2", 10, long)
    #expect(tests.tails.count == found)
    #expect(tests.tails.allSatisfy { $0.times == Double(long) / 10 })
  }

  @Test mutating func `a tail's interval must lie above a hundred times the usual wait's interval`()
  {
    run.divided(
      "waits/a/2", costs(10).waiting([10: 95, 1500: 5]), costs(10).waiting([20: 95, 1500: 5]))
    #expect(tails.isEmpty)
  }

  @Test mutating func `a wait without an interval is no tail`() {
    run.add("waits/a/2", Array(repeating: costs(10).waiting([10: 95, 5000: 5]), count: 4))
    #expect(tails.isEmpty)
  }

  @Test mutating func `a median wait of 0 has no tail`() {
    add("waits/a/2", 0, 5000)
    #expect(tails.isEmpty)
  }

  @Test mutating func `a latency that is not a wait has no tail`() {
    run.columns = [
      MetricColumn("latency_p50_ns", .lowerIsBetter, .latency(percentile: 50)),
      MetricColumn("latency_p99_ns", .lowerIsBetter, .latency(percentile: 99)),
    ]
    add("latency/a", 10, 5000)
    #expect(tails.isEmpty)
  }

  @Test mutating func `each primitive has its worst tail, the worst primitive first`() {
    add("waits/a/2", 10, 2000)
    add("waits/b/2", 10, 3000)
    add("waits/a/4", 10, 4000)
    #expect(tails.map(\.id.primitive) == ["a", "b"])
    #expect(tails.map(\.times) == [400, 300])
    #expect(tails.map(\.cases) == [2, 1])
  }
}

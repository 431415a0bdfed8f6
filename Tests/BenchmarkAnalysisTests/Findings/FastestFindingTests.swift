import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics
import TestSupport
import Testing

@Suite struct FastestFindingTests {
  private var run = MadeRun()

  private func names(_ cases: [RankedCase]) -> [String] { cases.map(\.summary.id.primitive) }

  @Test
  mutating func `the finding on each situation says how much worse the next case is than the best`()
    throws
  {
    run.steady("contended/slow/2", 25)
    run.steady("contended/fast/2", 10)
    run.steady("contended/slower/2", 40)
    run.steady("uncontended/fast", 3)
    run.steady("uncontended/slow", 2)
    let findings = run.findings.fastest
    try #require(findings.count == 2)
    let finding = findings[0]
    #expect(finding.situation == "locks/contended/threads=2")
    #expect(finding.suite == "locks")
    #expect(finding.column.name == "ns_per_op")
    #expect(names(finding.best) == ["fast"])
    #expect(finding.best[0].metric.estimate.value == 10)
    #expect(finding.next?.summary.id.primitive == "slow")
    #expect(finding.nextIsWorseBy == 2.5)
    #expect(finding.contenders == 3)
    #expect(finding.isTellingApart)
    #expect(names(findings[1].best) == ["slow"])
  }

  @Test mutating func `cases that the blocks do not tell apart share the first rank`() throws {
    run.add("contended/a/2", [10, 11, 12, 11, 10, 12, 11, 10])
    run.add("contended/b/2", [11, 10.5, 13, 10.5, 11, 11.5, 12, 9.5])
    run.add("contended/c/2", Array(repeating: 30, count: 8))
    let finding = try #require(run.findings.fastest.first)
    #expect(Set(names(finding.best)) == ["a", "b"])
    #expect(finding.next?.summary.id.primitive == "c")
  }

  @Test mutating func `fewer than six launches tell no cases apart`() throws {
    run.add("contended/a/2", Array(repeating: 10, count: 5))
    run.add("contended/b/2", Array(repeating: 90, count: 5))
    let finding = try #require(run.findings.fastest.first)
    #expect(!finding.isTellingApart)
    #expect(names(finding.best) == ["a", "b"])
    #expect(finding.next == nil)
    #expect(finding.nextIsWorseBy == nil)
  }

  @Test mutating func `the next case is worse by a factor above 1 even if more is better`() throws {
    run.columns = [MetricColumn("ops_per_s", .higherIsBetter, .operationsPerSecond)]
    run.steady("contended/slow/2", 40)
    run.steady("contended/fast/2", 10)
    let finding = try #require(run.findings.fastest.first)
    #expect(names(finding.best) == ["fast"])
    #expect(finding.nextIsWorseBy == 4)
  }

  @Test mutating func `a single case is not the fastest`() {
    run.steady("contended/a/2", 10)
    #expect(run.findings.fastest.isEmpty)
  }

  // With one thread, a primitive that excludes no thread is valid, and faster than any lock.
  @Test mutating func `a primitive that is a negative control in one case is never the fastest`()
    throws
  {
    run.add("contended/empty/2", expectation: .invalid(reason: "it must"), [costs(1).broken])
    run.steady("uncontended/empty", 1)
    run.steady("uncontended/a", 10)
    run.steady("uncontended/b", 20)
    let finding = try #require(run.findings.fastest.first)
    #expect(finding.situation == "locks/uncontended")
    #expect(names(finding.best) == ["a"])
    #expect(finding.contenders == 2)
    #expect(finding.floors == ["empty"])
  }

  @Test(arguments: [Yardstick.floor, .control])
  func `a floor or a control is never the fastest`(yardstick: Yardstick) throws {
    var run = MadeRun()
    run.describe(["it": yardstick, "a": nil, "b": nil])
    for (name, cost) in [("it", 1.0), ("a", 10), ("b", 20)] {
      run.steady("uncontended/\(name)", cost)
    }
    let finding = try #require(run.findings.fastest.first)
    #expect(names(finding.best) == ["a"])
    #expect(finding.floors == ["it"])
    #expect(run.run.document.plan.yardsticks.map(\.primitive) == ["it"])
  }
}

import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics
import TestSupport
import Testing

@Suite struct CautionRuleTests {
  private var run = MadeRun()

  init() { run.state = .complete }

  @Test mutating func `a finding of regimes has the number of cases examined`() throws {
    run.divided("contended/a/2", 10, 20)
    run.steady("contended/b/2", 10)
    let finding = try #require(
      run.surprises { if case .regimes(let finding) = $0 { finding } else { nil } }.first)
    #expect(finding.cases == [MadeRun.id("contended/a/2")])
    #expect(finding.examined == 2)
  }

  @Test mutating func `a single launch apart from the others is no second regime`() {
    run.add("contended/a/2", [10, 10, 10, 10, 10, 10, 20])
    #expect(run.findings.surprises.isEmpty)
  }

  @Test mutating func `a calm run has no caution`() {
    run.steady("contended/a/2", 10)
    #expect(run.findings.surprises.isEmpty)
  }

  @Test mutating func `warnings, steal, shared CPUs and an early end are cautions`() throws {
    run.state = .interrupted
    run.warnings = ["the load average is 3.1"]
    // 40 of 100 ms on the only CPU were stolen, which is four ticks of the kernel's clock.
    run.add("contended/a/2", [costs(100_000).with { $0.trials[0].stealNanoseconds = 40_000_000 }])
    let threads = [0, 1].map { ThreadRow(thread: $0, cpu: 0, operations: 500) }
    run.add("contended/b/2", [costs(10).with { $0.threads = threads }])
    run.steady("contended/c/2", 10)
    let finding = try #require(
      run.surprises { if case .disturbance(let finding) = $0 { finding } else { nil } }.first)
    #expect(finding.unfinished == .interrupted)
    #expect(finding.warnings == ["the load average is 3.1"])
    #expect((finding.stolen, finding.sharedCPU, finding.measured) == (1, 1, 3))
  }

  @Test mutating func `so little stolen time that the case has no note is no caution`() {
    run.add("contended/a/2", [costs(1_000_000).with { $0.trials[0].stealNanoseconds = 40_000_000 }])
    #expect(run.findings.surprises.isEmpty)
  }
}

@Suite struct FaultRuleTests {
  private var run = MadeRun()

  init() { run.state = .complete }

  private var faults: [FaultFinding] {
    run.surprises { if case .fault(let finding) = $0 { finding } else { nil } }
  }

  @Test mutating func `a primitive that broke its promise is one fault, with the first reason`()
    throws
  {
    run.add("contended/liar/2", [costs(1).broken])
    run.add("contended/liar/4", [costs(1).broken])
    run.add("contended/other/4", [costs(1).broken])
    run.steady("contended/good/4", 10)
    #expect(faults.map(\.primitive) == ["liar", "other"])
    #expect(faults.map(\.cases.count) == [2, 1])
    #expect(faults.allSatisfy { $0.kind == .invalid && $0.suite == "locks" })
    #expect(try #require(faults.first).reason.hasPrefix("lost 3"))
  }

  @Test mutating func `a missed control and a crash come after an invalid primitive`() {
    run.add("contended/gone/2", [failure("killed")])
    run.add("contended/control/2", expectation: .invalid(reason: "it must"), [1])
    run.add("contended/liar/2", [costs(1).broken])
    #expect(faults.map(\.kind) == [.invalid, .missedControl, .failed])
    #expect(faults.map(\.primitive) == ["liar", "control", "gone"])
  }

  @Test
  mutating func
    `a caught control, one that nothing could catch and an unmeasured case are no faults`()
  {
    run.add("contended/control/2", expectation: .invalid(reason: "it must"), [costs(1).broken])
    run.add("contended/alone/2", expectation: .invalid(reason: "it must"), cpus: [0], width: 2, [1])
    run.add("contended/late/2", [nil])
    #expect(faults.isEmpty)
  }

  @Test mutating func `the gravest surprises come first, and cautions last`() {
    run.warnings = ["the load average is 3.1"]
    run.columns += [MetricColumn("smallest_share", .higherIsBetter, .smallestShare)]
    run.divided("contended/a/2", 10, 20)
    run.add("contended/b/2", (0..<7).map { _ in costs(10).sharing(1, 99) })
    run.add("contended/c/2", [failure("killed")])
    let surprises = run.findings.surprises
    #expect(surprises.map(\.isCaution) == [false, false, true, true])
    guard case .fault = surprises[0], case .unfairness = surprises[1], case .regimes = surprises[2],
      case .disturbance = surprises[3]
    else {
      Issue.record("another order: \(surprises)")
      return
    }
  }
}

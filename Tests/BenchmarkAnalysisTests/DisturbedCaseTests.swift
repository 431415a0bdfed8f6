import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics
import TestSupport
import Testing

/// Cases of which some launches were disturbed.
@Suite struct DisturbedCaseTests {
  private var run = MadeRun()

  init() { run.further = FurtherRounds(precision: 0.05, nanoseconds: 0, mostLaunches: 8) }

  private static let quiet: [LaunchRecord] = [10, 20, 30, 40, 50, 60]

  @Test mutating func `a disturbed launch enters no figure, and its block has no value`() throws {
    run.add(
      "contended/ticket/2",
      [10, costs(900).disturbed(.stolen), 30, costs(20).disturbed(.quiet)])
    let summary = try #require(run.summary("contended/ticket/2"))
    #expect(summary.status == .valid)
    #expect(summary.launches == 3)
    let metric = try #require(summary.metrics["ns_per_op"])
    #expect(metric.byBlock == [10, nil, 30, 20])
    #expect(metric.estimate.value == 20)
  }

  @Test mutating func `a launch in an added block enters the figures like any other`() throws {
    run.add("contended/ticket/2", Self.quiet)
    run.add("contended/mutex/2", [10])
    run.decided = DecidedRounds(
      launches: [0, 2], forPrecision: [0, 0], rounds: 1, isNeverQuiet: false)
    var whole = run.run
    for (block, cost) in [(6, 20.0), (7, 30.0)] {
      whole.records[Launch(caseIndex: 1, block: block)] = costs(cost)
    }
    let cases = Summarizer(whole).summary().suites[0].cases
    #expect(cases[1].launches == 3)
    #expect(cases[1].metrics["ns_per_op"]?.byBlock == [10, nil, nil, nil, nil, nil, 20, 30])
    #expect(cases[0].metrics["ns_per_op"]?.byBlock.count == 8)
  }

  @Test mutating func `a case without a quiet launch is disturbed, and has no figure and no rank`()
    throws
  {
    run.add("contended/ticket/2", Self.quiet)
    run.add(
      "contended/mutex/2", [TrialState.stolen, .slow, .stolen].map { costs(1).disturbed($0) })
    let summary = try #require(run.summary("contended/mutex/2"))
    #expect(summary.status == .disturbed)
    #expect(
      summary.reason
        == "none of its 3 launches was quiet: time was stolen in 2, the CPUs' clocks were slow in 1"
    )
    #expect(summary.metrics.isEmpty)
    #expect(summary.launches == 0)
    let ranking = try #require(run.suiteSummary.rankings().first)
    #expect(ranking.ranked.map(\.summary.id.primitive) == ["ticket"])
    #expect(ranking.unranked.map(\.id.primitive) == ["mutex"])
  }

  @Test mutating func `a wrong result or a failure outranks a disturbance in a case's status`() {
    run.add("contended/ticket/2", [costs(10).disturbed(.stolen).broken])
    run.add("contended/mutex/2", [costs(10).disturbed(.stolen), failure("killed")])
    #expect(run.summary("contended/ticket/2")?.status == .invalid)
    #expect(run.summary("contended/mutex/2")?.status == .failed)
  }

  @Test mutating func `a control is caught or missed, whatever disturbed it`() throws {
    let control = Expectation.invalid(reason: "it excludes nobody")
    run.add("contended/no-lock/2", expectation: control, [costs(10).disturbed(.waited).broken])
    run.add("contended/no-lock/4", expectation: control, [costs(10).disturbed(.waited)])
    #expect(try #require(run.summary("contended/no-lock/2")).isCaughtControl)
    let missed = try #require(run.summary("contended/no-lock/4"))
    #expect(missed.isMissedControl)
    #expect(missed.status == .valid)
  }

  @Test
  mutating func `all launches count if the plan repeats none, or if the machine is never quiet`()
    throws
  {
    let launches = [costs(10).disturbed(.waited), costs(30).disturbed(.stolen)]
    run.add("contended/ticket/2", launches)
    run.decided = DecidedRounds(launches: [0], forPrecision: [0], rounds: 1, isNeverQuiet: true)
    #expect(run.metric("contended/ticket/2")?.byBlock == [10, 30])
    #expect(
      run.summary.disturbed?.text?
        .hasSuffix(": all count, because most of the first launches were disturbed") == true)
    run.decided = DecidedRounds(launches: [0], forPrecision: [0], rounds: 1, isNeverQuiet: false)
    #expect(run.summary.disturbed?.text?.hasSuffix(": figures leave them out") == true)
    run.decided = nil
    run.further = nil
    #expect(run.metric("contended/ticket/2")?.byBlock == [10, 30])
    #expect(run.summary("contended/ticket/2")?.status == .valid)
  }

  @Test mutating func `launches beside a neighbour count in a case with too few other launches`() {
    let launches = [costs(10).disturbed(.sharedCore), costs(30).disturbed(.stolen), costs(20)]
    run.add("contended/ticket/2", launches)
    run.add("contended/mutex/2", launches)
    run.decided = DecidedRounds(
      launches: [0, 0], forPrecision: [0, 0], rounds: 1, isNeverQuiet: false, neverAlone: [1])
    #expect(run.metric("contended/ticket/2")?.byBlock == [nil, nil, 20])
    #expect(run.metric("contended/mutex/2")?.byBlock == [10, nil, 20])
    #expect(
      run.summary.disturbed?.text?.hasSuffix(
        "figures leave them out, except in 1 case that had hardly any launch without a neighbour"
      ) == true)
  }

  @Test
  mutating func `a speed-up is made of the blocks in which the launches of both cases were quiet`()
    throws
  {
    run.columns.append(MetricColumn("speedup", .higherIsBetter, .speedup))
    run.add("loop/serial/1", [100, costs(100).disturbed(.slow), 100, 100])
    run.add(
      "loop/parallel/1", reference: "loop/serial/1",
      [50, 50, costs(50).disturbed(.stolen), 25])
    #expect(run.metric("loop/parallel/1", "speedup")?.byBlock == [2, nil, nil, 4])
  }
}

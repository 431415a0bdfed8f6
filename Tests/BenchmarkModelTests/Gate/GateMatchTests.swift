import Testing

@testable import BenchmarkModel

@Suite struct GateMatchTests {
  private static let sampling = Sampling(warmups: 2, trials: 12, trialNanoseconds: 5_000_000)
  private static let columns = [
    MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation),
    MetricColumn("ops_per_s", .higherIsBetter, .operationsPerSecond),
  ]

  private func planned(
    _ primitive: String, pace: Pace = .window, level: Double = 0.25,
    expectation: BenchmarkModel.Expectation = .valid, placement: Placement = .pinned(cpus: [0, 1]),
    sampling: Sampling = sampling, width: Int = 2, limit: Int? = nil, kernel: String? = nil
  ) -> PlannedCase {
    ModelFixture.planned(
      ModelFixture.id(primitive), pace: pace, level: level, expectation: expectation,
      placement: placement, sampling: sampling, limit: limit, width: width, kernel: kernel)
  }

  private func plan(_ cases: [PlannedCase], columns: [MetricColumn] = columns) -> Plan {
    Plan(
      profile: "gate", seed: 0, blocks: 1, cases: cases,
      tables: [SuiteTable(suite: "locks", parameters: [], columns: columns)])
  }

  private func ids(_ primitives: String...) -> [CaseID] { primitives.map(ModelFixture.id) }

  @Test func `cases that both sides have are compared, in the candidate's order`() {
    let match = GateMatch(
      baseline: plan([planned("mcs"), planned("ticket")]),
      candidate: plan([planned("ticket", limit: 3, kernel: "loop"), planned("mcs")]))
    #expect(match.subjects.map(\.planned.id) == ids("ticket", "mcs"))
    // The limit of launches and the symbol of the measured loop do not change a gate's measurement.
    #expect(match.subjects[0].planned.kernel == "loop")
    #expect(match.subjects.map(\.columns) == [Self.columns, Self.columns])
    #expect(match.added.isEmpty && match.removed.isEmpty && match.ungated.isEmpty)
  }

  @Test func `cases of one side only are listed, not compared`() {
    let match = GateMatch(
      baseline: plan([planned("clh"), planned("mcs"), planned("old")]),
      candidate: plan([planned("new"), planned("mcs"), planned("newer")]))
    #expect(match.subjects.map(\.planned.id) == ids("mcs"))
    #expect(match.added == ids("new", "newer"))
    #expect(match.removed == ids("clh", "old"))
    #expect(match.ungated.isEmpty)
  }

  @Test(arguments: [
    BenchmarkModel.Expectation.invalid(reason: "excludes nobody"), .hangs(reason: "deadlocks"),
    .unsound(reason: "alone"),
  ])
  func `a negative control of either side is left out`(expectation: BenchmarkModel.Expectation) {
    let control = planned("broken", expectation: expectation)
    let match = GateMatch(
      baseline: plan([control, planned("mended", expectation: expectation), planned("mcs")]),
      candidate: plan([planned("broken"), planned("mended"), planned("mcs")]))
    #expect(match.subjects.map(\.planned.id) == ids("mcs"))
    #expect(match.added.isEmpty && match.removed.isEmpty && match.ungated.isEmpty)
    let alone = GateMatch(baseline: plan([planned("mcs")]), candidate: plan([control]))
    #expect(alone.added.isEmpty)
    #expect(alone.removed == ids("mcs"))
  }

  @Test func `a case that depends on this machine's layout is not gated on other machines`() {
    let pair = ModelFixture.planned(
      CaseID(
        suite: "locks", workload: "contended", primitive: "mcs",
        parameters: [Parameter("threads", 2), Parameter("placement", 1)]), placement: .unpinned)
    let both = plan([planned("ticket"), pair])
    let here = GateMatch(baseline: both, candidate: both)
    #expect(here.subjects.count == 2)
    let elsewhere = GateMatch(baseline: both, candidate: both, isElsewhere: true)
    #expect(elsewhere.subjects.map(\.planned.id) == ids("ticket"))
    #expect(elsewhere.ungated.map(\.id) == [pair.id])
  }

  @Test func `a case that the sides measure differently is listed with the reason, not compared`() {
    let base = planned("mcs")
    let others: [(PlannedCase, String)] = [
      (
        planned("mcs", pace: .operations),
        "a trial ends when its time is up in the baseline, after a count of operations in the candidate"
      ),
      (
        planned("mcs", level: 0),
        "a launch is summed up by its lower quartile in the baseline, its least trial in the candidate"
      ),
      (
        planned("mcs", sampling: Sampling(warmups: 1, trials: 4, trialNanoseconds: 1_500)),
        "a launch is 2 warm-ups and 12 trials of 5 ms in the baseline, "
          + "1 warm-up and 4 trials of 0.0015 ms in the candidate"
      ),
      (
        planned("mcs", placement: .process(cpus: [0, 1, 2])),
        "it runs with each thread bound to one of CPU 0,1 in the baseline, "
          + "with its process bound to CPU 0,1,2 in the candidate"
      ),
      (
        planned("mcs", placement: .pinned(cpus: [1, 0])),
        "it runs with each thread bound to one of CPU 0,1 in the baseline, "
          + "with each thread bound to one of CPU 1,0 in the candidate"
      ),
      (planned("mcs", width: 1), "it uses 2 CPUs in the baseline, 1 CPU in the candidate"),
    ]
    for (other, reason) in others {
      let match = GateMatch(baseline: plan([base]), candidate: plan([other]))
      #expect(match.ungated == [UngatedCase(id: base.id, reason: reason)])
      #expect(match.subjects.isEmpty && match.added.isEmpty && match.removed.isEmpty)
    }
  }

  @Test func `every difference in measuring a case is reported`() {
    let match = GateMatch(
      baseline: plan([planned("mcs")]),
      candidate: plan([planned("mcs", pace: .once, placement: .unpinned, width: 4)]))
    let parts = match.ungated.first?.reason.split(separator: "; ")
    #expect(parts?.count == 3)
    #expect(match.ungated.first?.reason.contains("bound to no CPU in the candidate") == true)
  }

  @Test func `a case is compared in the columns that mean the same on both sides`() {
    let other = [
      MetricColumn("ns_per_op", .lowerIsBetter, .processorTimePerOperation),
      MetricColumn("ops_per_s", .higherIsBetter, .operationsPerSecond),
      MetricColumn("fairness", .higherIsBetter, .fairness),
    ]
    let match = GateMatch(
      baseline: plan([planned("mcs")]), candidate: plan([planned("mcs")], columns: other))
    #expect(match.subjects.map(\.columns) == [[other[1]]])
  }

  @Test func `a case is compared in columns in which each sound launch has a value above 0`() {
    let fit = [
      MetricColumn("ms", .lowerIsBetter, .elapsedMilliseconds, workloads: ["contended", "x"]),
      MetricColumn("p99", .lowerIsBetter, .latency(percentile: 99)),
    ]
    // In these columns a sound launch may have no value, or 0, which has no ratio to another value.
    // The launch would count as failed.
    let unfit = [
      MetricColumn("switches", .lowerIsBetter, .switchesPerOperation),
      MetricColumn("share", .higherIsBetter, .smallestShare),
      MetricColumn("misses", .lowerIsBetter, .observation("misses")),
      MetricColumn("reads", .higherIsBetter, .observationPerSecond("reads")),
      MetricColumn("faults", .lowerIsBetter, .counted(event: "page-faults")),
      MetricColumn("khz", .higherIsBetter, .countedValue(event: "khz")),
      MetricColumn("speedup", .higherIsBetter, .speedup),
      MetricColumn("efficiency", .higherIsBetter, .efficiency),
      MetricColumn("overhead", .lowerIsBetter, .overheadPerOperation),
      MetricColumn("other", .lowerIsBetter, .elapsedPerOperation, workloads: ["uncontended"]),
    ]
    let plan = plan([planned("mcs")], columns: unfit + fit)
    #expect(GateMatch(baseline: plan, candidate: plan).subjects.map(\.columns) == [fit])
  }

  @Test func `a case is not compared if the sides share only neutral columns, or none`() {
    let neutral = MetricColumn("nice", .neutral, .observation("nice"))
    let match = GateMatch(
      baseline: plan([planned("mcs")], columns: Self.columns + [neutral]),
      candidate: plan([planned("mcs")], columns: [neutral]))
    #expect(
      match.ungated == [
        UngatedCase(
          id: ModelFixture.id("mcs"),
          reason: "none of the metrics to compare means the same on both sides: "
            + "ns_per_op, ops_per_s in the baseline, none in the candidate")
      ])
    let noTable = Plan(
      profile: "gate", seed: 0, blocks: 1, cases: [planned("mcs")], tables: [])
    #expect(GateMatch(baseline: noTable, candidate: noTable).ungated.count == 1)
  }

  @Test func `a case that a plan has twice counts once`() {
    let match = GateMatch(
      baseline: plan([planned("mcs"), planned("mcs"), planned("old"), planned("old")]),
      candidate: plan([planned("mcs"), planned("mcs"), planned("new"), planned("new")]))
    #expect(match.subjects.count == 1)
    #expect(match.added == ids("new"))
    #expect(match.removed == ids("old"))
  }
}

import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics
import TestSupport
import Testing

/// The metrics of a case: each launch's value, and the value of the case.
@Suite struct CaseMetricTests {
  private var run = MadeRun()

  @Test mutating func `the cost of an uncontended case is the median of its launches' minima`() {
    run.add(
      "uncontended/ticket", level: 0, [costs(12, 10, 11), costs(20, 21, 22), costs(15, 13, 14)])
    #expect(run.metric("uncontended/ticket")?.byBlock == [10, 20, 13])
    #expect(run.metric("uncontended/ticket")?.estimate.value == 13)
  }

  @Test
  mutating func `the cost of a contended case is the median of its launches' lower quartiles`() {
    run.add(
      "contended/ticket/2", level: 0.25,
      [costs(14, 10, 12, 13, 11), costs(20, 20, 20), costs(30, 32, 31, 34, 33), costs(5, 1, 9)])
    #expect(run.metric("contended/ticket/2")?.byBlock == [11, 20, 31, 3])
    #expect(run.metric("contended/ticket/2")?.estimate.value == 15.5)
  }

  @Test
  mutating func `a launch's rate is its trials' quantile 1 - q if its cost is their quantile q`() {
    run.columns = [MetricColumn("ops_per_s", .higherIsBetter, .operationsPerSecond)]
    run.add("uncontended/ticket", level: 0, [costs(12, 10, 11)])
    #expect(run.metric("uncontended/ticket", "ops_per_s")?.estimate.value == 1e8)
  }

  @Test mutating func `a block without a launch has no value, and other values keep their blocks`()
  {
    run.add("uncontended/ticket", [10, nil, 30])
    #expect(run.metric("uncontended/ticket")?.byBlock == [10, nil, 30])
    #expect(run.metric("uncontended/ticket")?.launches == 2)
    #expect(run.metric("uncontended/ticket")?.estimate.value == 20)
  }

  @Test mutating func `a trial without operations has no cost`() {
    let idle = costs(10, 20).with { $0.trials[0].operations = 0 }
    run.add("uncontended/ticket", [idle])
    #expect(run.metric("uncontended/ticket")?.estimate.value == 20)
    run.add("uncontended/mutex", [costs(10).with { $0.trials[0].operations = 0 }])
    #expect(run.metric("uncontended/mutex") == nil)
    #expect(run.summary("uncontended/mutex")?.status == .valid)
  }

  @Test mutating func `a trial that took no time has no rate, and makes no rate or ratio infinite`()
    throws
  {
    run.columns = [
      MetricColumn("ops_per_s", .higherIsBetter, .operationsPerSecond),
      MetricColumn("speedup", .higherIsBetter, .speedup),
    ]
    let records = (0..<6).map { _ in costs(10, 20).with { $0.trials[0].elapsedNanoseconds = 0 } }
    let none = records.map { $0.with { $0.trials[1].elapsedNanoseconds = 0 } }
    run.add("compute/serial", none)
    run.add("compute/parallel", reference: "compute/serial", records)
    #expect(run.metric("compute/serial", "ops_per_s") == nil)
    let rate = try #require(run.metric("compute/parallel", "ops_per_s")?.estimate)
    #expect(rate.value.isFinite)
    #expect(rate.interval?.high.isFinite == true)
    #expect(run.metric("compute/parallel", "speedup")?.estimate.value.isFinite != false)
  }

  @Test mutating func `processor time and switches are counted per operation`() {
    run.columns = [
      MetricColumn("cpu_ns_per_op", .lowerIsBetter, .processorTimePerOperation),
      MetricColumn("switches_per_op", .lowerIsBetter, .switchesPerOperation),
    ]
    let record = costs(10, 10).with {
      $0.trials[0].userNanoseconds = 15_000
      $0.trials[0].systemNanoseconds = 5000
      $0.trials[1].userNanoseconds = 40_000
      $0.trials[0].voluntarySwitches = 3
      $0.trials[1].involuntarySwitches = 1
    }
    run.add("contended/ticket/2", [record])
    #expect(run.metric("contended/ticket/2", "cpu_ns_per_op")?.estimate.value == 30)
    #expect(run.metric("contended/ticket/2", "switches_per_op")?.estimate.value == 0.002)
  }

  @Test
  mutating func `the overhead of a lock is the time of its CPUs less the work, and at least 0`() {
    run.columns = [
      MetricColumn("overhead_ns", .lowerIsBetter, .timeBeyondWork)
    ]
    let record = costs(15, 15)
    for (name, inside, outside, expected) in [
      ("none", 0, 0, 30.0), ("some", 5, 15, 10), ("much", 200, 0, 0),
    ] {
      let id = CaseID(
        suite: "locks", workload: "contended", primitive: name,
        parameters: [
          Parameter("threads", 2), Parameter("inside", inside), Parameter("outside", outside),
        ])
      run.add(
        PlannedCase(
          id: id, pace: .window, summaryLevel: 0.25, expectation: .valid,
          placement: .pinned(cpus: [0, 1]),
          sampling: Sampling(warmups: 0, trials: 2, trialNanoseconds: 1), reference: nil, width: 2,
          isPooled: false),
        [record])
      let found = run.summary.suites[0].cases.first { $0.id == id }
      #expect(found?.metrics["overhead_ns"]?.estimate.value == expected)
    }
  }

  @Test mutating func `the time of a whole trial is in milliseconds`() {
    run.columns = [MetricColumn("total_ms", .lowerIsBetter, .elapsedMilliseconds)]
    run.add("fixed-count/ticket", level: 0, [costs(4000, 3000)])
    #expect(run.metric("fixed-count/ticket", "total_ms")?.estimate.value == 3)
  }

  @Test(
    arguments: [
      ("fairness", .fairness, 1, 0.5), ("smallest_share", .smallestShare, 1, 0),
      ("share_deviation", .shareDeviation, 0, 1),
    ] as [(String, MetricSource, Double, Double)])
  mutating func `fairness, smallest share and deviation compare threads, and need at least two`(
    name: String, source: MetricSource, even: Double, starved: Double
  ) {
    run.columns = [MetricColumn(name, .higherIsBetter, source)]
    run.add("contended/ticket/2", [costs(1).sharing(100, 100)])
    run.add("contended/ttas/2", [costs(1).sharing(100, 0)])
    run.add("contended/ticket/1", [costs(1).sharing(100)])
    #expect(run.metric("contended/ticket/2", name)?.estimate.value == even)
    #expect(run.metric("contended/ttas/2", name)?.estimate.value == starved)
    #expect(run.metric("contended/ticket/1", name) == nil)
  }

  @Test mutating func `an observation is shown as it is, or divided by the time of its trial`() {
    run.columns = [
      MetricColumn("nice", .neutral, .observation("nice")),
      MetricColumn("reads_per_s", .higherIsBetter, .observationPerSecond("reads")),
    ]
    let record = costs(1000, 2000).with {
      $0.observations = [
        ObservationRow(trial: 0, name: "nice", value: -2),
        ObservationRow(trial: 0, name: "reads", value: 10),
        ObservationRow(trial: 1, name: "reads", value: 10),
      ]
    }
    run.add("read-mix/mutex/2", level: 0, [record])
    #expect(run.metric("read-mix/mutex/2", "nice")?.estimate.value == -2)
    #expect(run.metric("read-mix/mutex/2", "reads_per_s")?.estimate.value == 10_000)
  }

  @Test(
    arguments: [
      (0, 10), (50, 10), (51, 20), (90, 20), (91, 30), (99, 30), (99.1, 40), (100, 40),
    ] as [(Double, Double)])
  mutating func `percentile p is the least value with at least p % of all values at or below it`(
    percentile: Double, value: Double
  ) {
    run.columns = [MetricColumn("p", .lowerIsBetter, .latency(percentile: percentile))]
    let rows = [(40, 1), (20, 40), (10, 50), (30, 9)] as [(UInt64, UInt64)]
    run.add(
      "latency/default",
      [costs(1).with { $0.latencies = rows.map { LatencyRow(valueNanoseconds: $0, count: $1) } }])
    #expect(run.metric("latency/default", "p")?.estimate.value == value)
  }

  @Test
  mutating func `a case's percentile of latencies is the median of its launches' percentiles`() {
    run.columns = [MetricColumn("p99", .lowerIsBetter, .latency(percentile: 99))]
    run.add(
      "latency/default",
      [7, 1000, 8].map { value in
        costs(1).with { $0.latencies = [LatencyRow(valueNanoseconds: value, count: 5)] }
      } + [1])
    #expect(run.metric("latency/default", "p99")?.byBlock == [7, 1000, 8, nil])
    #expect(run.metric("latency/default", "p99")?.estimate.value == 8)
  }

  @Test mutating func `a case has no value in a column of other workloads`() {
    run.columns.append(
      MetricColumn("fairness", .higherIsBetter, .operationsPerSecond, workloads: ["contended"]))
    run.add("uncontended/ticket", [1])
    run.add("contended/ticket/2", [1])
    #expect(run.metric("uncontended/ticket", "fairness") == nil)
    #expect(run.metric("contended/ticket/2", "fairness") != nil)
  }

  // MARK: Against a reference

  private mutating func addParallel(
    _ reference: [LaunchRecord?], _ own: [LaunchRecord?]
  ) {
    run.columns = [
      MetricColumn("speedup", .higherIsBetter, .speedup),
      MetricColumn("efficiency", .higherIsBetter, .efficiency),
      MetricColumn("overhead", .lowerIsBetter, .overheadPerOperation),
    ]
    run.add("compute/serial", level: 0.25, reference: "compute/serial", reference)
    run.add("compute/parallel/2", reference: "compute/serial", width: 2, own)
  }

  // The ratio of the two cases' medians would be another: 20 / 5 = 4, and not 3.
  @Test mutating func `speed-up, efficiency and overhead are computed block by block`() {
    addParallel([10, 20, 60], [5, 5, 20])
    #expect(run.metric("compute/parallel/2", "speedup")?.byBlock == [2, 4, 3])
    #expect(run.metric("compute/parallel/2", "speedup")?.estimate.value == 3)
    #expect(run.metric("compute/parallel/2", "efficiency")?.byBlock == [1, 2, 1.5])
    #expect(run.metric("compute/parallel/2", "overhead")?.byBlock == [0, -10, -20])
    #expect(run.metric("compute/parallel/2", "overhead")?.estimate.value == -10)
    #expect(run.metric("compute/serial", "speedup")?.estimate.value == 1)
    #expect(run.metric("compute/serial", "overhead")?.estimate.value == 0)
  }

  @Test mutating func `each case of a ratio is summed up at its own quantile`() {
    addParallel([costs(10, 14, 12, 13, 11)], [costs(5, 6, 7)])
    #expect(run.metric("compute/parallel/2", "speedup")?.estimate.value == 11.0 / 5)
  }

  @Test mutating func `a block that lacks either case has no ratio`() {
    addParallel([10, nil, failure("killed"), 8], [nil, 5, 5, 2])
    #expect(run.metric("compute/parallel/2", "speedup")?.byBlock == [nil, nil, nil, 4])
  }

  @Test mutating func `a case without its reference has no speed-up, and is valid`() {
    run.columns = [MetricColumn("speedup", .higherIsBetter, .speedup)]
    run.add("compute/parallel/2", reference: "compute/serial", [5])
    run.add("compute/parallel/3", [5])
    for name in ["compute/parallel/2", "compute/parallel/3"] {
      #expect(run.metric(name, "speedup") == nil)
      #expect(run.summary(name)?.status == .valid)
    }
  }
}

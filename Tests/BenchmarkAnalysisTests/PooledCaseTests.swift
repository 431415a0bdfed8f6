import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics
import TestSupport
import Testing

/// Cases whose threads share windows: the costs of their launches, and the regimes of a case.
@Suite struct PooledCaseTests {
  private var run = MadeRun()

  @Test mutating func `the cost of a launch is the time of its windows over their operations`()
    throws
  {
    run.add(
      "contended/ticket/2", isPooled: true,
      [windows((1000, 10), (3000, 90)), nil, windows((6000, 100))])
    let metric = try #require(run.metric("contended/ticket/2"))
    #expect(metric.estimate == Estimate(value: 50))
    #expect(metric.byBlock == [4000.0 / 100, nil, 60])
    #expect(metric.samples == [[40], [60]])
  }

  @Test
  mutating func `a pooled case has the interval of the median of its launches' costs`()
    throws
  {
    let launches = (0..<5).map { windows((1000 + UInt64($0), 10), (2000, 20 + UInt64($0))) }
    run.add("contended/ticket/2", isPooled: true, launches)
    run.add("contended/mutex/2", isPooled: true, Array(launches.dropLast()))
    let totals = launches.map { record in
      Double(record.trials.reduce(0) { $0 + $1.elapsedNanoseconds })
        / Double(record.trials.reduce(0) { $0 + $1.operations })
    }
    let metric = try #require(run.metric("contended/ticket/2"))
    #expect(metric.estimate.value == median(totals))
    #expect(metric.estimate.interval == medianInterval(totals))
    #expect(run.metric("contended/mutex/2")?.estimate.interval == nil)
    let bare = Summarizer(run.run, hasIntervals: false).summary().suites[0].cases[0]
    #expect(bare.metrics["ns_per_op"]?.estimate == Estimate(value: metric.estimate.value))
  }

  @Test
  mutating func `a rate and the CPU time per operation are pooled too, and fairness has a value`()
    throws
  {
    run.columns = [
      MetricColumn("ops_per_s", .higherIsBetter, .operationsPerSecond),
      MetricColumn("cpu_ns_per_op", .lowerIsBetter, .processorTimePerOperation),
      MetricColumn("fairness", .higherIsBetter, .fairness),
    ]
    let record = windows((1000, 10), (3000, 90)).sharing(50, 50).with {
      $0.trials[0].userNanoseconds = 500
      $0.trials[1].systemNanoseconds = 1500
    }
    run.add("contended/ticket/2", isPooled: true, [record])
    #expect(run.metric("contended/ticket/2", "ops_per_s")?.estimate.value == 1e9 * 100 / 4000)
    #expect(run.metric("contended/ticket/2", "cpu_ns_per_op")?.estimate.value == 20)
    let fairness = try #require(run.metric("contended/ticket/2", "fairness"))
    #expect(fairness.estimate.value == 1)
  }

  // MARK: Regimes

  private static let regimeColumns =
    [MetricColumn.cost]
    + RegimeFigure.allCases.map { MetricColumn($0.rawValue, .neutral, .regime($0)) }

  /// Launches that spend as much time in windows of 20 ns per operation as in windows of 200 ns.
  private func twoRegimes() -> [LaunchRecord] {
    (0..<12).map { launch in
      let noise = UInt64(launch % 3)
      return windows(
        (1_000_000 + 1000 * noise, 50_000), (1_000_000 + 700 * noise, 50_000),
        (1_000_000 + 900 * noise, 5_000), (1_000_000 + 300 * noise, 5_000))
    }
  }

  @Test mutating func `a case of two regimes has both costs, the share of the slower, and a note`()
    throws
  {
    run.columns = Self.regimeColumns
    run.add("contended/ticket/2", isPooled: true, twoRegimes())
    let summary = try #require(run.summary("contended/ticket/2"))
    let figures = try RegimeFigure.allCases.map {
      try #require(summary.metrics[$0.rawValue]?.estimate.value)
    }
    #expect(abs(figures[0] / 20 - 1) < 0.01)
    #expect(abs(figures[1] / 200 - 1) < 0.01)
    #expect(abs(figures[2] - 0.5) < 0.01)
    let note = try #require(summary.notes.first { $0.hasPrefix("two regimes: ") })
    #expect(note.contains("20 ns, and 200 ns for 50 %"))
    #expect(summary.metrics["ns_per_op"]?.estimate.value ?? 0 > figures[0])
  }

  @Test mutating func `a case that has one regime or is not pooled has no figures of regimes`()
    throws
  {
    run.columns = Self.regimeColumns
    run.add(
      "contended/ticket/2", isPooled: true,
      (0..<12).map { windows((1_000_000 + 1000 * UInt64($0), 50_000), (1_000_000, 50_000)) })
    run.add("contended/mutex/2", twoRegimes())
    for name in ["contended/ticket/2", "contended/mutex/2"] {
      let summary = try #require(run.summary(name))
      #expect(summary.metrics.keys.sorted() == ["ns_per_op"])
      #expect(!summary.notes.contains { $0.hasPrefix("two regimes: ") })
    }
  }

  // MARK: Comparison

  @Test mutating func `runs are compared by the pooled costs of their windows`() throws {
    var slower = MadeRun()
    let quick = (0..<8).map { _ in windows((1000, 100), (1000, 100)) }
    run.add("contended/ticket/2", isPooled: true, quick)
    slower.add(
      "contended/ticket/2", isPooled: true,
      quick.map { record in record.with { $0.trials[1].elapsedNanoseconds = 3000 } })
    let compared = try #require(
      Comparison(run.summary, slower.summary, resamples: 100).tables.first?.cases.first)
    #expect(abs(compared.ratio.value - 2) < 1e-9)
  }
}

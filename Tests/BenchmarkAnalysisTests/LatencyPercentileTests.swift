import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics
import TestSupport
import Testing

@Suite struct LatencyPercentileTests {
  private var run = MadeRun()

  init() {
    run.columns = [
      MetricColumn("wait_p99_ns", .lowerIsBetter, .latency(percentile: 99), workloads: ["waits"]),
      MetricColumn("wait_max_ns", .lowerIsBetter, .latency(percentile: 100), workloads: ["waits"]),
      .cost,
    ]
  }

  /// A launch with `count` latencies: 1 ns, 2 ns, 3 ns, …, each times `scale`.
  private func waits(_ count: UInt64, scale: UInt64 = 1) -> LaunchRecord {
    costs(1).with { record in
      record.latencies = (1...max(1, count)).prefix(Int(count)).reversed().map {
        LatencyRow(valueNanoseconds: $0 * scale, count: 1)
      }
    }
  }

  private func percentiles(isConcurrent: Bool = true) -> [SuitePercentiles] {
    let summarizer = Summarizer(run.run, isConcurrent: isConcurrent)
    return summarizer.percentiles(of: summarizer.summary())
  }

  private func only() throws -> CasePercentiles {
    try #require(percentiles().first?.cases.first)
  }

  @Test mutating func `the percentiles of a hundred values are as computed by hand`() throws {
    run.add("waits/ticket/2", [waits(100)])
    let told = try only()
    #expect(told.id == MadeRun.id("waits/ticket/2"))
    #expect(told.status == .valid)
    #expect(told.samples == 100)
    #expect(told.percentiles.map(\.percentile) == [50, 75, 90, 95, 97.5, 99, 100])
    #expect(told.percentiles.map(\.estimate.value) == [50, 75, 90, 95, 98, 99, 100])
    #expect(told.percentiles.allSatisfy { $0.estimate.interval == nil })
  }

  @Test(
    arguments: [
      (1, [100]), (2, [50, 100]), (9, [50, 75, 100]), (10, [50, 75, 90, 100]),
      (999, [50, 75, 90, 95, 97.5, 99, 99.5, 99.75, 100]),
      (1000, [50, 75, 90, 95, 97.5, 99, 99.5, 99.75, 99.9, 100]),
    ] as [(UInt64, [Double])])
  mutating func `a percentile is shown if a sample lies beyond it, and the maximum always`(
    count: UInt64, expected: [Double]
  ) throws {
    run.add("waits/ticket/2", [waits(count)])
    #expect(try only().percentiles.map(\.percentile) == expected)
  }

  @Test mutating func `a million samples show percentiles up to six nines`() throws {
    let many = costs(1).with {
      $0.latencies = [
        LatencyRow(valueNanoseconds: 9, count: 1), LatencyRow(valueNanoseconds: 5, count: 999_999),
      ]
    }
    run.add("waits/ticket/2", [many])
    let told = try only()
    #expect(
      told.percentiles.map(\.percentile) == [
        50, 75, 90, 95, 97.5, 99, 99.5, 99.75, 99.9, 99.95, 99.975, 99.99, 99.995, 99.999, 99.9999,
        100,
      ])
    #expect(told.percentiles.map(\.estimate.value) == Array(repeating: 5, count: 15) + [9])
  }

  @Test mutating func `a percentile is the median of the launches' percentiles, with an interval`()
    throws
  {
    run.add("waits/ticket/2", (1...6).map { waits(10, scale: $0) })
    let told = try only()
    // The launches of scales 3 and 4 are in the middle.
    #expect(told.percentiles.map(\.estimate.value) == [17.5, 28, 31.5, 35])
    for percentile in told.percentiles {
      let interval = try #require(percentile.estimate.interval)
      #expect(interval.contains(percentile.estimate.value))
      #expect(interval.low < interval.high)
    }
  }

  @Test mutating func `the percentiles of a case are the same estimates as in the suite's table`()
    throws
  {
    run.add("waits/ticket/2", (1...6).map { waits(200, scale: $0) })
    let told = try only()
    for (percentile, column) in [(99.0, "wait_p99_ns"), (100, "wait_max_ns")] {
      let metric = try #require(run.metric("waits/ticket/2", column))
      #expect(told.percentiles.first { $0.percentile == percentile }?.estimate == metric.estimate)
    }
  }

  @Test
  mutating func
    `the launch with the median number of samples decides how many percentiles are shown`() throws
  {
    run.add("waits/ticket/2", [waits(4), nil, waits(1000), waits(20), waits(10), waits(0)])
    let told = try only()
    #expect(told.samples == 10)
    #expect(told.percentiles.map(\.percentile) == [50, 75, 90, 100])
  }

  @Test
  mutating func
    `a case without figures is listed, and a workload without columns of latencies is not`() throws
  {
    run.add("waits/ticket/2", [waits(10)])
    run.add("waits/mcs/2", [failure("killed by SIGSEGV")])
    run.add("waits/clh/2", [nil])
    run.add(
      "waits/no-lock/2", expectation: .invalid(reason: "nothing keeps them apart"), [waits(10)])
    run.add("contended/ticket/2", [waits(10)])
    let cases = try #require(percentiles().first).cases
    #expect(cases.map(\.id.primitive) == ["ticket", "mcs", "clh", "no-lock"])
    #expect(cases.map(\.status) == [.valid, .failed, .notMeasured, .valid])
    #expect(cases[1].reason.contains("killed by SIGSEGV"))
    for one in cases[1...] {
      #expect(one.percentiles.isEmpty)
      #expect(one.samples == 0)
    }
  }

  @Test mutating func `a suite without latencies has no percentiles`() {
    run.add("contended/ticket/2", [1])
    #expect(percentiles().isEmpty)
    run.add("waits/ticket/2", [1])
    #expect(percentiles().isEmpty)
  }

  @Test
  mutating func `the summary and percentiles are equal if computed concurrently and serially`() {
    for number in 1...40 {
      run.add("waits/ticket/\(number)", (1...6).map { waits(50, scale: $0 * UInt64(number)) })
      run.add("contended/mcs/\(number)", (1...6).map { costs(Double($0 * number), 3, 5) })
    }
    let serial = Summarizer(run.run, isConcurrent: false).summary()
    let concurrent = Summarizer(run.run, isConcurrent: true).summary()
    #expect(serial.cases.count == 80)
    #expect(serial.cases.contains { $0.metrics["ns_per_op"]?.estimate.interval != nil })
    // The summaries are compared outside the expectation, which would print both if it failed.
    let isSame = serial == concurrent
    #expect(isSame)
    let haveSamePercentiles = percentiles(isConcurrent: false) == percentiles(isConcurrent: true)
    #expect(haveSamePercentiles)
  }
}

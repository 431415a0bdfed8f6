import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics
import TestSupport
import Testing

/// Columns that are counted in passes of their own.
@Suite struct CountedMetricTests {
  private static let column = "page_faults_per_op"

  private func run(_ counted: [CountedLaunch: [CounterRow]]) -> Run {
    var made = MadeRun()
    made.columns.append(MetricColumn(Self.column, .neutral, .counted(event: "page-faults")))
    made.add("contended/ticket/2", [10, 11])
    made.add("contended/mutex/2", [20, 21])
    var run = made.run
    run.counted = counted.mapValues { CountedRecord(rows: $0) }
    return run
  }

  private func launch(
    _ number: Int = 0, case index: Int = 0, pass: CountingPass = .counters
  ) -> CountedLaunch {
    CountedLaunch(caseIndex: index, pass: pass, number: number)
  }

  private func row(
    _ value: Double?, _ status: CounterStatus = .counted, thread: Int? = nil,
    event: String = "page-faults", operations: UInt64 = 10, reason: String = ""
  ) -> CounterRow {
    CounterRow(
      pass: .counters, thread: thread, event: event, status: status, value: value,
      operations: operations, reason: reason)
  }

  private func closing(_ status: CounterStatus = .counted, _ reason: String = "") -> CounterRow {
    row(status == .failed ? nil : 10, status, event: CounterRow.closingEvent, reason: reason)
  }

  private func summary(_ run: Run, case index: Int = 0) -> CaseSummary {
    Summarizer(run).summary().suites[0].cases[index]
  }

  @Test func `counts are per operation, with the interval of the counted launches`() throws {
    let counted = Dictionary(
      uniqueKeysWithValues: (0..<7).map {
        (launch($0), [row(Double($0 * 10)), closing()])
      })
    let metric = try #require(summary(run(counted)).metrics[Self.column])
    #expect(metric.estimate.value == 3)
    #expect(metric.launches == 7)
    let interval = try #require(metric.estimate.interval)
    #expect(interval.low >= 0 && interval.low <= 3 && interval.high >= 3 && interval.high <= 6)
  }

  @Test func `one counted launch gives a value without an interval`() throws {
    let metric = try #require(
      summary(run([launch(): [row(5), closing()]])).metrics[Self.column])
    #expect(metric.estimate.value == 0.5)
    #expect(metric.estimate.interval == nil)
  }

  @Test
  func `each case's figure is taken from its own process's row, not from rows of threads`() {
    let run = run([
      launch(): [row(3, thread: 0), row(20), row(4, thread: 1), closing()],
      launch(case: 1): [row(0), closing()],
      launch(case: 1, pass: .allocations): [row(1, event: "allocations"), closing()],
    ])
    #expect(summary(run).metrics[Self.column]?.estimate.value == 2)
    #expect(summary(run, case: 1).metrics[Self.column]?.estimate.value == 0)
  }

  @Test func `an event that was not counted has no value, rather than 0`() {
    for rows in [
      [], [closing()], [row(nil, .unavailable, reason: "no PMU"), closing()],
      [row(nil, .notCounted), closing()], [row(5, operations: 0), closing()],
      [closing(.failed, "killed by SIGSEGV")],
    ] {
      let summary = summary(run([launch(): rows]))
      #expect(summary.status == .valid)
      #expect(summary.metrics[Self.column] == nil)
      #expect(summary.metrics["ns_per_op"] != nil)
    }
  }

  @Test
  func `a scaled count is a value, and a failed launch does not change other launches' counts`() {
    let run = run([
      launch(0): [row(15, .scaled), closing()],
      launch(1): [closing(.failed, "no answer")],
      launch(2): [row(25), closing()],
    ])
    let metric = summary(run).metrics[Self.column]
    #expect(metric?.estimate.value == 2)
    #expect(metric?.launches == 2)
  }

  @Test(arguments: CountingPass.allCases)
  func `a check that fails while counting makes the case invalid`(pass: CountingPass) {
    var closing = closing(.invalid, "lost 1 of 10")
    closing.pass = pass
    let run = run([launch(pass: pass): [row(5), closing]])
    let summary = summary(run)
    #expect(summary.status == .invalid)
    #expect(summary.reason == "lost 1 of 10, while \(pass.rawValue) were counted")
    #expect(summary.metrics.isEmpty)
    #expect(self.summary(run, case: 1).status == .valid)
  }

  @Test func `an invalid case's first reason is the check that failed while time was measured`() {
    var run = run([launch(): [closing(.invalid, "lost while counting")]])
    run.records[Launch(caseIndex: 0, block: 0)] = costs(10).broken("lost while timing")
    #expect(summary(run).reason.hasPrefix("lost while timing"))
  }
}

import BenchmarkAnalysis
import TestSupport
import Testing

@testable import BenchmarkModel
@testable import BenchmarkReports

@Suite struct CountsReportTests {
  private static let locks = ["ticket", "mutex"]

  /// A run in which each operation of a primitive has the given counts; nil for an event that was
  /// not counted.
  private func summary(
    _ events: [(column: String, values: [Double?])], primitives: [String] = locks,
    metric: MetricColumn = .cost, scaled: (share: Double, uncertainty: Double?)? = nil
  ) -> RunSummary {
    var made = MadeRun()
    made.columns =
      [metric] + events.map { .neutral($0.column, .counted(event: $0.column)) }
    for (index, primitive) in primitives.enumerated() {
      made.add("contended/\(primitive)", [costs(Double(index + 1)).seeing(["nice": 5])])
      let rows = events.map { event in
        let value = event.values[index]
        return CounterRow(
          pass: .counters, event: event.column,
          status: value == nil ? .unavailable : scaled == nil ? .counted : .scaled,
          value: value.map { $0 * 1000 }, operations: 1000,
          enabledNanoseconds: scaled.map { _ in 1000 },
          runningNanoseconds: scaled.map { UInt64($0.share * 1000) },
          uncertainty: scaled?.uncertainty)
      }
      made.counted[CountedLaunch(caseIndex: index, pass: .counters, number: 0)] =
        CountedRecord(rows: rows)
    }
    return made.summary
  }

  private func report(_ summary: RunSummary) -> String {
    summary.operationCounts.plain
  }

  /// The text with each line break replaced by a space.
  private func unbroken(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @Test
  func `a scaled count has the share of the time in which it was counted, and its uncertainty`() {
    let known = unbroken(report(summary([("cycles", [1, 2])], scaled: (0.482, 0.0123))))
    #expect(
      known.contains(
        "estimated: cycles in 2 of 2 workers: scaled, counted 48.2 % of the time, ± 1.23 % at worst"
      ))
    let unknown = unbroken(report(summary([("cycles", [1, nil])], scaled: (0.5, nil))))
    #expect(
      unknown.contains(
        "estimated: cycles in 1 of 2 workers: scaled, counted 50.0 % of the time, uncertainty unknown"
      ))
    #expect(!report(summary([("cycles", [1, 2])])).contains("estimated"))
  }

  @Test func `each situation has a table of counts, with its rows in the order of the ranking`() {
    let summary = summary([
      ("futex_waits_per_op", [0, 1.25]), ("page_faults_per_op", [0.001, 12]),
      ("allocations_per_op", [nil, 3]),
    ])
    #expect(
      report(summary) == """
        what an operation does

          locks/contended
            primitive futex waits page faults allocations
            ticket              0       <0.01
            mutex            1.25        12.0        3.00

        """)
  }

  @Test func `a column is shown if at least one primitive has a count of 0.01 or more`() {
    let text = report(
      summary([
        ("cycles_per_op", [nil, nil]), ("futex_waits_per_op", [0, 0]),
        ("page_faults_per_op", [0.009, 0.0001]), ("cache_misses_per_op", [0, 0.01]),
      ]))
    #expect(text.contains("cache misses"))
    for title in ["cycles", "futex", "page"] { #expect(!text.contains(title)) }
  }

  @Test func `a run without counts, or with negligible counts only, has no report`() {
    #expect(report(summary([])) == "")
    #expect(report(summary([("page_faults_per_op", [0, 0.001])])) == "")
    #expect(report(summary([("cycles_per_op", [nil, nil])])) == "")
    #expect(report(ReportFixture.summary) == "")
  }

  @Test func `no line is too long for a terminal, even with many counts`() {
    let names = [
      "cycles", "instructions", "cache_misses", "branch_misses", "task_clock_ns",
      "context_switches", "cpu_migrations", "page_faults", "futex_waits", "futex_wakes",
      "futex_pi_waits", "futex_pi_wakes", "voluntary_switches", "breakpoint", "run_queue_ns",
      "allocations", "allocated_bytes", "callgrind_instructions",
    ]
    for value in [1.0, 123_456_789] {
      let text = report(
        summary(
          names.map { ("\($0)_per_op", [value, value]) },
          primitives: ["ticket", "a-primitive-with-a-name-of-some-length"]))
      let longest = text.split(separator: "\n").map(\.count).max() ?? 0
      #expect((60...120).contains(longest), "\(longest)")
      #expect(text.contains("instructions"))
      // A column that repeats another one in another unit or form is left out first.
      #expect(!text.contains("task clock"))
    }
  }

  @Test func `a column that repeats another column is shown if there is room`() {
    let text = report(
      summary([("task_clock_ns_per_op", [5, 5]), ("futex_waits_per_op", [1, 1])]))
    #expect(text.contains("primitive futex waits task clock ns\n"))
  }

  @Test func `cases without a ranking are shown with their metrics, but not with their counts`() {
    let summary = summary(
      [("page_faults_per_op", [7, 8])],
      metric: MetricColumn("nice", .neutral, .observation("nice")))
    let ranking = RankingReport(summary).document().plain
    #expect(ranking.contains("nice"))
    #expect(!ranking.contains("page_faults"))
  }
}

import BenchmarkReports
import Testing

struct CountersReportTests {
  private let cycles = CounterLine(
    name: "cycles", group: "default", summary: "the processor's cycles", status: .refused,
    reason: "no such unit")
  private let faults = CounterLine(
    name: "page-faults", otherNames: ["faults"], group: "perf", status: .userOnly)
  private let misses = CounterLine(
    name: "cache-misses", group: "perf", status: .refused, reason: "no such unit")
  private let untried = "3 tracepoints match; a narrower glob tries them"

  private func tracepoints(_ names: [String]) -> [CounterLine] {
    names.map { name in
      CounterLine(
        name: name, group: String(name.prefix { $0 != ":" }), status: .notTried, reason: untried)
    }
  }

  private func report(
    _ tracepoints: [CounterLine], problem: String? = nil, each: Bool = false
  ) -> String {
    CountersReport(
      defaults: [cycles], named: [faults, misses], tracepoints: tracepoints,
      tracepointProblem: problem, showsEachTracepoint: each
    ).document.plain
  }

  @Test func `the report says how many events count at once`() {
    let text = CountersReport(
      defaults: [cycles], named: [], tracepoints: [], counters: "3 events count at once",
      showsEachTracepoint: false
    ).document.plain
    #expect(
      text.contains(
        """
        The processor's counters
          3 events count at once; more events take turns, each in trials of its own
        """))
  }

  @Test func `every event has a line, tracepoints share one, and each reason is written once`() {
    #expect(
      report(tracepoints(["sched:a", "sched:b", "irq:c"])) == """
        The default set
          event  opens  what it is
          cycles no (1) the processor's cycles

        perf
          event        opens     what it is
          page-faults  user mode = faults
          cache-misses no (1)

        Tracepoints
          3 in 2 systems (a glob such as 'sched:*' lists and tries the matching ones): sched 2, irq 1

        Why not
          (1) no such unit

        """)
  }

  @Test func `each tracepoint that a glob selected has its own line`() {
    let text = report(tracepoints(["sched:a", "irq:c"]), each: true)
    #expect(text.contains("  sched:a not tried (2)\n  irq:c   not tried (2)\n"))
    #expect(text.contains("  (2) \(untried)\n"))
  }

  @Test func `the report says why tracepoints can't be listed, and what to do`() {
    let text = report([], problem: "tracefs is not mounted: mount -t tracefs x y")
    #expect(text.contains("Tracepoints\n  none: tracefs is not mounted: mount -t tracefs x y\n"))
  }

  @Test
  func `no line of the report is wider than 120 columns, even with long summaries and reasons`() {
    let long = String(repeating: "word ", count: 80)
    let line = CounterLine(
      name: String(repeating: "n", count: 50), group: "unit", summary: long + "\u{1B}[2J",
      status: .refused, reason: long)
    let many = tracepoints((0..<200).map { "system\($0):a" })
    let text = CountersReport(
      defaults: [], named: [line], tracepoints: many, showsEachTracepoint: false
    ).document.plain
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 120 })
    #expect(!text.contains("\u{1B}"))
    #expect(text.contains("system199 1"))
  }
}

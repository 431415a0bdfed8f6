import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics
import Foundation
import TestSupport
import Testing

@testable import BenchmarkAnalysis
@testable import BenchmarkReports

@Suite struct ComparisonReportTests {
  private func text(_ comparison: Comparison, isColoured: Bool = false) -> String {
    ComparisonReport(comparison, names: ComparisonFixture.names).document.printed(isColoured)
  }

  private func table(_ cases: ComparedCase...) -> String {
    ComparisonReport.document(
      ComparisonTable(suite: "locks", column: cases[0].column, cases: cases)
    ).plain
  }

  // MARK: Text

  @Test func `the report has the two runs, their differences and a table of ratios`() {
    #expect(
      text(ComparisonFixture.comparison) == """
        A  results/before: host-1, 0 CPUs, Swift 6.3, 1970-01-01 00:00 UTC, syncbench 0, profile quick
        B  results/after: host-1, 0 CPUs, Linux 6.18.1, Swift 6.3, 1970-01-01 00:00 UTC, syncbench 0, profile quick

        NOT LIKE WITH LIKE: the runs differ in this, and every ratio below holds these differences too
          machine  A: host-09c7f17e; B: host-cf583691
          kernel   A: not reported; B: 6.18.1

        warning: A: it is not finished
        warning: A and B: the load average is 3.1
        warning: B: steal | *much* ?[2J

        locks  ns_per_op, lower is better; B over A
          3 compared, 1 slower, 1 not told apart, 1 no interval; the middle ratio is 1.000

          B / A 95 %           B is                 A       B case
          1.500 1.429 to 1.575 slower         21.0 ns 31.5 ns contended/ticket/threads=2
          1.000 0.971 to 1.020 not told apart 51.0 ns 51.0 ns contended/mutex/threads=2
          1.000                no interval    7.00 ns 7.00 ns uncontended/ticket

          not compared  locks/contended/broken/threads=2: failed in A: 8 of 8 launches: killed by SIGSEGV; failed in B:
                        8 of 8 launches: killed by SIGSEGV
          controls      1 negative control, missed in neither run
          removed       locks/contended/clh/threads=2: only in A
          added         locks/contended/futex-mutex/threads=2: only in B

        Advice, no verdict. An interval holds what varied within the runs, not what the machine did between them. Chance
        alone tells one in twenty unchanged cases apart: of 2, that is fewer than 1.
        A case needs five launches in each run for an interval.

        """)
  }

  @Test
  func `of many cases that one run lacks, one is named and the rest counted; --all names all`() {
    var (made, part) = (ReportFixture.made, ReportFixture.made)
    for index in 2...5 { made.add("contended/ticket/\(2 * index)", cpus: [], []) }
    part.state = .complete
    let comparison = ComparisonFixture.compared(made.run, part.run)
    let short = text(comparison)
    #expect(
      short.contains(
        "removed       locks/contended/ticket/threads=4 and 3 more: only in A (--all lists them)"))
    #expect(!short.contains("threads=10"))
    let names = ComparisonNames(a: "a", b: "b")
    let long = ComparisonReport(comparison, names: names, listsAll: true).document.plain
    #expect(long.contains("removed       locks/contended/ticket/threads=10: only in A"))
  }

  @Test func `a run does not differ from itself, and none of its cases is told apart`() {
    var run = ReportFixture.run
    run.document.state = .complete
    run.document.warnings = []
    let found = text(ComparisonFixture.compared(run, run))
    #expect(!found.contains("NOT LIKE WITH LIKE"))
    #expect(found.contains("2 not told apart"))
  }

  @Test func `no line of a comparison is longer than 112 columns`() {
    var run = ReportFixture.run
    run.document.warnings = [String(repeating: "a long warning ", count: 20)]
    for comparison in [
      ComparisonFixture.comparison, ComparisonFixture.compared(run, ComparisonFixture.other.run),
    ] {
      for line in text(comparison).split(separator: "\n") { #expect(line.count <= 112, "\(line)") }
    }
  }

  @Test func `a name that is too long for its line continues on the next line`() throws {
    let long = MadeRun.id(
      "contended-exponential/pthread-mutex-adaptive/16/inside=100000/outside=200000")
    let compared = ComparedCase.made(long, ratio: Estimate(value: 1))
    let lines = table(compared).split(separator: "\n")
    let start = try #require(
      lines.firstIndex { $0.contains("contended-exponential/pthread-mutex-adaptive") })
    #expect(lines[start].hasSuffix("/threads=16/inside=100000"))
    #expect(lines[start + 1].drop { $0 == " " } == "/outside=200000")
    #expect(lines.allSatisfy { $0.count <= 112 })
  }

  @Test(
    arguments: [
      ("ns_per_op", .lowerIsBetter, 2, "slower"), ("ns_per_op", .lowerIsBetter, 0.5, "faster"),
      ("ops_per_s", .higherIsBetter, 2, "faster"), ("ops_per_s", .higherIsBetter, 0.5, "slower"),
      ("total_ms", .lowerIsBetter, 2, "slower"), ("speedup", .higherIsBetter, 2, "better"),
      ("speedup", .higherIsBetter, 0.5, "worse"),
      ("ns_per_op", .lowerIsBetter, 1, "not told apart"),
    ] as [(String, Polarity, Double, String)])
  func `the words for a change follow the metric's better direction`(
    name: String, polarity: Polarity, ratio: Double, word: String
  ) {
    let compared = ComparedCase.made(
      column: MetricColumn(name, polarity, .elapsedPerOperation),
      ratio: estimate(ratio, ratio * 0.9, ratio * 1.1))
    #expect(ComparisonWords.direction(of: compared) == word)
  }

  @Test func `a ratio without an interval has no direction`() {
    #expect(ComparisonWords.direction(of: .made(ratio: Estimate(value: 9))) == "no interval")
  }

  @Test(
    arguments: [
      (1, "1.000"), (1.0004, "1.000"), (0.9996, "1.000"), (0.984, "0.984"), (9.9994, "9.999"),
      (9.9996, "10.0"), (123.4, "123"), (0.1, "0.100"), (0.05, "1/20.0"), (0.0005, "1/2000"),
    ] as [(Double, String)])
  func `a ratio from 0.1 to 10 has three digits after the point; a smaller ratio is shown as 1/n`(
    value: Double, text: String
  ) {
    #expect(Quantity.fineTimes.text(value) == text)
  }

  @Test func `a case in which the runs are told apart has its likely cause and its notes below it`()
  {
    let counts = [
      ComparedCount("futex-waits", event: "futex-waits", a: [0.1], b: [0.4]),
      ComparedCount("allocations", event: "allocations", a: [1], b: [0]),
      ComparedCount("instructions", event: "callgrind-instructions", a: [50], b: [50]),
    ]
    let slower = ComparedCase.made(
      ratio: estimate(2, 1.9, 2.1), counts: counts, notesA: ["both", "only a"], notesB: ["both"])
    #expect(
      ComparisonWords.notes(of: slower) == [
        "likely cause: futex-waits 0.10 to 0.40 per operation",
        "differs too: allocations 1.00 to 0.00 per operation", "A and B: both", "A: only a",
      ])
    let same = ComparedCase.made(ratio: Estimate(value: 2), counts: counts, notesA: ["both"])
    #expect(
      ComparisonWords.notes(of: same) == [
        "differs too: futex-waits 0.10 to 0.40 per operation, allocations 1.00 to 0.00 per operation"
      ])
    #expect(
      table(slower).contains("\n        likely cause: futex-waits 0.10 to 0.40 per operation\n"))
  }

  // MARK: Markdown

  @Test
  func `the Markdown escapes the runs' texts, and all rows of a table have equally many cells`() {
    let report = ComparisonReport(ComparisonFixture.comparison, names: ComparisonFixture.names)
    let text = Markdown.text(report.document, level: 2)
    #expect(text.hasPrefix("- **A** results/before: host-1, "))
    #expect(text.contains("\n- **kernel** A: not reported; B: 6.18.1\n"))
    #expect(text.contains("\n- **warning** B: steal \\| \\*much\\* ?\\[2J\n"))
    #expect(text.contains("\n## locks\n\nns\\_per\\_op, lower is better; B over A\n"))
    #expect(
      text.contains(
        "\n| 1.500 | 1.429 to 1.575 | slower | 21.0 ns | 31.5 ns | contended/ticket/threads=2 |"))
    let rows = text.split(separator: "\n").filter { $0.contains("/ticket") && $0.hasPrefix("| ") }
    #expect(rows.count == 2)
    #expect(rows.allSatisfy { $0.count { $0 == "|" } == 8 })
  }

  // MARK: JSON

  private func object() throws -> [String: Any] {
    try TableDescription.comparison(ComparisonFixture.names)
      .json(ComparisonFixture.comparison).object()
  }

  @Test func `the JSON keeps its keys, and a missing end of an interval is null`() throws {
    let object = try object()
    #expect(
      object.keys.sorted() == [
        "a", "added", "b", "cases", "controls", "differences", "not_compared", "removed",
        "schema_version", "warnings",
      ])
    #expect(object["schema_version"] as? Int == 2)
    let cases = try #require(object["cases"] as? [[String: Any]])
    #expect(
      cases[0].keys.sorted() == [
        "a", "b", "case", "counts", "direction", "launches_a", "launches_b", "metric",
        "notes_a", "notes_b", "parameters", "place", "polarity", "primitive", "ratio", "ratio_high",
        "ratio_low", "suite", "workload",
      ])
    #expect(cases[0]["direction"] as? String == "worse")
    #expect(cases[0]["ratio"] as? Double == 1.5)
    // The case with only one launch.
    let single = try #require(cases.first { $0["launches_a"] as? Int == 1 })
    #expect(single["ratio_low"] is NSNull && single["ratio_high"] is NSNull)
    #expect(single["direction"] as? String == "no-interval")
  }

  @Test func `the JSON names the cases that were not compared and the differences of the runs`()
    throws
  {
    let object = try object()
    #expect(object["removed"] as? [String] == ["locks/contended/clh/threads=2"])
    #expect(object["added"] as? [String] == ["locks/contended/futex-mutex/threads=2"])
    let uncompared = try #require(object["not_compared"] as? [[String: Any]])
    #expect(uncompared.map { $0["case"] as? String } == ["locks/contended/broken/threads=2"])
    #expect(uncompared.map { $0["status_b"] as? String } == ["failed"])
    #expect(object["controls"] as? Int == 1)
    let differences = try #require(object["differences"] as? [[String: Any]])
    #expect(differences.map { $0["what"] as? String } == ["machine", "kernel"])
    let names = ["a", "b"].map { (object[$0] as? [String: Any])?["name"] as? String }
    #expect(names == ["results/before", "results/after"])
  }
}

extension ComparedCase {
  static func made(
    _ id: CaseID = MadeRun.id("contended/a"), column: MetricColumn = .cost,
    ratio: Estimate, counts: [ComparedCount] = [], notesA: [String] = [], notesB: [String] = []
  ) -> ComparedCase {
    ComparedCase(
      id: id, column: column, a: 100, b: 100 * ratio.value, launchesA: 8, launchesB: 8,
      ratio: ratio, counts: counts, notesA: notesA, notesB: notesB)
  }
}

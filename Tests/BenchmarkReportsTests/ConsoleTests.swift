import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkStatistics
import TestSupport
import Testing

@testable import BenchmarkModel
@testable import BenchmarkReports

@Suite struct ConsoleTests {
  // MARK: Figures

  @Test(
    arguments: [
      (0, "0.00"), (-0.0, "0.00"), (0.001, "0.00"), (-0.001, "0.00"), (0.005, "0.01"), (1, "1.00"),
      (1.005, "1.00"), (9.994, "9.99"), (9.995, "10.0"), (9.9951, "10.0"), (99.94, "99.9"),
      (99.95, "100"), (99.96, "100"), (999.4, "999"), (999.6, "1000"), (12_345, "12345"),
      (-9.994, "-9.99"), (-9.9951, "-10.0"), (-99.96, "-100"), (-0.5, "-0.50"), (1e20, "1e+20"),
      (.infinity, "inf"), (.nan, "?"),
    ] as [(Double, String)])
  func `a figure has at least three digits, at most two of them after the point`(
    value: Double, text: String
  ) {
    #expect(Quantity.number.text(value) == text)
  }

  @Test(
    arguments: [
      (0, "0.00 ns"), (0.26, "0.26 ns"), (9.995, "10.0 ns"), (99.95, "100 ns"), (999.4, "999 ns"),
      (999.6, "1.00 µs"), (1000, "1.00 µs"), (12_459, "12.5 µs"), (999_600, "1.00 ms"),
      (999_400, "999 µs"), (1e6, "1.00 ms"), (999_600_000, "1.00 s"), (1e9, "1.00 s"),
      (1.5e12, "1500 s"), (-999.6, "-1.00 µs"), (-12, "-12.0 ns"), (.nan, "? ns"),
      (.infinity, "inf s"),
    ] as [(Double, String)])
  func `a time has a unit in which it is less than a thousand, but no unit above seconds`(
    value: Double, text: String
  ) {
    #expect(Quantity.duration.text(value) == text)
  }

  @Test(
    arguments: [
      ("ns_per_op", 1500, "1.50 µs"), ("latency_p99_ns", 1500, "1.50 µs"),
      ("overhead_ns_per_iteration", -3, "-3.00 ns"), ("ops_per_s", 1500, "1.50 k/s"),
      ("ops_per_s", 999_600, "1.00 M/s"), ("reads_per_s", 12, "12.0/s"),
      ("ops_per_s", 2.5e9, "2.50 G/s"), ("speedup", 1.5, "1.50"), ("transfers", 1500, "1500"),
      ("transactions_per_s", 1500, "1.50 k/s"),
    ] as [(String, Double, String)])
  func `a metric's unit is in its name`(name: String, value: Double, text: String) {
    let column = MetricColumn(name, .neutral, .fairness)
    #expect(Quantity(column).text(value) == text)
  }

  @Test
  func `a spread is half of the interval's width in percent of the value, or the interval's ends`()
  {
    #expect(Quantity.number.spread(estimate(100, 98, 104)) == "±3.00 %")
    #expect(Quantity.number.spread(Estimate(value: 100)) == "")
    #expect(Quantity.number.spread(estimate(0, 0, 0)) == "")
    #expect(Quantity.number.spread(estimate(0, -1, 1)) == "-1.00 to 1.00")
    #expect(Quantity.duration.spread(estimate(120, 20, 12_300)) == "20.0 ns to 12.3 µs")
  }

  // MARK: Rankings

  @Test func `a ranking is a table with the best case first, and the unranked cases below it`() {
    #expect(
      RankingReport(ReportFixture.summary).document().plain == """
        locks

          locks/contended/threads=2  ns_per_op, lower is better
            # primitive ns_per_op 95 %    × best
            1 ticket      21.0 ns ±4.76 %   1.00
            2 mutex       51.0 ns ±1.96 %   2.43

          locks/uncontended  ns_per_op, lower is better
            # primitive ns_per_op 95 % × best
            – ticket      7.00 ns        1.00

          locks/contended/no-lock/threads=2  control, invalid as it must be: lost 3, "or more", of 1000 \
        updates; 8 of 8 trials failed their check
          locks/contended/broken/threads=2  FAILED: 8 of 8 launches: killed by SIGSEGV

        """)
  }

  @Test func `a metric can have a column beside the metric of the ranking`() {
    var made = ReportFixture.made
    made.columns.append(MetricColumn("fairness", .neutral, .operationsPerSecond).besideTheRanking())
    let text = RankingReport(made.summary).document().plain
    #expect(text.contains("× best fairness\n"))
    #expect(RankingReport(ReportFixture.summary).document().plain.contains("× best\n"))
  }

  @Test
  func `a run's overview has its machine, profile and warnings, counts cases and lists failures`() {
    let lines = ReportFixture.summary.overview.plain.split(separator: "\n")
    #expect(lines[0].hasPrefix("host-1: "))
    #expect(
      Array(lines.dropFirst()) == [
        "profile quick, seed 42, 8 launches per case at most, not finished: continue with --resume",
        "warning: the load average is 3.1",
        "6 cases: 3 valid, 1 negative control caught, 1 FAILED, 1 not measured; "
          + "2 of 3 have an interval within ±5 %, 1 has none (five launches are needed); "
          + "a later run may lie outside the intervals: --repeat measures by how much",
        "FAILED locks/contended/broken/threads=2: 8 of 8 launches: killed by SIGSEGV",
      ])
  }

  @Test
  func `a negative control that passed its check is counted as NOT CAUGHT, and not as valid`() {
    var made = ReportFixture.made
    made.change(case: 2) { $0.trials[0].isVerified = true }
    let text = made.summary.overview.plain
    #expect(
      text.contains(
        "\n6 cases: 3 valid, 1 negative control NOT CAUGHT, 1 FAILED, 1 not measured; 2 of 3 have"))
  }

  @Test func `a ranking with several rows of one rank says that these are not told apart`() {
    var made = ReportFixture.made
    for block in 0..<8 {
      made.records[Launch(caseIndex: 1, block: block)] =
        made.records[Launch(caseIndex: 0, block: block)]
    }
    let text = RankingReport(made.summary).document().plain
    #expect(text.contains("ns_per_op, lower is better; rows with the same # are not told apart\n"))
    #expect(text.contains("\n    1 mutex ") && text.contains("\n    1 ticket "))
  }

  @Test func `colour changes no letter of any report`() {
    var gate = GateFixture.everything
    gate.warnings = ["steal \u{1B}[2J"]
    let run = ReportFixture.summary
    let documents = [
      RankingReport(run).document(), run.overview, doctor(),
      ComparisonReport(ComparisonFixture.comparison, names: ComparisonFixture.names).document,
      GateTextReport(gate, toolName: "syncbench").document,
      ProfileReport(CaseProfile(ProfileFixture.serialQueue)).document,
      RunScreen(run, scalings: []).document(advice: "advise run", rest: []),
    ]
    #expect(documents.prefix(3).allSatisfy { $0.coloured.contains("\u{1B}[") })
    for document in documents {
      #expect(!document.plain.contains("\u{1B}"))
      #expect(document.coloured.replacing(#/\u{1B}\[[0-9;]*m/#, with: "") == document.plain)
    }
  }

  // MARK: Lists and doctor

  @Test func `a list has a suite's primitives, its cases and the number of cases`() {
    let section = CaseListReport.SuiteSection(
      name: "locks", summary: "which lock",
      primitives: [
        PrimitiveDescription(
          name: "ticket", summary: "fair",
          traits: [
            Trait("order", "fifo"), Trait("waiting", "spins"),
            Trait("survives_oversubscription", "no"),
          ]), PrimitiveDescription(name: "mcs", summary: "queued"),
      ], cases: ["locks/uncontended/ticket/inside=0", "locks/uncontended/mcs"],
      rest: "2 of 37 primitives: --profile standard lists them all")
    #expect(
      CaseListReport([section]).document.plain == """
        locks: which lock
          primitive what it is how it behaves
          ticket    fair       fifo, spins, collapses oversubscribed
          mcs       queued
          2 of 37 primitives: --profile standard lists them all

          locks/uncontended/ticket/inside=0
          locks/uncontended/mcs

        2 cases

        """)
  }

  @Test func `presets are listed with their sources and the number of figures from each source`() {
    let without = ReportFixture.silentPreset("no numbers")
    let lines = [ReportFixture.preset, without].document.plain
      .split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "theirs: what they measured")
    #expect(lines[1] == "  source          they (2020), https://example.org")
    #expect(lines[2].hasPrefix("  different here  everything everything"))
    #expect(lines[3].hasPrefix("                  everything"))
    #expect(
      lines[4...] == [
        "  figures         6, from their machine", "", "silent: no numbers",
        "  source          nobody (1999), https://example.org/2", "  different here  nothing",
        "  figures         its source gives no figures that could be read", "",
      ])
  }

  // MARK: Published figures

  @Test func `published figures stand beside the run's figures, situation by situation`() {
    let text = ReportFixture.described.publishedFigures.plain
    #expect(
      text == """
        preset theirs: what they measured
          source          they (2020), https://example.org
          there           their machine
          different here  everything everything everything everything everything everything everything \
        everything everything
                          everything everything everything everything everything everything

          contended/threads=2  ns_per_op
            there            published here   measured 95 %    × published
            their ticket       10.0 ns ticket  21.0 ns ±4.76 %        2.10
            std::mutex          102 ns mutex   51.0 ns ±1.96 %        0.50
            a lock of theirs   30.0 ns –             –                      30 s a million
            broken             1.00 ns broken        –                      failed; odd
            mcs                1.00 ns mcs           –                      not in this run

          contended/threads=4  ns_per_op
            there        published here   measured 95 % × published
            their ticket   20.0 ns ticket        –                   not in this run

        """)
  }

  @Test
  func `the report says if a source gives no figures, and is empty for a run without a preset`() {
    var made = ReportFixture.made
    made.preset = ReportFixture.silentPreset("no\u{1B}[2J numbers")
    let text = made.summary.publishedFigures.plain
    #expect(text.contains("its source gives no figures that could be read"))
    #expect(!text.contains("\u{1B}"))
    #expect(ReportFixture.summary.publishedFigures.plain == "")
  }

  // MARK: Kinds and notes

  @Test func `a ranking has the traits of those primitives that declare traits`() {
    let text = RankingReport(ReportFixture.described).document().plain
    #expect(
      text.contains(
        """
            # primitive ns_per_op 95 %    × best kind
            1 ticket      21.0 ns ±4.76 %   1.00 fifo, spins
            2 mutex       51.0 ns ±1.96 %   2.43

        """))
  }

  @Test(
    arguments: [
      (["order": "fifo", "waiting": "spins"], "fifo, spins", "fifo, spins"),
      (
        ["order": "unfair", "waiting": "sleeps", "relock": "deadlocks"], "sleeps", "unfair, sleeps"
      ),
      (
        ["order": "unfair", "waiting": "sleeps", "relock": "recurses", "wraps": "pthread-mutex"],
        "= pthread-mutex", "unfair, sleeps, recursive, = pthread-mutex"
      ),
      (
        ["waiting": "sleeps", "relock": "recurses", "allocates": "yes", "wraps": ""],
        "sleeps, recursive, allocates", "sleeps, recursive, allocates"
      ),
      (
        ["waiting": "never", "relock": "traps", "owner_checked": "yes", "allocates": "no"], "",
        "never waits, traps a relock, checks its owner"
      ),
      (["survives_oversubscription": "no"], "", "collapses oversubscribed"),
      (["size": "4 bytes"], "", "size 4 bytes"), (["order": "a\u{7}b"], "a?b", "a?b"),
      ([:], "", ""),
    ] as [(KeyValuePairs<String, String>, String, String)])
  func `traits are described in a few words`(
    traits: KeyValuePairs<String, String>, brief: String, full: String
  ) {
    let description = ReportFixture.primitive("x", traits)
    #expect(TraitText.brief(description) == brief)
    #expect(TraitText.full(description) == full)
  }

  @Test func `a note stands behind its row, or below it if the line would be too long`() {
    let long = Array(repeating: "words", count: 40).joined(separator: " ")
    let table = Table(
      [.init("a"), .init("b")],
      [
        .init(["1", ""], notes: ["short"]), .init(["22", "x"], notes: [long]), .init(["3", ""]),
      ], notes: .behind)
    let text = Document([.table(table)]).plain
    let lines = text.split(separator: "\n")
    #expect(lines[0...2] == ["  a  b", "  1     short", "  22 x"])
    #expect(lines[3].hasPrefix("      words words"))
    #expect(lines.last == "  3")
    #expect(lines.allSatisfy { $0.count <= 120 })
    #expect(text.split(separator: "words").count == 41)
  }

  private func doctor() -> Document {
    let machine = MachineEnvironment(
      topology: CPUTopology(cpus: (0..<2).map { LogicalCPU(id: $0, core: $0) }),
      software: .init(swiftVersion: "6.3", buildMode: .debug))
    return DoctorReport(
      machine,
      capabilities: [
        Capability(purpose: "timing", isAvailable: true, detail: "a release build"),
        Capability(
          purpose: "charts", isAvailable: false, detail: "gnuplot is missing",
          remedy: "apt-get install gnuplot-nox"),
        Capability(purpose: "counters", isAvailable: false, detail: "there are none"),
        Capability(
          purpose: "perf events", isAvailable: true, detail: "user mode only", remedy: "sysctl x"),
      ]
    ).document
  }

  @Test func `the doctor lists what the machine can measure, what it can't, and the remedies`() {
    let text = doctor().plain
    #expect(
      text.contains(
        """

        What it can measure
          yes   timing: a release build
          no    charts: gnuplot is missing
                mend: apt-get install gnuplot-nox
          no    counters: there are none
          part  perf events: user mode only
                mend: sysctl x

        What will disturb it

        """))
    #expect(text.hasPrefix("This machine\n  machine           host-"))
    #expect(text.contains("\n  CPUs              0-1 online of 2, 0-1 usable\n"))
    #expect(text.contains("\n  glibc             not reported\n"))
  }

  @Test func `the doctor lists warnings before other disturbances, each with its remedy`() throws {
    let text = doctor().plain
    let part = try #require(text.firstRange(of: "What will disturb it\n"))
    let lines = text[part.upperBound...].split(separator: "\n")
    #expect(!lines.isEmpty && lines.count.isMultiple(of: 2))
    let words = stride(from: 0, to: lines.count, by: 2).map { lines[$0].prefix(9) }
    #expect(words == words.sorted { $0 == "  warning" && $1 != "  warning" })
    for index in stride(from: 1, to: lines.count, by: 2) {
      #expect(lines[index].hasPrefix("           mend: "))
    }
  }
}

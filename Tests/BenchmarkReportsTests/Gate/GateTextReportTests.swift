import BenchmarkModel
import TestSupport
import Testing

@testable import BenchmarkAnalysis
@testable import BenchmarkReports

@Suite struct GateTextReportTests {
  private func text(_ report: GateReport, isVerbose: Bool = false) -> String {
    report.text(isVerbose: isVerbose)
  }

  private func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func `a gate's text has the compared executables, a line for each case and the outcome`() {
    #expect(
      text(GateFixture.everything) == """
        gate       9 cases, seed 42; at most 1 % of gates FAIL falsely, at most 5 % of cases PASS falsely
        baseline   bench-old 0.3.0 (1a2b3c4)
        candidate  bench-new 0.4.0 (5d6e7f8-dirty)
        machine    host-1: 2 CPUs, Linux 6.18
        warning: the load average is 3.1

        ratio: how much worse the candidate is in ns_per_op; 1.10 is 10 % worse
        verdict          case                             ratio               pairs
        INVALID          locks/contended/broken/threads=2                         2
            pair 2: killed by SIGSEGV
        FAIL             locks/contended/ticket/threads=2 1.20 (1.18 to 1.22)    16
            likely cause: 2 more allocations per operation (2.00 → 4.00)
        FAIL, expected   locks/contended/owner/threads=2  1.30 (1.27 to 1.33)    16
            expected: checks its owner
            cause not known: this case was not counted
        FAIL, expected   locks/contended/unsure/threads=2 1.20 (1.18 to 1.22)    16
            expected: checks its owner
            cause not known: this case was not counted
        ERROR            locks/contended/lost/threads=2                           2
            pair 2: killed by SIGSEGV
        PASS, unexpected locks/contended/fixed/threads=2  1.00 (0.98 to 1.02)    16
            error: the expected regression is gone (checks its owner); take its entry out of the limits
        INCONCLUSIVE     locks/contended/ttas/threads=2   1.02 (0.70 to 1.50)   240
        IMPROVED         locks/contended/clh/threads=2    0.80 (0.78 to 0.82)    16
        PASS             locks/contended/mcs/threads=2    1.00 (0.98 to 1.02)    16

        sham       locks/contended/ticket/threads=2, the baseline against itself: not told apart, unchanged (2 % faster to 2 %
                   slower), 16 pairs
        added, only in the candidate and not gated: 1
          locks/contended/futex-mutex/threads=2
        removed, only in the baseline and not gated: 1
          locks/contended/old-mutex/threads=2
        not gated, because they can't be compared: 1
          locks/contended/odd/threads=2: the suites measure it in two ways
        repeated   2 measurements of pairs repeated, by a rule fixed before the gate

        9 cases: 1 INVALID; 1 FAIL; 2 FAIL, expected; 1 ERROR; 1 PASS, unexpected; 1 INCONCLUSIVE; 1 IMPROVED; 1 PASS, in 4 min
        10 s
        INVALID: the candidate crashed, hung or lost updates in 1 of 9 cases, and 1 more is slower
        next: mend the candidate: figures of code that loses updates or dies mean nothing
        raw rows: results/gate
        the same verdicts again: syncbench show results/gate

        """)
  }

  @Test func `a replay's text has the verdicts, but neither executables nor machine`() {
    #expect(
      text(GateFixture.replay(GateFixture.same(), GateFixture.slower())) == """
        gate       2 cases, seed 42; at most 1 % of gates FAIL falsely, at most 5 % of cases PASS falsely
        replay     the pairs of fleet; the executables and the machine are not recorded

        ratio: how much worse the candidate is in ns_per_op; 1.10 is 10 % worse
        verdict case                             ratio               pairs
        FAIL    locks/contended/ticket/threads=2 1.20 (1.18 to 1.22)    16
        PASS    locks/contended/mcs/threads=2    1.00 (0.98 to 1.02)    16

        2 cases: 1 FAIL; 1 PASS
        FAIL: 1 of 2 cases is slower by at least the effect that matters
        next: mend the candidate, or mark an intended slowdown with `expect: regression` and a reason (--config)
        raw rows: fleet
        the same verdicts again: syncbench show fleet

        """)
  }

  @Test func `the verbose text says after how many pairs a case was cut off`() {
    let report = GateFixture.replay(GateFixture.cut())
    #expect(text(report).contains("\nINCONCLUSIVE locks/contended/mutex/threads=2 "))
    #expect(!text(report).contains("cut off"))
    #expect(text(report, isVerbose: true).contains("\n    cut off after 20 of up to 240 pairs\n"))
  }

  // MARK: Outcomes

  /// The lines from the outcome on, up to the line of the raw rows.
  private func ending(_ report: GateReport) -> [String] {
    let all = lines(text(report))
    let start = all.lastIndex {
      $0.hasPrefix(report.evaluation.outcome.rawValue.uppercased() + ":")
    }
    return start.map { Array(all[$0...].prefix { !$0.hasPrefix("raw rows:") }) } ?? []
  }

  @Test func `each outcome is explained, and if it is not PASS, the next step follows`() {
    #expect(
      ending(GateFixture.live(GateFixture.same(), GateFixture.faster())) == [
        "PASS: none of 2 cases is slower than its limits allow"
      ])
    #expect(
      ending(GateFixture.live(GateFixture.same(), GateFixture.expected("a", ratio: 1.3))) == [
        "PASS: none of 2 cases is slower than its limits allow, except 1 as expected"
      ])
    #expect(
      ending(
        GateFixture.live(GateFixture.same(), GateFixture.slower("a"), GateFixture.slower("b"))) == [
          "FAIL: 2 of 3 cases are slower by at least the effect that matters",
          "next: mend the candidate, or mark an intended slowdown with `expect: regression` and a reason (--config)",
        ])
    #expect(
      ending(GateFixture.live(GateFixture.same(), GateFixture.crashed())) == [
        "INVALID: the candidate crashed, hung or lost updates in 1 of 2 cases",
        "next: mend the candidate: figures of code that loses updates or dies mean nothing",
      ])
    #expect(
      ending(GateFixture.live(GateFixture.same(), GateFixture.crashed("a", .baseline))) == [
        "ERROR: the baseline gave no value in 1 of 2 cases, so there is nothing to compare with",
        "next: see why the baseline gave no value, and measure again",
      ])
    #expect(
      ending(GateFixture.live(GateFixture.same(), GateFixture.expected("a", ratio: 1))) == [
        "ERROR: 1 expected regression is gone",
        "next: take the entries that are no longer true out of the limits (--config)",
      ])
  }

  @Test func `the text of an undecided gate says what would decide it`() {
    func end(_ end: RunState?) -> [String] {
      var report = GateFixture.live(GateFixture.same(), GateFixture.cut())
      report.end = end
      return ending(report)
    }
    let rest = "use a quieter machine, or allow a wider tolerance (--config)"
    #expect(end(.complete) == ["INCONCLUSIVE: 1 of 2 cases is undecided", "next: \(rest)"])
    #expect(
      end(.budgetSpent) == [
        "INCONCLUSIVE: 1 of 2 cases is undecided, because the budget cut the gate off",
        "next: give the gate a larger --budget, \(rest)",
      ])
    #expect(
      end(.interrupted) == [
        "INCONCLUSIVE: 1 of 2 cases is undecided, because Ctrl-C stopped the gate",
        "next: let the gate run to its end; if that tells no more, \(rest)",
      ])
    #expect(
      end(nil) == [
        "INCONCLUSIVE: 1 of 2 cases is undecided", "next: give the gate a larger --budget, \(rest)",
      ])
  }

  @Test func `the text of an incomplete gate has the command that resumes it`() {
    var report = GateFixture.live(GateFixture.same(), GateFixture.cut())
    #expect(!text(report).contains("--resume"))
    for end in [RunState.measuring, .interrupted, .budgetSpent] {
      report.end = end
      #expect(
        text(report).hasSuffix(
          "the pairs that are left: syncbench gate --resume results/gate --baseline EXECUTABLE\n"))
    }
  }

  @Test
  func `if the host moved the CPUs, places and the number of pairs in two places are shown`() {
    func shares(_ distances: [Double]) -> [PlaceShares] {
      let readings = distances.map { PlaceReading(distanceNanoseconds: $0, sharing: 1) }
      return [PlaceShares(cpus: CPUList([0, 1]), readings: readings)]
    }
    var report = GateFixture.live(GateFixture.same())
    report.places = shares([40, 40])
    #expect(!text(report).contains("places"))
    report.places = shares([40, 160])
    #expect(
      text(report).contains(
        "places     CPUs 0-1: own-cores 160 ns 50 %, own-cores 40 ns 50 %; each pair's launches were in one place\n"
      ))
    report.pairsOfTwoPlaces = 2
    #expect(
      text(report).contains(
        "; each pair's launches were in one place, except in 2\n           pairs"
      ))
  }

  @Test(arguments: [1.3, 0.7])
  func `if the two sides of the sham are told apart, no verdict on times is believed`(ratio: Double)
  {
    let report = GateFixture.live(
      GateFixture.slower("a"), GateFixture.expected("b", ratio: 1), GateFixture.sham(ratio))
    let all = text(report)
    #expect(all.contains("\n    not believed, because the sham was told apart\n"))
    #expect(all.contains("the expected regression (checks its owner) did not show, which the sham"))
    #expect(all.contains("the baseline against itself: TOLD APART, 30 % "))
    #expect(ending(report).first?.hasPrefix("INCONCLUSIVE: the sham was told apart: ") == true)
    #expect(ending(report).last == "next: measure again on a quieter machine")
  }

  @Test func `if the sham crashed, the text says that it gave no value`() {
    var sham = GateFixture.crashed("ticket", .baseline)
    sham.role = .sham
    let report = GateFixture.live(GateFixture.same(), sham)
    #expect(text(report).contains("against itself: gave no value: pair 2: killed by SIGSEGV\n"))
    #expect(ending(report).first == "ERROR: the sham gave no value")
  }

  // MARK: The table

  @Test
  func `if more than sixty cases pass, only their number is shown, and other cases are listed`() {
    func gate(_ passes: Int) -> GateReport {
      GateReport(
        GateFixture.recording(
          (0..<passes).map { GateFixture.same("p\($0)") } + [GateFixture.slower()]))
    }
    let sixty = text(gate(60))
    #expect(sixty.contains("locks/contended/p59/threads=2"))
    let more = text(gate(61))
    #expect(!more.contains("locks/contended/p59/threads=2"))
    #expect(more.contains("\nPASS  61 cases that are not listed\n"))
    #expect(more.contains("\nFAIL    locks/contended/ticket/threads=2 "))
    #expect(text(gate(61), isVerbose: true).contains("locks/contended/p59/threads=2"))
  }

  @Test func `a list of ungated cases has twenty names and the number of further cases`() {
    var report = GateFixture.live(GateFixture.same())
    report.sides?.added = (0..<23).map { GateFixture.id("new\($0)") }
    let all = text(report)
    #expect(all.contains("\nadded, only in the candidate and not gated: 23\n"))
    #expect(all.contains("new19/") && !all.contains("new20/"))
    #expect(all.contains("\n  and 3 more\n"))
  }

  @Test
  func `a gate of several metrics has a column for them, and a lower rate has a ratio above 1`() {
    let rate = GateFixture.Scene(
      name: "fast", metric: "ops_per_s", polarity: .higherIsBetter, rows: GateFixture.pairs(0.8))
    let all = text(GateFixture.live(GateFixture.same(), rate))
    #expect(
      all.contains(
        "verdict case                           ratio               metric    pairs\n"))
    #expect(
      all.contains("FAIL    locks/contended/fast/threads=2 1.25 (1.23 to 1.28) ops_per_s    16\n"))
  }

  @Test
  func `a long name continues on the next line, and no line is longer than 120 characters`() throws
  {
    var report = GateFixture.everything
    let long = MadeRun.id(
      "contended-exponential/pthread-mutex-adaptive/16/inside=100000/outside=200000/readers=12",
      suite: "concurrent-perform")
    let plan = GatePlan(
      seed: 1, cases: [GateCase(id: long, metric: "ns_per_op", polarity: .lowerIsBetter)])
    let crash = PairRow(
      caseIndex: 0, pair: 0, order: .baselineFirst, outcome: .failed(.candidate, reason: "SIGILL"))
    report.evaluation = GateEvaluation(PairRecording(plan: plan, rows: [crash]))
    report.sides?.added = [long]
    report.warnings = [String(repeating: "a long warning ", count: 20)]
    let all = lines(text(report))
    for line in all { #expect(line.count <= 120, "\(line)") }
    let first = try #require(all.firstIndex { $0.hasPrefix("INVALID concurrent-perform/") })
    #expect(all[first].hasSuffix(" 0"))
    #expect(all[first + 1].hasPrefix("        /"))
  }

  // MARK: Heading

  @Test func `the text says if both sides are one file, and has no commit if none is known`() {
    var report = GateFixture.live(GateFixture.same())
    report.sides?.candidate = GateExecutable(
      name: "copy", tool: ToolVersion(version: "0.4.0", commit: nil, executable: "f1"))
    report.sides?.isOneFile = true
    #expect(
      text(report).contains(
        "\ncandidate  copy 0.4.0\n           the same file on both sides\n"))
    #expect(!text(GateFixture.live(GateFixture.same())).contains("the same file"))
  }

  @Test(
    arguments: [
      ("a/b-1_2", "a/b-1_2"), ("a b", "'a b'"), ("it's", "'it'\\''s'"),
      ("-x", "'-x'"), ("$HOME", "'$HOME'"),
    ])
  func `in the command that shows the verdicts again, the folder is quoted for a shell`(
    folder: String, word: String
  ) {
    var report = GateFixture.live(GateFixture.same())
    report.folder = folder
    #expect(text(report).hasSuffix("syncbench show \(word)\n"))
  }
}

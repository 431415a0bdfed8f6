import BenchmarkModel
import Testing

@testable import BenchmarkAnalysis
@testable import BenchmarkReports

@Suite struct GateSummaryTests {
  private func finding(_ primitive: String, _ summary: GateSummary) -> GateFinding? {
    summary.findings.first { $0.name == GateFixture.id(primitive).description }
  }

  @Test func `each case is a finding, sorted from the worst`() throws {
    let summary = GateSummary(report: GateFixture.everything)
    #expect(
      summary.title == "bench-new 0.4.0 (5d6e7f8-dirty) against bench-old 0.3.0 (1a2b3c4)")
    #expect(summary.outcome == .invalid)
    #expect(
      summary.findings.map(\.verdict) == [
        .invalid, .fail, .fail, .fail, .error, .pass, .inconclusive, .improved, .pass,
      ])
    #expect(
      summary.findings.map(\.failsBuild) == [
        true, true, false, false, true, true, false, false, false,
      ])
    #expect(Set(summary.findings.map(\.suite)) == ["locks"])
    let slower = try #require(finding("ticket", summary))
    #expect(slower.figures == "20 % slower (18 to 22 %), 16 pairs")
    #expect(slower.details == ["likely cause: 2 more allocations per operation (2.00 → 4.00)"])
    #expect(
      try #require(finding("ttas", summary)).details == ["undecided after all of the 240 pairs"])
    #expect(summary.elapsedNanoseconds == 250_000_000_000)
  }

  @Test
  func `the notes have the warnings, the machine, the ungated cases, the sham and the repeats`() {
    let summary = GateSummary(report: GateFixture.everything)
    let notes = summary.notes
    #expect(!notes.contains(summary.sentence))
    #expect(notes.contains("warning: the load average is 3.1"))
    #expect(notes.contains("machine: host-1: 2 CPUs, Linux 6.18"))
    #expect(
      notes.contains(
        "added, only in the candidate and not gated: locks/contended/futex-mutex/threads=2"))
    #expect(
      notes.contains(
        "removed, only in the baseline and not gated: locks/contended/old-mutex/threads=2"))
    #expect(
      notes.contains(
        "not gated, because they can't be compared: locks/contended/odd/threads=2: the suites measure it in two "
          + "ways"))
    #expect(notes.contains { $0.hasPrefix("sham: ") && $0.contains("not told apart") })
    #expect(notes.contains { $0.hasPrefix("2 measurements of pairs repeated") })
    #expect(notes.contains("raw rows: results/gate"))
  }

  @Test func `if the two sides of a sham are told apart, no finding fails the build`() {
    let summary = GateSummary(
      report: GateFixture.live(
        GateFixture.slower("a"), GateFixture.expected("b", ratio: 1), GateFixture.sham(1.3)))
    #expect(summary.outcome == .inconclusive)
    #expect(summary.findings.map(\.failsBuild) == [false, false, false])
    #expect(summary.findings.map { $0.name.hasSuffix(" (sham)") } == [true, false, false])
    #expect(summary.findings[0].verdict == .inconclusive)
    #expect(summary.findings[1].label == "FAIL, does not fail the build")
    #expect(summary.notes.contains { $0.contains("TOLD APART, 30 % slower") })
    #expect(
      summary.sentence
        == "the sham was told apart: this machine makes one executable look like two, and no verdict on times can "
        + "be believed")
  }

  @Test func `a sham without a value is a finding, because it decides the outcome`() {
    var sham = GateFixture.crashed("ticket", .baseline)
    sham.role = .sham
    let summary = GateSummary(report: GateFixture.live(GateFixture.same(), sham))
    #expect(summary.outcome == .error)
    #expect(
      summary.findings.first
        == GateFinding(
          name: "locks/contended/ticket/threads=2 (sham)", suite: "locks", verdict: .error,
          failsBuild: true, figures: "2 pairs",
          details: ["pair 2: killed by SIGSEGV"]))
  }

  @Test func `a replay's title names its folder, and a note says if the budget cut a gate off`() {
    let replay = GateSummary(report: GateFixture.replay(GateFixture.same()))
    #expect(replay.title == "the pairs of fleet")
    #expect(replay.elapsedNanoseconds == nil)
    var cut = GateFixture.live(GateFixture.slower(), GateFixture.cut())
    cut.end = .budgetSpent
    let summary = GateSummary(report: cut)
    #expect(summary.outcome == .fail)
    #expect(summary.notes.contains("the budget cut the gate off"))
  }

  @Test func `if the cases have several metrics, each figure is followed by its metric`() {
    let rate = GateFixture.Scene(
      name: "fast", metric: "ops_per_s", polarity: .higherIsBetter, rows: GateFixture.pairs(0.8))
    let summary = GateSummary(
      report: GateFixture.live(rate, GateFixture.same(), GateFixture.early(after: 0)))
    #expect(
      summary.findings.map(\.figures) == [
        "25 % worse (23 to 28 %), 16 pairs, ops_per_s",
        "unchanged (2 % faster to 2 % slower), 16 pairs, ns_per_op", "no pairs, ns_per_op",
      ])
  }
}

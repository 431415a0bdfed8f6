import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import Foundation
import Testing

@testable import BenchmarkReports

/// Reports of a gate whose budget ended before the first look of some cases.
@Suite struct PartialGateTests {
  private var report: GateReport {
    var report = GateFixture.live(
      GateFixture.same(), GateFixture.early("a"), GateFixture.early("b", after: 0),
      GateFixture.sham()
    )
    report.end = .budgetSpent
    return report
  }

  @Test func `the text lists the ungated cases separately`() {
    let text = report.text()
    #expect(
      text.contains(
        """

        NOT GATED, because the budget did not suffice for them: 2
          locks/contended/a/threads=2
          locks/contended/b/threads=2
        """))
    #expect(!text.contains("INCONCLUSIVE"))
    #expect(
      text.contains(
        """
        3 cases: 1 PASS; 2 NOT GATED, in 4 min 10 s
        PARTIAL: none of 1 gated case is slower than its limits allow; 2 of 3 cases were not gated
        next: give the gate a larger --budget, or select fewer cases, those that matter first
        """), "\(text)")
  }

  @Test func `the verbose text lists all ungated cases`() {
    var report = report
    report.evaluation = GateFixture.evaluation(
      [GateFixture.same()] + (0..<30).map { GateFixture.early("p\($0)", after: 0) })
    let text = report.text()
    #expect(text.contains("and 10 more") && !text.contains("/p29/"))
    #expect(report.text(isVerbose: true).contains("/p29/"))
  }

  @Test func `the formats for CI call the gate PARTIAL and its ungated cases NOT GATED`() throws {
    let summary = GateSummary(report: report)
    #expect(
      summary.sentence
        == "none of 1 gated case is slower than its limits allow; 2 of 3 cases were not gated")
    let junit = summary.junit
    #expect(junit.contains("tests=\"3\" failures=\"0\" errors=\"0\" skipped=\"2\""))
    #expect(
      junit.contains("<skipped message=\"NOT GATED: 9 pairs: 9 of the 16 pairs of its first look"))
    let markdown = summary.markdown()
    #expect(markdown.hasPrefix("## syncbench gate: PARTIAL\n"))
    #expect(markdown.contains("<summary>2 cases were NOT GATED</summary>"))
    #expect(
      summary.annotations.contains("::warning title=syncbench gate%3A PARTIAL::"))
    let json = try TableDescription.gate.json(report).object()
    #expect(json["outcome"] as? String == "partial")
    #expect(json["exit_status"] as? Int == 7)
    let verdicts = (json["cases"] as? [[String: Any]])?.map { $0["verdict"] as? String }
    #expect(verdicts == ["pass", "not-gated", "not-gated"])
  }

  @Test func `the sentence about a failure has the number of ungated cases`() {
    var report = GateFixture.live(GateFixture.slower(), GateFixture.early())
    report.end = .budgetSpent
    #expect(
      GateEnding(report).sentence
        == "1 of 1 case is slower by at least the effect that matters; 1 of 2 cases was not gated")
  }

  @Test func `a gate that gated no case is inconclusive`() {
    var report = GateFixture.live(GateFixture.early(after: 3))
    report.end = .budgetSpent
    #expect(report.evaluation.outcome == .inconclusive)
    let sentence = "no case was gated, because the budget cut the gate off"
    #expect(GateEnding(report).sentence == sentence)
    let text = report.text()
    #expect(!text.contains("1.10 is 10 % worse"))
    let next = "give the gate a larger --budget, select fewer cases, or use a quieter machine"
    #expect(GateEnding(report).next == next)
    #expect(GateSummary(report: report).sentence == sentence)
  }
}

import BenchmarkDocument
import BenchmarkModel
import Foundation
import TestSupport
import Testing

@testable import BenchmarkAnalysis
@testable import BenchmarkReports

/// Causes of a slower case whose instructions were not counted, taken from its sibling: a counted
/// case of the same lock with one thread.
@Suite struct SiblingCauseTests {
  private static let alone = MadeRun.id("uncontended/ticket/inside=0")
  private static let words =
    "likely cause, as counted in \(alone): 889 % more instructions (9.00 → 89.0)"

  private func report(sibling: CaseID = alone, quantity: String = "page-faults") -> GateReport {
    var report = GateFixture.live(
      GateFixture.slower(),
      GateFixture.Scene(name: "", rows: GateFixture.pairs(1.2), other: sibling))
    report.causes = [
      GateFixture.id("ticket"): GateFixture.cause(quantity, 1, 1, gaps: ["instructions: no PMU"]),
      sibling: GateFixture.cause("instructions", 9, 89),
    ]
    return report
  }

  @Test func `a counted case of the same lock explains the slower case, in every format`() throws {
    let report = report()
    let text = report.text()
    #expect(text.contains("cause not known, because instructions were not counted"))
    #expect(text.contains(Self.words))
    #expect(!text.contains("no count differs"))
    let summary = GateSummary(report: report)
    #expect(summary.junit.contains(Self.words))
    #expect(summary.markdown().contains("as counted in locks/uncontended/ticket"))
    let json = try TableDescription.gate.json(report).object()
    let cases = try #require(json["cases"] as? [[String: Any]])
    #expect(cases.map { $0["finding"] as? String } == ["unknown", "likely"])
    #expect(cases[0]["agreeing"] as? [String] == ["page-faults"])
    let sibling = try #require(cases[0]["sibling"] as? [String: Any])
    #expect(sibling["case"] as? String == Self.alone.description)
    #expect((sibling["causes"] as? [[String: Any]])?.first?["candidate"] as? Double == 89)
    #expect(cases[1]["sibling"] is NSNull)
  }

  @Test func `a case has another case's cause only if its own instructions were not counted`() {
    #expect(report(quantity: "instructions").sibling(of: GateFixture.id("ticket")) == nil)
  }

  @Test func `a case of another lock, or with several threads, does not explain a slower case`() {
    for other in ["uncontended/mcs", "contended/ticket/4"] {
      #expect(report(sibling: MadeRun.id(other)).sibling(of: GateFixture.id("ticket")) == nil)
    }
  }

  @Test func `a case without any counts also has the cause of the counted case of its lock`() {
    var report = report()
    report.causes[GateFixture.id("ticket")] = nil
    #expect(report.sibling(of: GateFixture.id("ticket"))?.id == Self.alone)
    let text = report.text()
    #expect(text.contains("cause not known: this case was not counted"))
  }
}

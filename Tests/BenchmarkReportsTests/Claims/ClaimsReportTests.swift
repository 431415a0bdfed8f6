import BenchmarkDocument
import Foundation
import TestSupport
import Testing

@testable import BenchmarkAnalysis
@testable import BenchmarkModel
@testable import BenchmarkReports

struct ClaimsReportTests {
  private let results = ClaimFixture.results

  private var document: RunDocument {
    var document = RunDocument.made(
      warnings: ["the <hypervisor> steals"],
      plan: Plan(profile: "claims", seed: 7, blocks: 8, cases: [], tables: []))
    document.tool = ToolVersion(version: "1", commit: "abcdef0123456789", executable: "x")
    return document
  }

  /// The run's summary, with the given load average of its machine.
  private func summary(load: Double? = nil) -> RunSummary {
    var document = document
    document.environment.load.average = load.map {
      .init(oneMinute: $0, fiveMinutes: $0, fifteenMinutes: $0)
    }
    return RunSummary(document: document, suites: [])
  }

  @Test
  func `the report has the load and the number of CPUs, and lists claims cut off by the budget`() {
    let cut = ["late", "later"].map {
      ClaimResult(
        claim: ClaimFixture.claim($0, .all([])), verdict: .cannotTell, reason: "the budget",
        evidence: [], wasCutOff: true)
    }
    let text = ClaimsReport(results + cut, of: summary(load: 6.03)).document.plain
    #expect(
      text.hasSuffix(
        """

        NOT TESTED, because the budget was spent before their launches were made: 2
            late, later

        load: the load average was 6.03 on 1 CPU at the start; how much CPU time was stolen while trials ran is not known

        6 claims: 1 SUPPORTED, 1 REFUTED, 1 DEPENDS, 1 CAN'T TELL HERE, 2 NOT TESTED

        """), "\(text)")
    #expect(!text.contains("CAN'T TELL HERE  late"))
  }

  @Test
  func `the text has each verdict, its meaning, and each figure beside the range that was asked`() {
    let text = ClaimsReport(results, of: summary()).document.plain
    #expect(
      text.hasPrefix(
        """
        Costs, uncontended

        SUPPORTED  lock-cost
            A free lock costs <10 ns.
            - ticket: 5.42 ns [5.30 ns to 5.51 ns]; asked: 5 ns to 10 ns
            → Count on it.

        DEPENDS  order
            A free lock costs <10 ns.
            on the section — holds at: a — fails at: b.
            - ticket over mutex: 1.25× [0.90× to 1.50×]; asked: at most 1× ~
            → It is at the edge.

        Locks and semaphores

        REFUTED  recursion
            A free lock costs <10 ns.
            - twice: 0 % (returned); asked: 100 % ✗
            → Measure it.

        CAN'T TELL HERE  missing
            A free lock costs <10 ns.
            it takes 2 CPUs, and the run could use 1.
            - ticket: not known, it was not measured; asked: 5 ns to 10 ns
        """))
    #expect(text.hasSuffix("4 claims: 1 SUPPORTED, 1 REFUTED, 1 DEPENDS, 1 CAN'T TELL HERE\n"))
  }

  @Test func `the list has each claim once, under its topic`() {
    let text = results.map(\.claim).document.plain
    #expect(
      text == """
        Costs, uncontended (costs)
          lock-cost  A free lock costs <10 ns.
          order      A free lock costs <10 ns.

        Locks and semaphores (locks)
          recursion  A free lock costs <10 ns.
          missing    A free lock costs <10 ns.

        """)
  }

  @Test func `the page names the machine, escapes the run's texts, and says how to disagree`() {
    let page = ClaimsMarkdown(results, document).render()
    #expect(page.hasPrefix("# Claims of guides, tested\n"))
    #expect(page.contains("host host-1, syncbench 1, commit abcdef012345, 8 blocks, seed 7."))
    #expect(page.contains("Disturbed by: the \\<hypervisor\\> steals."))
    #expect(page.contains("| [lock-cost](#lock-cost) | A free lock costs \\<10 ns. | SUPPORTED |"))
    #expect(page.contains("**DEPENDS**: on the section — holds at: a — fails at: b."))
    #expect(page.contains("Cases: `behaviour/ends/mutex-twice`."))
    #expect(page.contains("## How to disagree\n"))
  }

  // MARK: JSON

  @Test func `the JSON document of claims matches its schema`() throws {
    let schema = try JSONSchema(JSONSchema.documented("claims"))
    let document = try TableDescription.claims(results).json(summary()).object()
    #expect(schema.problems(document) == [])
    #expect(Set(document.keys) == Set(schema.required))
    #expect(document["schema_version"] as? Int == 1)
    var other = document
    other["schema_version"] = 2
    #expect(!schema.problems(other).isEmpty)
  }

  @Test func `a claim in JSON has its rule, its evidence and its verdict`() throws {
    let document = try TableDescription.claims(results).json(summary()).object()
    let claims = try #require(document["claims"] as? [[String: Any]])
    #expect(
      claims.map { $0["verdict"] as? String }
        == ["supported", "depends", "refuted", "cannot-tell"])
    let rule = try #require(claims[1]["rule"] as? [String: Any])
    #expect(rule["kind"] as? String == "each" && rule["of"] as? String == "the section")
    let condition = try #require((rule["conditions"] as? [[String: Any]])?.first)
    #expect(condition["figure"] as? String == "ratio" && condition["low"] is NSNull)
    #expect(condition["high"] as? Double == 1)
    let evidence = try #require((claims[3]["evidence"] as? [[String: Any]])?.first)
    #expect(evidence["value"] is NSNull && evidence["finding"] as? String == "unknown")
    #expect(evidence["reason"] as? String == "it was not measured")
  }

  @Test func `the JSON list of claims has their declarations, and no verdicts`() throws {
    let text = try JSONOutput.text(of: TableDescription.claim.json(results.map(\.claim)))
    let data = Data(text.utf8)
    let claims = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]])
    #expect(claims.count == 4)
    #expect(claims.allSatisfy { $0["verdict"] == nil && $0["rule"] != nil })
  }
}

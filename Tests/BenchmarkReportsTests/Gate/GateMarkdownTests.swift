import BenchmarkAnalysis
import TestSupport
import Testing

@testable import BenchmarkReports

@Suite struct GateMarkdownTests {
  private func text(_ summary: GateSummary, limit: Int = GateSummary.stepLimit) -> String {
    summary.markdown(limit: limit)
  }

  @Test func `cases that did not pass come first, and cases that passed are folded away`() {
    let summary = GateSummary(
      title: "new against old", outcome: .fail, sentence: "2 of 3 cases are slower",
      findings: [
        Findings.finding("x", .fail, fails: true, details: ["likely cause: 1 → 2"]),
        Findings.finding("y", .pass), Findings.finding("z", .pass, fails: true),
      ], notes: ["sham: not told apart"])
    #expect(
      text(summary) == """
        ## syncbench gate: FAIL

        new against old: 2 of 3 cases are slower.

        | verdict | case | change | details |
        | --- | --- | --- | --- |
        | FAIL | x | 12 % slower (9 to 15 %), 28 pairs | likely cause: 1 → 2 |
        | ERROR | z | 12 % slower (9 to 15 %), 28 pairs |  |

        - sham: not told apart

        <details>
        <summary>1 case passed</summary>

        | case | change | details |
        | --- | --- | --- |
        | y | 12 % slower (9 to 15 %), 28 pairs |  |

        </details>

        """)
  }

  @Test func `text from a tool or a worker makes no cell, link or tag`() throws {
    let row = try #require(
      text(Findings.hostile).split(separator: "\n").first { $0.hasPrefix("| FAIL") })
    #expect(row.replacing("\\|", with: "").count { $0 == "|" } == 5)
    #expect(row.contains("\\<a href=\"x\"\\>\\&'\\|\\`\\*\\_\\[b\\](c)?\\[2J????"))
  }

  @Test func `a summary that is too long is cut, and says how many lines are missing`() {
    let findings =
      (0..<40).map { Findings.finding("f\($0)", .fail, fails: true) }
      + (0..<400).map { Findings.finding("p\($0)", .pass) }
    let summary = Findings.summary(findings, .fail)
    let whole = text(summary)
    #expect(!whole.contains("**Cut**"))
    for limit in stride(from: 1000, through: whole.utf8.count + 300, by: 997) {
      let cut = text(summary, limit: limit)
      #expect(cut.utf8.count <= limit)
      #expect(cut.contains("<details>") == cut.contains("</details>"))
      let listed = cut.split(separator: "\n").count {
        $0.hasPrefix("| FAIL |") || $0.hasPrefix("| p")
      }
      let notes = cut.contains("- a note") ? 0 : 2
      #expect(
        cut.contains("**Cut**: \(440 - listed + notes) line") == (listed < 440), "limit \(limit)")
    }
  }
}

import BenchmarkAnalysis
import Foundation
import TestSupport
import Testing

@testable import BenchmarkReports

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct GateJUnitTests {
  private func parsed(_ summary: GateSummary) throws -> ParsedXML {
    try ParsedXML(summary.junit)
  }

  @Test
  func `each suite of cases is a suite of tests, with its numbers of tests and errors`() throws {
    let document = try parsed(Findings.summary())
    let all = try #require(document.all("testsuites").first).attributes
    #expect(all["name"] == "syncbench gate")
    #expect(
      [all["tests"], all["failures"], all["errors"], all["skipped"], all["time"]]
        == ["8", "2", "2", "2", "4.050"])
    let suites = document.all("testsuite").map(\.attributes)
    #expect(suites.map { $0["name"] } == ["locks", "sync"])
    #expect(suites.map { $0["tests"] } == ["7", "1"])
    #expect(suites.map { $0["errors"] } == ["1", "1"])
    #expect(suites.allSatisfy { $0["time"] == nil })
    #expect(
      document.attributes("name", of: "testcase") == ["a", "b", "c", "e", "f", "g", "h", "d"])
    #expect(document.attributes("classname", of: "testcase").last == "sync")
  }

  @Test func `each finding becomes a failure, an error, a skipped test or a passed test of JUnit`()
    throws
  {
    let document = try parsed(Findings.summary())
    #expect(document.attributes("type", of: "failure") == ["invalid", "regression"])
    #expect(document.attributes("type", of: "error") == ["expected-regression-gone", "error"])
    #expect(
      document.attributes("message", of: "skipped") == [
        "FAIL, does not fail the build: 12 % slower (9 to 15 %), 28 pairs: expected: checks its owner",
        "INCONCLUSIVE: 12 % slower (9 to 15 %), 28 pairs: undecided",
      ])
    let text = try #require(document.texts("testsuites").first)
    #expect(text.contains("12 % slower (9 to 15 %), 28 pairs\nlikely cause: 1 → 2"))
    #expect(text.contains("new against old\noutcome: invalid\na sentence\na note"))
  }

  @Test func `a small document has exactly the expected bytes`() {
    let summary = GateSummary(
      title: "new against old", outcome: .fail, sentence: "1 of 2 cases is slower",
      findings: [
        Findings.finding("x", .fail, fails: true, details: ["likely cause: a < b"]),
        Findings.finding("y", .pass),
      ], elapsedNanoseconds: 12_000_000)
    #expect(
      summary.junit == """
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites name="syncbench gate" tests="2" failures="1" errors="0" skipped="0" time="0.012">
          <testsuite name="locks" tests="2" failures="1" errors="0" skipped="0" time="0.012">
            <testcase classname="locks" name="x">
              <failure type="regression" message="FAIL: 12 % slower (9 to 15 %), 28 pairs: likely cause: a &lt; b">12 % slower (9 to 15 %), 28 pairs
        likely cause: a &lt; b</failure>
            </testcase>
            <testcase classname="locks" name="y">
              <system-out>12 % slower (9 to 15 %), 28 pairs</system-out>
            </testcase>
            <system-out>new against old
        outcome: fail
        1 of 2 cases is slower</system-out>
          </testsuite>
        </testsuites>

        """)
  }

  @Test func `text from a tool or a worker breaks no document`() throws {
    let document = try parsed(Findings.hostile)
    let name = "<a href=\"x\">&'|`*_[b](c)?[2J????::error::100%, a: b"
    #expect(document.attributes("name", of: "testcase") == [name])
  }

  @Test func `a gate without a time has no time in its document`() {
    let summary = GateSummary(title: "", outcome: .pass, sentence: "", findings: [])
    #expect(!summary.junit.contains("time="))
  }

  @Test func `the document of a whole gate is well-formed`() throws {
    let document = try parsed(GateSummary(report: GateFixture.everything))
    #expect(document.all("testcase").count == 9)
    #expect(document.all("failure").count == 2)
  }
}

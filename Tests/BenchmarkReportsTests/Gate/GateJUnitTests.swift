import BenchmarkAnalysis
import Foundation
import TestSupport
import Testing

@testable import BenchmarkReports

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite struct GateJUnitTests {
  private final class Reader: NSObject, XMLParserDelegate {
    var elements: [(name: String, attributes: [String: String])] = []
    var text = ""

    func parser(
      _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
      qualifiedName: String?, attributes: [String: String]
    ) {
      elements.append((name, attributes))
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func named(_ name: String) -> [[String: String]] {
      elements.filter { $0.name == name }.map(\.attributes)
    }
  }

  private func parsed(_ summary: GateSummary) throws -> Reader {
    let parser = XMLParser(data: Data(GateJUnit(summary).render().utf8))
    let reader = Reader()
    parser.delegate = reader
    try #require(parser.parse(), "\(String(describing: parser.parserError))")
    return reader
  }

  @Test func `a suite of cases is a suite of tests, with its counts`() throws {
    let document = try parsed(Findings.summary())
    let all = try #require(document.named("testsuites").first)
    #expect(all["name"] == "syncbench gate")
    #expect(
      [all["tests"], all["failures"], all["errors"], all["skipped"], all["time"]]
        == ["8", "2", "2", "2", "4.050"])
    let suites = document.named("testsuite")
    #expect(suites.map { $0["name"] } == ["locks", "sync"])
    #expect(suites.map { $0["tests"] } == ["7", "1"])
    #expect(suites.map { $0["errors"] } == ["1", "1"])
    #expect(suites.allSatisfy { $0["time"] == nil })
    #expect(
      document.named("testcase").map { $0["name"] }
        == ["a", "b", "c", "e", "f", "g", "h", "d"])
    #expect(document.named("testcase").map { $0["classname"] }.last == "sync")
  }

  @Test func `each verdict is what its readers call it`() throws {
    let document = try parsed(Findings.summary())
    #expect(document.named("failure").map { $0["type"] } == ["invalid", "regression"])
    #expect(document.named("error").map { $0["type"] } == ["expected-regression-gone", "error"])
    #expect(
      document.named("skipped").map { $0["message"] } == [
        "FAIL, fails nothing: 12 % slower (9 to 15 %), 28 pairs: expected: checks its owner",
        "INCONCLUSIVE: 12 % slower (9 to 15 %), 28 pairs: undecided",
      ])
    #expect(document.text.contains("12 % slower (9 to 15 %), 28 pairs\nlikely cause: 1 → 2"))
    #expect(document.text.contains("new against old\noutcome: invalid\na sentence\na note"))
  }

  @Test func `a document is these bytes`() {
    let summary = GateSummary(
      title: "new against old", outcome: .fail, sentence: "1 of 2 cases is slower",
      findings: [
        Findings.finding("x", .fail, fails: true, details: ["likely cause: a < b"]),
        Findings.finding("y", .pass),
      ], elapsedNanoseconds: 12_000_000)
    #expect(
      GateJUnit(summary).render() == """
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

  @Test func `text of others breaks no document`() throws {
    let document = try parsed(Findings.hostile)
    let name = try #require(document.named("testcase").first?["name"])
    #expect(name == "<a href=\"x\">&'|`*_[b](c)?[2J????::error::100%, a: b")
  }

  @Test func `a gate without a time says none`() {
    let summary = GateSummary(title: "", outcome: .pass, sentence: "", findings: [])
    #expect(!GateJUnit(summary).render().contains("time="))
  }

  @Test func `a whole gate can be read`() throws {
    let document = try parsed(GateSummary(report: GateFixture.everything))
    #expect(document.named("testcase").count == 9)
    #expect(document.named("failure").count == 2)
  }
}

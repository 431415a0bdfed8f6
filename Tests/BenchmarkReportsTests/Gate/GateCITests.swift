import BenchmarkAnalysis
import BenchmarkModel
import Foundation
import Testing

@testable import BenchmarkReports

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// What CI systems read: findings by hand, with everything in them that could break a format.
private enum Findings {
  static func finding(
    _ name: String, _ verdict: GateVerdict, fails: Bool = false, suite: String = "locks",
    details: [String] = []
  ) -> GateFinding {
    GateFinding(
      name: name, suite: suite, verdict: verdict, failsBuild: fails,
      figures: "12 % slower (9 to 15 %), 28 pairs", details: details)
  }

  static let all = [
    finding("a", .invalid, fails: true, details: ["pair 2: killed by SIGSEGV"]),
    finding("b", .fail, fails: true, details: ["likely cause: 1 → 2"]),
    finding("c", .fail, details: ["expected: checks its owner"]),
    finding("d", .error, fails: true, suite: "sync"),
    finding("e", .pass, fails: true, details: ["error: the expected regression is gone"]),
    finding("f", .inconclusive, details: ["undecided"]), finding("g", .improved),
    finding("h", .pass),
  ]

  static let nasty = "<a href=\"x\">&'|`*_[b](c)\u{1B}[2J\u{0}\u{FFFE}\r\n::error::100%, a: b"

  static func summary(
    _ findings: [GateFinding] = all, _ outcome: GateOutcome = .invalid, notes: [String] = ["a note"]
  ) -> GateSummary {
    GateSummary(
      title: "new against old", outcome: outcome, findings: findings, notes: notes,
      elapsedNanoseconds: 4_050_000_000)
  }

  static var hostile: GateSummary {
    GateSummary(
      title: nasty, outcome: .fail,
      findings: [
        GateFinding(
          name: nasty, suite: nasty, verdict: .fail, failsBuild: true, figures: nasty,
          details: [nasty])
      ], notes: [nasty])
  }
}

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
    #expect(document.text.contains("new against old\noutcome: invalid\na note"))
  }

  @Test func `a document is these bytes`() {
    let summary = GateSummary(
      title: "new against old", outcome: .fail,
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
        outcome: fail</system-out>
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
    let summary = GateSummary(title: "", outcome: .pass, findings: [])
    #expect(!GateJUnit(summary).render().contains("time="))
  }

  @Test func `a whole gate can be read`() throws {
    let document = try parsed(GateSummary(report: GateFixture.everything))
    #expect(document.named("testcase").count == 9)
    #expect(document.named("failure").count == 2)
  }
}

@Suite struct GateMarkdownTests {
  private func text(_ summary: GateSummary, limit: Int = GateMarkdown.stepLimit) -> String {
    GateMarkdown(summary, limit: limit).render()
  }

  @Test func `what did not pass comes first, and what did is folded away`() {
    let summary = GateSummary(
      title: "new against old", outcome: .fail,
      findings: [
        Findings.finding("x", .fail, fails: true, details: ["likely cause: 1 → 2"]),
        Findings.finding("y", .pass), Findings.finding("z", .pass, fails: true),
      ], notes: ["sham: not told apart"])
    #expect(
      text(summary) == """
        ## syncbench gate: FAIL

        2 of 3 cases fail the build. new against old.

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

  @Test func `text of others makes no cell, link or tag`() throws {
    let row = try #require(
      text(Findings.hostile).split(separator: "\n").first { $0.hasPrefix("| FAIL") })
    #expect(row.replacing("\\|", with: "").count { $0 == "|" } == 5)
    #expect(row.contains("\\<a href=\"x\"\\>&'\\|\\`\\*\\_\\[b\\](c)?\\[2J?\u{FFFE}??"))
  }

  @Test func `a text that grows too long is cut, and says so`() {
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

@Suite struct GateAnnotationsTests {
  private func lines(_ summary: GateSummary) -> [String] {
    GateAnnotations(summary).render().split(separator: "\n").map(String.init)
  }

  @Test func `what fails the build is an error, and what got better a notice`() {
    let found = lines(Findings.summary())
    #expect(
      found.map { String($0.prefix { $0 != " " }) } == [
        "::error", "::error", "::error", "::error", "::notice",
      ])
    #expect(
      found[1]
        == "::error title=syncbench gate%3A FAIL b::12 %25 slower (9 to 15 %25), 28 pairs%0Alikely cause: 1 → 2"
    )
    #expect(found[3].hasPrefix("::error title=syncbench gate%3A ERROR e::"))
  }

  @Test func `an outcome that tells nothing is one warning`() {
    let findings = [
      Findings.finding("a", .inconclusive), Findings.finding("b", .inconclusive),
      Findings.finding("c", .fail),
    ]
    #expect(
      lines(Findings.summary(findings, .inconclusive)) == [
        "::warning title=syncbench gate%3A INCONCLUSIVE::2 of 3 cases are undecided.%0Aa note"
      ])
  }

  @Test func `a gate that passed says nothing`() {
    #expect(lines(Findings.summary([Findings.finding("a", .pass)], .pass)) == [])
  }

  @Test func `an outcome that no case shows is an error by itself`() {
    #expect(
      lines(Findings.summary([Findings.finding("a", .pass)], .error))
        == ["::error title=syncbench gate%3A ERROR::a note"])
  }

  @Test func `as many errors as are shown, the last of which tells of the rest`() {
    func errors(_ count: Int) -> [String] {
      lines(
        Findings.summary(
          (0..<count).map { Findings.finding("c\($0)", .fail, fails: true) }, .fail))
    }
    #expect(errors(10).count == 10)
    #expect(!errors(10)[9].contains("more"))
    let many = errors(25)
    #expect(many.count == 10)
    #expect(
      many[9]
        == "::error title=syncbench gate%3A 16 more::16 more cases fail the build; all of them are in the job's "
        + "summary")
  }

  @Test func `text of others ends no command and begins none`() {
    let found = lines(Findings.hostile)
    #expect(found.count == 1)
    #expect(found[0].contains("title=syncbench gate%3A FAIL <a href"))
    #expect(found[0].contains("??%3A%3Aerror%3A%3A100%25%2C a%3A b::<a"))
    #expect(GateAnnotations.escaped(message: "1 %\r\n2") == "1 %25%0D%0A2")
  }
}

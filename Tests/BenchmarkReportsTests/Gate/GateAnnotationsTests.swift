import BenchmarkAnalysis
import TestSupport
import Testing

@testable import BenchmarkReports

@Suite struct GateAnnotationsTests {
  private func lines(_ summary: GateSummary) -> [String] {
    summary.annotations.split(separator: "\n").map(String.init)
  }

  @Test func `a finding that fails the build is an error, and an improvement is a notice`() {
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

  @Test func `an inconclusive outcome is a single warning`() {
    let findings = [
      Findings.finding("a", .inconclusive), Findings.finding("b", .inconclusive),
      Findings.finding("c", .fail),
    ]
    #expect(
      lines(Findings.summary(findings, .inconclusive)) == [
        "::warning title=syncbench gate%3A INCONCLUSIVE::a sentence%0Aa note"
      ])
  }

  @Test func `a gate that passed has no annotations`() {
    #expect(lines(Findings.summary([Findings.finding("a", .pass)], .pass)) == [])
  }

  @Test func `an outcome ERROR that no finding explains is a single error`() {
    #expect(
      lines(Findings.summary([Findings.finding("a", .pass)], .error))
        == ["::error title=syncbench gate%3A ERROR::a sentence%0Aa note"])
  }

  @Test func `at most ten errors are written, and the last one has the number of further errors`() {
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

  @Test func `text from a tool or a worker can neither end an annotation nor begin another`() {
    let found = lines(Findings.hostile)
    #expect(found.count == 1)
    #expect(found[0].contains("title=syncbench gate%3A FAIL <a href"))
    #expect(found[0].contains("??%3A%3Aerror%3A%3A100%25%2C a%3A b::<a"))
    #expect(GateSummary.escaped(message: "1 %\r\n2") == "1 %25%0D%0A2")
  }
}

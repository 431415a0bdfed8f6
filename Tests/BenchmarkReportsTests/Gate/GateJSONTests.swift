import BenchmarkDocument
import BenchmarkModel
import Foundation
import Testing

@testable import BenchmarkAnalysis
@testable import BenchmarkReports

@Suite struct GateJSONTests {
  private func object(_ report: GateReport) throws -> [String: Any] {
    try TableDescription.gate.json(report).object()
  }

  private func cases(_ report: GateReport) throws -> [[String: Any]] {
    try #require(try object(report)["cases"] as? [[String: Any]])
  }

  private static let reports: [GateReport] = [
    GateFixture.everything, GateFixture.replay(GateFixture.early(after: 0)),
    GateFixture.live(GateFixture.same(), GateFixture.early()),
    GateFixture.live(GateFixture.slower(), GateFixture.sham(1.3)),
    GateFixture.live(GateFixture.crashed(), GateFixture.expected("a", ratio: 1)),
    {
      var report = GateFixture.live(GateFixture.slower())
      report.end = .budgetSpent
      report.causes = [
        GateFixture.id("ticket"): GateFixture.cause("instructions", 14, 17, gaps: ["cycles: no"])
      ]
      return report
    }(),
  ]

  @Test(arguments: reports.indices)
  func `a gate's document matches the schema`(index: Int) throws {
    let schema = try JSONSchema(JSONSchema.documented("gate"))
    #expect(schema.problems(try object(Self.reports[index])) == [])
  }

  @Test func `the schema lists every key, and reports wrong and missing values`() throws {
    let schema = try JSONSchema(JSONSchema.documented("gate"))
    var document = try object(GateFixture.everything)
    #expect(Set(document.keys) == Set(schema.required))
    document["outcome"] = "fine"
    document["seed"] = nil
    var cases = try #require(document["cases"] as? [[String: Any]])
    cases[0]["pairs"] = "many"
    cases[1]["ratio"] = -1.0
    cases[2]["verdict"] = nil
    document["cases"] = cases
    #expect(
      schema.problems(document) == [
        "$.cases[0].pairs: not of the type", "$.cases[1].ratio: below the minimum",
        "$.cases[2]: no verdict", "$.outcome: not among the values", "$: no seed",
      ])
  }

  @Test func `the document has the whole gate`() throws {
    let document = try object(GateFixture.everything)
    #expect(document["schema_version"] as? Int == 2)
    #expect(document["outcome"] as? String == "invalid")
    #expect(document["exit_status"] as? Int == 3)
    #expect(document["looks"] as? [Int] == [16, 28, 48, 80, 140, 240])
    #expect(document["elapsed_seconds"] as? Double == 250)
    #expect(document["added"] as? [String] == ["locks/contended/futex-mutex/threads=2"])
    let executables = try #require(document["executables"] as? [String: [String: Any]])
    #expect(executables["baseline"]?["name"] as? String == "bench-old")
    #expect(executables["candidate"]?["fingerprint"] as? String == "f2")
    #expect(executables["candidate"]?["commit"] as? String == "5d6e7f8a9b0c-dirty")
    #expect((document["shams"] as? [[String: Any]])?.map { $0["verdict"] as? String } == ["pass"])
  }

  @Test func `each case has its verdict, its expectation and its cause`() throws {
    let cases = try cases(GateFixture.everything)
    #expect(
      cases.map { $0["verdict"] as? String } == [
        "pass", "fail", "improved", "inconclusive", "invalid", "error", "fail", "pass", "fail",
      ])
    #expect(
      cases.map { $0["expectation"] as? String }
        == ["none", "none", "none", "none", "none", "none", "met", "gone", "met"])
    #expect(cases[6]["expected_regression"] as? String == "checks its owner")
    #expect(cases[4]["reason"] as? String == "pair 2: killed by SIGSEGV")
    #expect(cases[0]["reason"] is NSNull)
    let cause = try #require((cases[1]["causes"] as? [[String: Any]])?.first)
    #expect(cause["quantity"] as? String == "allocations")
    #expect(cause["candidate"] as? Double == 4)
    #expect(abs(try #require(cases[1]["ratio"] as? Double) - 1.2) < 0.02)
  }

  @Test func `a missing value is null and never a number`() throws {
    let document = try object(GateFixture.replay(GateFixture.early(after: 0)))
    for key in ["end", "machine", "elapsed_seconds"] { #expect(document[key] is NSNull, "\(key)") }
    let executables = try #require(document["executables"] as? [String: Any])
    #expect(executables["baseline"] is NSNull && executables["candidate"] is NSNull)
    let only = try #require((document["cases"] as? [[String: Any]])?.first)
    for key in ["ratio", "ratio_low", "ratio_high", "look", "expected_regression"] {
      #expect(only[key] is NSNull, "\(key)")
    }
    #expect(only["pairs"] as? Int == 0)
  }

  @Test func `a figure that is not a finite number is null`() throws {
    let far = GateFixture.Scene(
      name: "far", rows: Array(repeating: .measured(a: 1e-300, b: 1e300), count: 80))
    let only = try #require(try cases(GateFixture.live(far)).first)
    #expect(only["verdict"] as? String == "fail")
    #expect(only["ratio"] is NSNull)
  }
}

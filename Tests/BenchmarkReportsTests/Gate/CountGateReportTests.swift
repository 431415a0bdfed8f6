import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkReports
import Foundation
import TestSupport
import Testing

@Suite struct CountGateReportTests {
  private static func id(_ primitive: String) -> CaseID {
    MadeRun.id("uncontended/\(primitive)/inside=0")
  }

  private let toolchain = CountToolchain(swift: "6.3.1", architecture: "x86_64", libc: "glibc 2.36")

  private var baseline: CountBaseline {
    CountBaseline(
      tool: "0.1.0", toolchain: toolchain, instructionsBy: .callgrind, valgrind: "3.19.0",
      cases: [
        Self.id("clh"): OperationCounts(instructions: 15, allocations: 0),
        Self.id("mcs"): OperationCounts(instructions: 20, allocations: 1),
        Self.id("mutex"): OperationCounts(instructions: 14, allocations: 0),
        Self.id("ticket"): OperationCounts(instructions: 11, allocatedBytes: 16),
        Self.id("gone"): OperationCounts(instructions: 11),
      ])
  }

  private var gate: CountGate {
    let none = CountReading.unavailable(reason: "no library")
    let cases = [
      Self.id("clh"): CountedCase(instructions: .counted(15), allocations: none),
      Self.id("mcs"): CountedCase(instructions: .counted(22), allocations: none),
      Self.id("mutex"): CountedCase(instructions: .counted(7), allocations: none),
      Self.id("ticket"): CountedCase(
        instructions: none, allocations: none, failure: "lost 3 of 10\u{1B}"),
    ]
    return CountGate(
      baseline: baseline, file: "main/swift-6.3.1-x86_64.json",
      now: ExecutableCounts(
        executable: "new", toolchain: toolchain, instructionsBy: .callgrind, valgrind: "3.19.0",
        cases: cases, countable: Array(cases.keys) + [Self.id("fresh")]))
  }

  @Test
  func `the table has the worst verdicts first, and the counts and cases left out follow it`() {
    let text = gate.document.plain
    #expect(
      text == """
        counts of 'new' against main/swift-6.3.1-x86_64.json, limit 1 %

          verdict  case                              an operation baseline now  change
          INVALID  locks/uncontended/ticket/inside=0                                    lost 3 of 10?
          FAIL     locks/uncontended/mcs/inside=0    instructions       20  22 +10.0 %
          IMPROVED locks/uncontended/mutex/inside=0  instructions       14   7 -50.0 %
          PASS     locks/uncontended/clh/inside=0    instructions       15  15     0 %

        allocations of 3 cases not compared: no library (locks/uncontended/clh/inside=0, locks/uncontended/mcs/inside=0,
        locks/uncontended/mutex/inside=0)

        added, not gated: locks/uncontended/fresh/inside=0

        removed, not gated: locks/uncontended/gone/inside=0

        note: some counts fell: record the baseline anew, or a later rise to the old counts goes unseen

        INVALID: 7 counts of 4 cases: 1 PASS, 1 FAIL, 1 IMPROVED, 3 not compared, 1 INVALID

        """)
  }

  @Test func `the JSON has every line, and null for each missing value`() throws {
    let document = try TableDescription.countGate.json(gate).object()
    #expect(
      document.keys.sorted() == [
        "added", "baseline", "kind", "least_difference", "limit", "lines", "notes", "now",
        "outcome", "removed", "schema_version",
      ])
    #expect(document["schema_version"] as? Int == 1)
    #expect(document["outcome"] as? String == "invalid")
    let lines = try #require(document["lines"] as? [[String: Any]])
    #expect(
      lines.map { $0["verdict"] as? String } == [
        "pass", "not-available", "fail", "not-available", "improved", "not-available", "invalid",
      ])
    for line in lines {
      #expect(
        line.keys.sorted() == [
          "baseline", "case", "change", "now", "quantity", "reason", "suite", "verdict",
        ])
    }
    #expect(lines[2]["now"] as? Double == 22)
    #expect(lines[1]["now"] is NSNull)
    #expect(lines[6]["quantity"] is NSNull)
  }

  @Test
  func `the summary for CI has a finding for each line, and only FAIL and INVALID fail the build`()
  {
    let summary = GateSummary(countGate: gate)
    #expect(summary.outcome == .invalid)
    #expect(summary.title.contains("main/swift-6.3.1-x86_64.json"))
    #expect(
      summary.findings.map(\.verdict) == [
        .pass, .inconclusive, .fail, .inconclusive, .improved, .inconclusive, .invalid,
      ])
    #expect(
      summary.findings.filter(\.failsBuild).map(\.name) == [
        "locks/uncontended/mcs/inside=0 instructions", "locks/uncontended/ticket/inside=0",
      ])
    #expect(summary.findings[2].figures == "22 instructions per operation, baseline 20 (+10.0 %)")
    #expect(summary.findings[1].details == ["no library"])
    #expect(summary.findings.allSatisfy { $0.suite == "locks" })
    #expect(summary.notes.count == 3)
  }
}

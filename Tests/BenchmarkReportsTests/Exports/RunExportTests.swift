import BenchmarkDocument
import BenchmarkModel
import Foundation
import TestSupport
import Testing

@testable import BenchmarkAnalysis
@testable import BenchmarkReports

@Suite struct RunExportTests {
  @Test(arguments: ExportFormat.allCases)
  func `valid cases are exported, and cases that are left out are listed`(format: ExportFormat)
    throws
  {
    let exported = try ExportFixture.render(format)
    #expect(exported.cases == 3)
    #expect(
      exported.leftOut == [
        "locks/contended: negative controls: they have no result",
        "locks/contended/broken/threads=2: failed: 8 of 8 launches: killed by SIGSEGV",
        "locks/contended: not measured: the run was stopped before it",
      ])
    for name in ["no-lock", "no_lock", "broken", "clh"] { #expect(!exported.text.contains(name)) }
    #expect(exported.text.hasSuffix("\n"))
  }

  @Test(arguments: ExportFormat.allCases)
  func `no format contains a NaN, an infinity or a null`(format: ExportFormat) throws {
    for run in [ReportFixture.run, ExportFixture.counted.run, ExportFixture.described] {
      let text = try ExportFixture.render(format, of: run).text
      let words = text.lowercased().split { !$0.isLetter }
      #expect(words.allSatisfy { !["nan", "inf", "infinity", "null"].contains($0) })
    }
  }

  @Test(arguments: ExportFormat.allCases)
  func `an infinite value is left out`(format: ExportFormat) throws {
    var made = ExportFixture.counted
    made.change(case: 0) { $0 = $0.seeing(["late_percent": .infinity]) }
    let text = try ExportFixture.render(format, of: made.run).text
    for name in ["late_percent", "late-percent", "late_ratio"] { #expect(!text.contains(name)) }
  }

  @Test(arguments: [
    (ExportFormat.googleBenchmark, #""benchmarks""#), (.bmf, "}\n"), (.benchfmt, "goos: linux\n"),
    (.openmetrics, "# EOF\n"),
  ])
  func `a run without a valid case is exported as a complete file without cases`(
    format: ExportFormat, rest: String
  ) throws {
    for run in [ExportFixture.empty, ExportFixture.broken] {
      let exported = try ExportFixture.render(format, of: run)
      #expect(exported.cases == 0)
      #expect(exported.text.contains(rest))
      #expect(!exported.leftOut.isEmpty)
      if exported.text.hasPrefix("{") || exported.text.hasPrefix("[") {
        let object = try #require(ExportFixture.object(exported.text) as? [String: Any])
        let cases = object["benchmarks"] as? [Any]
        #expect(cases?.isEmpty ?? object.isEmpty)
      }
    }
  }

  @Test func `a reason with line feeds stays on one line`() throws {
    var run = ExportFixture.broken
    for key in run.records.keys where key.caseIndex == 3 {
      run.records[key]?.failure?.reason = "one\ntwo\u{1B}[2J, \"three\""
    }
    let lines = try ExportFixture.render(.bmf, of: run).leftOut
    #expect(lines.contains { $0.hasSuffix("8 of 8 launches: one?two?[2J, \"three\"") })
    #expect(lines.allSatisfy { !$0.contains("\n") })
  }

  @Test(arguments: ExportFormat.allCases)
  func `a case without a quiet launch is left out, and the disturbance is listed`(
    format: ExportFormat
  ) throws {
    let exported = try ExportFixture.render(format, of: ExportFixture.disturbed)
    #expect(
      exported.leftOut.contains(
        "locks/contended/mutex/threads=2: disturbed: none of its 8 launches was quiet: "
          + "time was stolen in 8"))
    #expect(!exported.text.contains("mutex"))
    #expect(exported.text.contains("ticket"))
  }

  @Test func `left-out cases of one workload with the same reason share a line`() throws {
    let lines = try ExportFixture.render(.bmf, of: ExportFixture.empty).leftOut
    #expect(
      lines == [
        "locks/contended (4 cases): not measured: the run was stopped before it",
        "locks/contended: negative controls: they have no result",
        "locks/uncontended: not measured: the run was stopped before it",
      ])
  }

  @Test func `a suite and a column can be chosen`() throws {
    #expect(try ExportFixture.render(.bmf, selection: TableSelection(suites: ["sync"])).cases == 0)
    let chosen = try ExportFixture.render(.bmf, of: ExportFixture.counted.run, metric: "ops_per_s")
    let cases = try #require(
      ExportFixture.object(chosen.text) as? [String: [String: [String: Double]]])
    #expect(!cases.isEmpty && cases.values.allSatisfy { Array($0.keys) == ["ops-per-s"] })
  }

  @Test func `a format that cannot express a metric lists the left-out cases with the reason`()
    throws
  {
    let exported = try ExportFixture.render(
      .googleBenchmark, of: ExportFixture.counted.run, metric: "ops_per_s")
    #expect(exported.cases == 0)
    #expect(
      exported.leftOut.contains(
        "locks/contended (2 cases): google-benchmark has times only; --metric names one"))
  }

  @Test func `a case without the chosen column is left out, with the reason`() throws {
    let exported = try ExportFixture.render(.bmf, of: ExportFixture.counted.run, metric: "total_ms")
    #expect(exported.cases == 1)
    #expect(exported.leftOut.contains("locks/contended (2 cases): no value of total_ms"))
  }
}

@Suite struct MetricUnitTests {
  @Test(arguments: [
    ("ns_per_op", "ns/op"), ("cpu_ns_per_op", "ns/op"), ("wait_p99_ns", "ns"), ("total_ms", "ms"),
    ("ops_per_s", "ops/s"), ("switches_per_op", "switches/op"), ("fairness", ""),
    ("late_rounds_percent", "%"), ("allocated_bytes_per_op", "bytes/op"), ("per_op", ""),
    ("ns_per", ""), ("", ""),
  ])
  func `a column's unit is read from its name`(column: String, unit: String) {
    #expect(MetricUnit(column: column).text == unit)
  }
}

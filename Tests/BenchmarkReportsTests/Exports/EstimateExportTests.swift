import BenchmarkModel
import BenchmarkReports
import Foundation
import TestSupport
import Testing

@testable import BenchmarkAnalysis

@Suite struct BMFExportTests {
  @Test func `a case is exported as its measures, with bounds if it has an interval`() throws {
    let cases = try #require(
      ExportFixture.object(try ExportFixture.render(.bmf).text)
        as? [String: [String: [String: Double]]])
    #expect(
      cases == [
        "locks/contended/ticket/threads=2": [
          "latency": ["value": 21, "lower_value": 20, "upper_value": 22]
        ],
        "locks/contended/mutex/threads=2": [
          "latency": ["value": 51, "lower_value": 50, "upper_value": 52]
        ],
        "locks/uncontended/ticket": ["latency": ["value": 7]],
      ])
  }

  @Test
  func `a primary metric that is a time becomes latency in ns; other columns have slugs as names`()
    throws
  {
    let text = try ExportFixture.render(.bmf, of: ExportFixture.counted.run).text
    let cases = try #require(ExportFixture.object(text) as? [String: [String: [String: Double]]])
    // The primary metric of this case is total_ms, 0.007 ms or 7000 ns.
    #expect(cases["locks/uncontended/ticket"]?["latency"]?["value"] == 7000)
    #expect(cases["locks/uncontended/ticket"]?["ns-per-op"]?["value"] == 7)
    let ticket = try #require(cases["locks/contended/ticket/threads=2"])
    #expect(ticket["allocated-bytes-per-op"]?["value"] == 16.5)
    for (name, measure) in cases.values.joined() {
      #expect(name.count <= 64 && name.allSatisfy { $0.isLowercase || $0.isNumber || $0 == "-" })
      #expect(measure["value"] != nil)
      #expect(Set(measure.keys).isSubset(of: ["value", "lower_value", "upper_value"]))
      if let low = measure["lower_value"], let high = measure["upper_value"] {
        #expect(low <= high)
      }
    }
  }
}

@Suite struct OpenMetricsExportTests {
  private func text(_ run: Run = ReportFixture.run) throws -> String {
    try ExportFixture.render(.openmetrics, of: run).text
  }

  @Test func `estimates are gauges in seconds, and numbers of operations are counters`()
    throws
  {
    let labels =
      #"{case="locks/uncontended/ticket",suite="locks",workload="uncontended",primitive="ticket"}"#
    let text = try text()
    for part in [
      "# TYPE syncbench_time_per_op_seconds gauge\n# UNIT syncbench_time_per_op_seconds seconds\n",
      "\nsyncbench_time_per_op_seconds\(labels) 7e-09\n",
      "# TYPE syncbench_operations counter\n", "\nsyncbench_operations_total\(labels) 1000\n",
      #"workload="contended",primitive="ticket",threads="2"} 2.1e-08"#,
      "\nsyncbench_time_per_op_low_seconds{", "\nsyncbench_cases{status=\"valid\"} 3\n",
      "\nsyncbench_cases{status=\"failed\"} 1\n", "\nsyncbench_cases{status=\"control\"} 1\n",
    ] { #expect(text.contains(part), "\(part)") }
    #expect(!text.contains("syncbench_time_per_op_low_seconds\(labels)"))
    #expect(text.hasSuffix("\n# EOF\n"))
  }

  @Test func `a help text has no control characters`() throws {
    var made = ReportFixture.made
    made.columns = [
      MetricColumn("a\u{1B}[2J\u{9B}\nns_per_op", .lowerIsBetter, .elapsedPerOperation)
    ]
    let text = try text(made.run)
    #expect(text.contains("# HELP"))
    #expect(!text.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{9B}" })
  }

  @Test
  func `a metric family's lines are adjacent, its names fit type and unit, no sample comes twice`()
    throws
  {
    for run in [ReportFixture.run, ExportFixture.counted.run, ExportFixture.described] {
      var families: Set<String> = []
      var samples: Set<Substring> = []
      var family = ""
      var type = ""
      for line in try text(run).split(separator: "\n") where line != "# EOF" {
        let words = line.split(separator: " ", maxSplits: 3).map(String.init)
        if words[0] == "#" {
          if words[1] == "TYPE" {
            family = words[2]
            type = words[3]
            #expect(families.insert(family).inserted, "\(family) comes twice")
            #expect(!family.hasSuffix("_total") && !family.hasSuffix("_info"))
          }
          #expect(words[2] == family)
          if words[1] == "UNIT" { #expect(family.hasSuffix("_" + words[3])) }
        } else {
          let name = line.prefix { $0 != "{" && $0 != " " }
          #expect(name == family + (["counter": "_total", "info": "_info"][type] ?? ""))
          #expect(name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
          let end = try #require(line.lastIndex(of: " "))
          #expect(samples.insert(line[..<end]).inserted, "\(line)")
          #expect(Double(line[end...].dropFirst())?.isFinite == true)
        }
      }
    }
  }

  @Test func `the texts of labels are escaped, and the run's start is in seconds`() throws {
    let text = try text(ExportFixture.described)
    #expect(text.contains(#"host="my \"host\"\\\n→ Zürich","#))
    #expect(text.contains("\nsyncbench_run_start_time_seconds 1795260923.800\n"))
  }

  @Test func `the exported units are base units`() throws {
    let text = try text(ExportFixture.counted.run)
    for name in [
      "# UNIT syncbench_total_seconds seconds", "# UNIT syncbench_cpu_per_op_seconds seconds",
      "# UNIT syncbench_allocated_per_op_bytes bytes", "# TYPE syncbench_ops_per_second gauge",
      "# TYPE syncbench_switches_per_op gauge",
    ] { #expect(text.contains(name + "\n") || text.contains(name), "\(name)") }
    #expect(text.contains(#"primitive="ticket"} 7e-06"#))
  }
}

import BenchmarkModel
import BenchmarkReports
import Foundation
import Testing

@testable import BenchmarkAnalysis

@Suite struct JMHExportTests {
  private func results(_ run: Run, metric: String? = nil) throws -> [[String: Any]] {
    let text = ExportFixture.render(.jmh, of: run, metric: metric).text
    return try #require(ExportFixture.object(text) as? [[String: Any]])
  }

  /// A number, or the string that stands for none.
  private func isNumberOrNaN(_ value: Any?) -> Bool {
    (value as? Double)?.isFinite == true || value as? String == "NaN"
  }

  private func expectMetric(_ metric: [String: Any], forks: Int) throws {
    #expect(metric["score"] is Double)
    #expect(isNumberOrNaN(metric["scoreError"]))
    let confidence = try #require(metric["scoreConfidence"] as? [Any])
    #expect(confidence.count == 2 && confidence.allSatisfy(isNumberOrNaN))
    let percentiles = try #require(metric["scorePercentiles"] as? [String: Any])
    #expect(
      Set(percentiles.keys) == [
        "0.0", "50.0", "90.0", "95.0", "99.0", "99.9", "99.99", "99.999", "99.9999", "100.0",
      ])
    #expect(percentiles.values.allSatisfy(isNumberOrNaN))
    #expect(try #require(metric["rawData"] as? [[Double]]).count == forks)
    #expect(metric["scoreUnit"] is String)
  }

  @Test func `every result has what JMH's readers need, of the type they take`() throws {
    let results = try results(ExportFixture.counted)
    #expect(results.count == 3)
    for result in results {
      for key in ["benchmark", "mode", "warmupTime", "measurementTime", "jdkVersion", "vmName"] {
        #expect(result[key] is String, "\(key)")
      }
      for key in [
        "threads", "forks", "warmupIterations", "warmupBatchSize", "measurementIterations",
        "measurementBatchSize",
      ] { #expect(result[key] is Int, "\(key)") }
      if let parameters = result["params"] { #expect(parameters is [String: String]) }
      let forks = try #require(result["forks"] as? Int)
      try expectMetric(try #require(result["primaryMetric"] as? [String: Any]), forks: forks)
      let others = try #require(result["secondaryMetrics"] as? [String: [String: Any]])
      for (name, metric) in others {
        try expectMetric(metric, forks: name == "allocated_bytes_per_op" ? 2 : forks)
      }
    }
  }

  @Test func `a process is a fork and a trial is an iteration`() throws {
    let ticket = try results(ReportFixture.run)[0]
    #expect(ticket["benchmark"] as? String == "locks.contended.ticket")
    #expect(ticket["params"] as? [String: String] == ["threads": "2"])
    #expect(ticket["mode"] as? String == "avgt")
    let metric = try #require(ticket["primaryMetric"] as? [String: Any])
    #expect(metric["rawData"] as? [[Double]] == [[20], [21], [22], [20], [21], [22], [20], [21]])
    #expect(metric["score"] as? Double == 21)
    #expect(metric["scoreConfidence"] as? [Double] == [20, 22])
    #expect(metric["scoreError"] as? Double == 1)
    #expect(metric["scoreUnit"] as? String == "ns/op")
  }

  @Test func `without an interval its ends are the string NaN`() throws {
    let alone = try #require(
      try results(ReportFixture.run).last?["primaryMetric"] as? [String: Any])
    #expect(alone["scoreError"] as? String == "NaN")
    #expect(alone["scoreConfidence"] as? [String] == ["NaN", "NaN"])
  }

  @Test func `a rate is a throughput, and a count is refused`() throws {
    let rates = try results(ExportFixture.counted, metric: "ops_per_s")
    #expect(rates.map { $0["mode"] as? String } == ["thrpt", "thrpt", "thrpt"])
    #expect(try results(ExportFixture.counted, metric: "switches_per_op").isEmpty)
  }
}

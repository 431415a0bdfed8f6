import BenchmarkModel
import BenchmarkReports
import Foundation
import TestSupport
import Testing

@testable import BenchmarkAnalysis

@Suite struct GoogleBenchmarkExportTests {
  private func document(_ run: Run, metric: String? = nil) throws -> (
    context: [String: Any], benchmarks: [[String: Any]]
  ) {
    let text = try ExportFixture.render(.googleBenchmark, of: run, metric: metric).text
    let object = try #require(ExportFixture.object(text) as? [String: Any])
    return (
      try #require(object["context"] as? [String: Any]),
      try #require(object["benchmarks"] as? [[String: Any]])
    )
  }

  @Test func `each launch is exported as one object`() throws {
    let benchmarks = try document(ReportFixture.run).benchmarks
    let mutex = try #require(
      benchmarks.first { ($0["name"] as? String)?.contains("mutex") == true })
    let expected: [String: Any] = [
      "name": "locks/contended/mutex/threads=2", "family_index": 1,
      "per_family_instance_index": 0, "run_name": "locks/contended/mutex/threads=2",
      "run_type": "iteration", "repetitions": 8, "repetition_index": 0, "threads": 2,
      "iterations": 1000, "real_time": 50, "cpu_time": 0, "time_unit": "ns",
    ]
    #expect(NSDictionary(dictionary: mutex) == NSDictionary(dictionary: expected))
    #expect(benchmarks.count == 17)
  }

  @Test func `a column does not replace a field of the format that has the same name`() throws {
    var made = ExportFixture.counted
    made.columns.append(MetricColumn("threads", .lowerIsBetter, .elapsedPerOperation))
    let benchmark = try #require(try document(made.run).benchmarks.first)
    #expect(benchmark["threads"] as? Int == 2)
  }

  @Test func `every object has the fields that compare.py reads, with the types that it expects`()
    throws
  {
    let benchmarks = try document(ExportFixture.counted.run).benchmarks
    #expect(benchmarks.count == 17)
    for benchmark in benchmarks {
      #expect(benchmark["name"] as? String == benchmark["run_name"] as? String)
      #expect(benchmark["run_type"] as? String == "iteration")
      let index = try #require(benchmark["repetition_index"] as? Int)
      let count = try #require(benchmark["repetitions"] as? Int)
      #expect((0..<count).contains(index))
      for key in ["family_index", "per_family_instance_index", "threads", "iterations"] {
        #expect(benchmark[key] is Int, "\(key)")
      }
      for key in ["real_time", "cpu_time", "ops_per_s", "switches_per_op"] {
        #expect(try #require(benchmark[key] as? Double).isFinite, "\(key)")
      }
      #expect(["ns", "us", "ms", "s"].contains(benchmark["time_unit"] as? String))
    }
  }

  @Test func `a case measured in ms has the time unit ms, and its cost in ns stays in ns`() throws {
    let benchmark = try #require(
      try document(ExportFixture.counted.run).benchmarks.last { $0["time_unit"] as? String == "ms" }
    )
    #expect(benchmark["name"] as? String == "locks/uncontended/ticket")
    #expect(benchmark["real_time"] as? Double == 0.007)
    #expect(benchmark["ns_per_op"] as? Double == 7)
  }

  @Test func `the context describes the machine`() throws {
    let context = try document(ExportFixture.described).context
    #expect(context["date"] as? String == "2026-11-21T11:35:23+00:00")
    #expect(context["host_name"] as? String == "my \"host\"\\\n→ Zürich")
    #expect(context["num_cpus"] as? Int == 2)
    #expect(context["mhz_per_cpu"] as? Int == 3200)
    #expect(context["cpu_scaling_enabled"] as? Bool == true)
    #expect(context["load_avg"] as? [Double] == [0.5, 1.25, 2])
    #expect((context["caches"] as? [[String: Any]])?.first?["type"] as? String == "Data")
    #expect(context["library_build_type"] as? String == "release")
    #expect(context["json_schema_version"] as? Int == 1)
  }

  @Test func `a fact that the machine does not report has no key`() throws {
    let context = try document(ReportFixture.run).context
    for key in ["mhz_per_cpu", "cpu_scaling_enabled", "num_cpus"] { #expect(context[key] == nil) }
    #expect(context["load_avg"] as? [Double] == [])
  }
}

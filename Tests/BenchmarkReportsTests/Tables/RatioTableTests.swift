import BenchmarkModel
import TestSupport
import Testing

@testable import BenchmarkReports

struct RatioTableTests {
  private var table: TableRows {
    TableRows(RatioTable.render(ComparisonFixture.comparison, names: ComparisonFixture.names))
  }

  @Test func `the case that changed is the first row, with its ratio and the runs' names`() throws {
    let first = try #require(table.rows.first)
    #expect(first["primitive"] == "ticket" && first["direction"] == "worse")
    #expect(first["ratio"] == "1.5" && first["worse"] == "1.5")
    #expect(first["situation"] == "contended threads=2")
    #expect(first["run_a"] == "results/before" && first["run_b"] == "results/after")
  }

  @Test func `a value that fell is worse if higher is better`() throws {
    let column = MetricColumn("ops_per_s", .higherIsBetter, .operationsPerSecond)
    var (a, b) = (ReportFixture.made, ComparisonFixture.other)
    (a.columns, b.columns) = ([column], [column])
    let comparison = ComparisonFixture.compared(a.run, b.run)
    let text = RatioTable.render(comparison, names: ComparisonFixture.names)
    let first = try #require(TableRows(text).rows.first)
    #expect(first["ratio"] == "0.666667" && first["worse"] == "1.5")
    let (low, high) = (Double(first["worse_low"] ?? ""), Double(first["worse_high"] ?? ""))
    #expect(try #require(low) <= 1.5 && 1.5 <= (try #require(high)))
    #expect(first["direction"] == "worse")
  }

  @Test func `a case that was not compared has its reason and no ratio`() throws {
    let broken = try #require(table.rows.first { $0["primitive"] == "broken" })
    #expect(broken["status"] == "invalid" && broken["ratio"] == "")
    #expect(broken["reason"]?.contains("killed by SIGSEGV") == true)
  }
}

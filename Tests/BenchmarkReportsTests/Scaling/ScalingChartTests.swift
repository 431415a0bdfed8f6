import BenchmarkModel
import BenchmarkReports
import TestSupport
import Testing

/// What the charts of scaling make of tables of several kinds.
@Suite(.enabled(if: Gnuplot.isInstalled, Comment(rawValue: Gnuplot.whySkipped)))
struct ScalingChartTests {
  private func strings(_ chart: String, _ table: String) throws -> [String] {
    let outcome = try DrawingTable(chart).draw(table)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    return try DrawnSVG(outcome.output).strings
  }

  // MARK: Readers and writers

  @Test func `shares in percent and in thousandths are drawn in percent`() throws {
    let now = ChartTables.table("barrier", ["mutex"])
    let before = now.split(separator: "\n").filter { !$0.contains(",999,") }.joined(separator: "\n")
      .replacing("read_permille", with: "read_percent")
    for (table, last) in [(now, "99.9"), (now, "100"), (before, "1000")] {
      let strings = try strings("barrier", table)
      #expect(strings.contains(last), "\(last)")
      #expect(strings.contains("2 threads"))
    }
  }

  @Test func `a table without shares of reads is refused`() throws {
    let table = ChartTables.table("barrier", ["mutex"]).replacing("read_permille", with: "other")
    let outcome = try DrawingTable("barrier").draw(table)
    #expect(outcome.status != 0)
    #expect(outcome.complaint.contains("has no column read_permille"))
  }

  // MARK: Quality of service

  @Test func `loads come in order, and what lower classes do to a higher one last`() throws {
    let header = "case,workload,primitive,load_percent,status,reason,nice,latency_p50_ns\n"
    let table =
      header + "c,wake-up,default,,valid,,,9000\n" + "c,latency,default,100,valid,,,5000\n"
      + "c,latency,default,0,valid,,,3000\n" + "c,latency,default,50,valid,,,4000\n"
    let titles = try strings("qos", table).filter { $0.hasPrefix("Latency w") }
    #expect(
      titles == [
        "Latency without load of ours", "Latency with 50 % of the CPUs busy",
        "Latency with 100 % of the CPUs busy", "Latency while lower classes keep every CPU busy",
      ])
  }

  @Test func `a share says how far it is from what was predicted`() throws {
    let strings = try strings("qos", ChartTables.table("qos", ["default"]))
    #expect(strings.contains("40.0 %, predicted 47.0 %: -15 %"))
  }
}

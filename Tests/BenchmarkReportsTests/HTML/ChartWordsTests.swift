import BenchmarkReports
import Testing

/// The text below a chart is about the figures that the chart draws.
@Suite struct ChartWordsTests {
  private let words = ChartWords([
    ReportedRun(name: "one", summary: HTMLFixture.run(["ticket", "mutex"]))
  ])

  @Test func `the text of a chart of the ranked figures names the best primitive`() throws {
    let chart = try #require(Chart.named("locks-threads"))
    #expect(words.text(of: chart).contains("threads=1 the best of 2 is ticket, 11.0 ns"))
  }

  @Test func `the text of a chart of other figures does not mention the ranking`() throws {
    let chart = try #require(Chart.named("locks-fairness"))
    #expect(
      words.text(of: chart)
        == "The fairness of a lock against its throughput. The tables below have all figures.")
  }

  @Test func `a primitive that the chart leaves out is not counted in the text`() throws {
    let names = ["serial-queue-async-drain", "b", "c"]
    let run = HTMLFixture.run(names, suite: "sync", workload: "shared")
    let chart = try #require(Chart.named("sync"))
    #expect(
      ChartWords([ReportedRun(name: "one", summary: run)]).text(of: chart).contains(
        "the best of 2 is b, "))
  }
}

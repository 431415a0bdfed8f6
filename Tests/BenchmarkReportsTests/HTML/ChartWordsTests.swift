import BenchmarkReports
import Testing

/// The words below a chart are about the figures that it draws.
@Suite struct ChartWordsTests {
  private let words = ChartWords([
    ReportedRun(name: "one", summary: HTMLFixture.run(["ticket", "mutex"]))
  ])

  @Test func `a chart of what cases are ranked by names the best and the last`() throws {
    let chart = try #require(Chart.named("locks-threads"))
    #expect(words.text(of: chart).contains("threads=1 the best of 2 is ticket, 11.0 ns"))
  }

  @Test func `a chart of other figures says nothing of that ranking`() throws {
    let chart = try #require(Chart.named("locks-fairness"))
    #expect(
      words.text(of: chart)
        == "The fairness of a lock against its throughput. The tables below have all figures.")
  }

  @Test func `what the template leaves out is neither the best nor the last`() throws {
    let names = ["serial-queue-async-drain", "b", "c"]
    let run = HTMLFixture.run(names, suite: "sync", workload: "shared")
    let chart = try #require(Chart.named("sync"))
    #expect(
      ChartWords([ReportedRun(name: "one", summary: run)]).text(of: chart).contains(
        "the best of 2 is b, "))
  }
}

import BenchmarkStatistics
import TestSupport
import Testing

@testable import BenchmarkAnalysis
@testable import BenchmarkModel

@Suite struct PublishedComparisonTests {
  private static let column = MetricColumn.cost

  private func figure(
    _ primitive: String?, metric: String = "ns_per_op", threads: Int = 2, value: Double = 10
  ) -> PublishedFigure {
    PublishedFigure(
      "theirs", workload: "contended", primitive: primitive,
      parameters: [Parameter("threads", threads)], metric: metric, value: value)
  }

  private func comparisons(
    _ figures: [PublishedFigure], suite: String = "locks", width: Int = 1,
    placement: Placement = .unpinned
  ) -> [PublishedComparison] {
    var run = MadeRun()
    run.onlineCPUs = 3
    run.add("contended/ticket/2", placement: placement, width: width, [25])
    run.add("contended/mutex/2", [costs(1).broken])
    run.add("contended/clh/2", [failure("killed")])
    run.preset = PresetDescription(
      name: "p", summary: "s", suite: suite, source: "", address: "", difference: "",
      figures: figures)
    return run.summary.publishedComparisons
  }

  @Test func `a published figure is compared with the figure of the case it names`() {
    let found = comparisons([figure("ticket")])
    #expect(found.map(\.here) == [.measured(Estimate(value: 25))])
    #expect(found.map(\.ratio) == [2.5])
    #expect(found.map(\.column) == [Self.column])
  }

  @Test func `a published figure without a measured figure has the reason`() {
    let found = comparisons([
      figure(nil), figure("ticket", threads: 4), figure("mcs"), figure("mutex"), figure("clh"),
      figure("ticket", metric: "fairness"),
    ])
    #expect(
      found.map(\.here) == [
        .notOurs, .notPlanned, .notPlanned, .absent(reason: "invalid"), .absent(reason: "failed"),
        .absent(reason: "no value"),
      ])
    #expect(found.allSatisfy { $0.ratio == nil })
    #expect(found.last?.column == nil)
  }

  @Test(arguments: [
    (2, Placement.pinned(cpus: [0, 1]), nil), (2, .pinned(cpus: [1]), 1),
    (8, .pinned(cpus: [0, 1, 0, 1]), 2), (3, .process(cpus: [0, 1]), 2),
    (1, .pinned(cpus: [0]), nil),
    (4, .unpinned, 3), (3, .unpinned, nil),
  ])
  func `the number of CPUs here is reported if it is less than the width`(
    width: Int, placement: Placement, cpus: Int?
  ) {
    let found = comparisons([figure("ticket")], width: width, placement: placement)
    #expect(found.map(\.sharedCPUs) == [cpus])
  }

  @Test func `a published figure of zero has no ratio`() {
    #expect(comparisons([figure("ticket", value: 0)]).map(\.ratio) == [nil])
  }

  @Test func `a preset of a suite that the run lacks is compared with nothing`() {
    #expect(comparisons([figure("ticket")], suite: "loops").map(\.here) == [.notPlanned])
  }

  @Test func `a run without a preset is compared with nothing`() {
    #expect(MadeRun().summary.publishedComparisons == [])
  }
}

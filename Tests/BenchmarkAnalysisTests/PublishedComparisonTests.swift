import BenchmarkStatistics
import Testing

@testable import BenchmarkAnalysis
@testable import BenchmarkModel

@Suite struct PublishedComparisonTests {
  private static let column = MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation)

  private func id(_ primitive: String) -> CaseID {
    CaseID(
      suite: "locks", workload: "contended", primitive: primitive,
      parameters: [Parameter("threads", 2)])
  }

  private func summary(
    _ primitive: String, _ status: CaseStatus, _ cost: Double? = nil, width: Int = 1,
    placement: Placement = .unpinned
  ) -> CaseSummary {
    CaseSummary(
      planned: PlannedCase(
        id: id(primitive), pace: .window, summaryLevel: 0, expectation: .valid,
        placement: placement, sampling: Sampling(warmups: 0, trials: 1, trialNanoseconds: 1),
        width: width),
      status: status, reason: "", invocations: 1,
      metrics: cost.map {
        [
          "ns_per_op": MetricSummary(
            estimate: Estimate(value: $0), orderInterval: nil, byBlock: [$0])
        ]
      } ?? [:], notes: [], isCaughtControl: false)
  }

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
    let cases = [
      summary("ticket", .valid, 25, width: width, placement: placement), summary("mutex", .invalid),
      summary("clh", .failed),
    ]
    let table = SuiteTable(suite: "locks", parameters: [], columns: [Self.column])
    let preset = PresetDescription(
      name: "p", summary: "s", suite: suite, source: "", address: "", difference: "",
      figures: figures)
    let document = RunDocument(
      tool: ToolVersion(version: "0", commit: nil, executable: ""), commandLine: [],
      startNanoseconds: 0, budgetNanoseconds: nil, host: "",
      environment: MachineEnvironment(
        topology: CPUTopology(cpus: (0..<3).map { LogicalCPU(id: $0) }),
        software: .init(swiftVersion: "6.3", buildMode: .release)), warnings: [],
      plan: Plan(
        profile: "quick", seed: 1, blocks: 1, cases: cases.map(\.planned), tables: [table],
        preset: preset))
    return RunSummary(document: document, suites: [SuiteSummary(table: table, cases: cases)])
      .publishedComparisons
  }

  @Test func `a published figure stands beside that of the case it names`() {
    let found = comparisons([figure("ticket")])
    #expect(found.map(\.here) == [.measured(Estimate(value: 25))])
    #expect(found.map(\.ratio) == [2.5])
    #expect(found.map(\.column) == [Self.column])
  }

  @Test func `where there is no figure here, it is said why`() {
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
  func `threads that share CPUs here are told of`(width: Int, placement: Placement, cpus: Int?) {
    let found = comparisons([figure("ticket")], width: width, placement: placement)
    #expect(found.map(\.sharedCPUs) == [cpus])
  }

  @Test func `nothing is divided by zero`() {
    #expect(comparisons([figure("ticket", value: 0)]).map(\.ratio) == [nil])
  }

  @Test func `a preset of a suite that the run lacks is compared with nothing`() {
    #expect(comparisons([figure("ticket")], suite: "loops").map(\.here) == [.notPlanned])
  }

  @Test func `a run without a preset compares with nothing`() {
    #expect(HandMadeRun().summary.publishedComparisons == [])
  }
}

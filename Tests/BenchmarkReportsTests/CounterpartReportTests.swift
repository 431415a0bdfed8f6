import BenchmarkAnalysis
import Testing

@testable import BenchmarkModel
@testable import BenchmarkReports

@Suite struct CounterpartReportTests {
  private static func id(_ workload: String, _ primitive: String) -> CaseID {
    CaseID(suite: "sync", workload: workload, primitive: primitive, parameters: [])
  }

  private static let cases: [(id: CaseID, reference: CaseID?, cost: UInt64, allocations: Double?)] =
    [
      (id("alone", "sync"), id("alone", "sync-f"), 75, 2),
      (id("alone", "sync-f"), nil, 15, 0.001),
      (id("free", "sync"), id("alone", "sync"), 3, nil),
    ]

  /// A run of a form, its twin, and the form in another workload.
  private func summary(countsAllocations: Bool, columns: [MetricColumn]) -> RunSummary {
    var records: [Invocation: InvocationRecord] = [:]
    var counted: [CountedInvocation: CountedRecord] = [:]
    for (index, one) in Self.cases.enumerated() {
      records[Invocation(caseIndex: index, block: 0)] = InvocationRecord(trials: [
        TrialRow(
          trial: 0, startNanoseconds: 0, operations: 1000, elapsedNanoseconds: 1000 * one.cost)
      ])
      guard countsAllocations, let allocations = one.allocations else { continue }
      counted[CountedInvocation(caseIndex: index, pass: .allocations, number: 0)] = CountedRecord(
        rows: [
          CounterRow(
            pass: .allocations, event: "allocations", status: .counted, value: allocations * 1000,
            operations: 1000)
        ])
    }
    let planned = Self.cases.map {
      PlannedCase(
        id: $0.id, pace: .window, summaryLevel: 0, expectation: .valid,
        placement: .pinned(cpus: [0]),
        sampling: Sampling(warmups: 0, trials: 1, trialNanoseconds: 1), reference: $0.reference)
    }
    let table = SuiteTable(suite: "sync", parameters: [], columns: columns)
    let run = Run(
      document: RunDocument(
        tool: ToolVersion(version: "0", commit: nil, executable: "x"), commandLine: [],
        startNanoseconds: 0, budgetNanoseconds: nil, host: "host-1",
        environment: MachineEnvironment(software: .init(swiftVersion: "6.3", buildMode: .release)),
        warnings: [],
        plan: Plan(profile: "quick", seed: 1, blocks: 1, cases: planned, tables: [table])),
      records: records, counted: counted)
    return Summarizer(run).summary()
  }

  private static let cost = MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation)

  private static let columns = [
    cost,
    MetricColumn("c_ns_per_op", .neutral, .referenceCost, workloads: ["alone"]),
    MetricColumn("overlay_ns_per_op", .neutral, .costBeyondReference, workloads: ["alone"]),
    MetricColumn("c_ratio", .neutral, .costOverReference, workloads: ["alone"]),
    MetricColumn("bound_ns_per_op", .neutral, .referenceCost, workloads: ["free"]),
    MetricColumn("bound_ratio", .neutral, .costOverReference, workloads: ["free"]),
    MetricColumn("allocations_per_op", .neutral, .counted(event: "allocations")),
  ]

  private func report(_ summary: RunSummary) -> String {
    CounterpartReport(summary).document.plain
  }

  /// The words of each line that has any.
  private func words(_ text: String) -> [[Substring]] {
    text.split(separator: "\n").map { $0.split(separator: " ") }
  }

  @Test func `a case stands beside its counterpart, with what both cost and allocate`() {
    let lines = words(report(summary(countsAllocations: true, columns: Self.columns)))
    #expect(lines.count == 9)
    #expect(lines[0] == ["beside", "their", "counterparts"])
    #expect(lines[3] == ["sync/alone"])
    #expect(lines[4].first == "primitive" && lines[4].last == "allocates")
    #expect(
      lines[5] == [
        "sync", "75.0", "ns", "sync-f", "15.0", "ns", "60.0", "ns", "5.00", "2.00", "<0.01",
      ])
    #expect(lines[6] == ["sync/free"])
    // The same primitive in another workload is told by that; a small ratio stands as its inverse. The suite has
    // no difference of pairs for it, and one of medians is something else.
    #expect(lines[8] == ["sync", "3.00", "ns", "alone", "75.0", "ns", "1/25.0", "2.00"])
  }

  @Test
  func `the report says that its differences are of pairs, and not of the medians beside them`() {
    let text = report(summary(countsAllocations: false, columns: Self.columns))
    #expect(text.contains("pairs differ by"))
    #expect(text.contains("are medians over pairs of launches") && !text.contains("more by"))
  }

  @Test func `without counts there are no columns of them`() {
    let text = report(summary(countsAllocations: false, columns: Self.columns))
    #expect(text.contains("sync-f") && !text.contains("allocates"))
  }

  @Test func `a suite that holds no case against another has no report`() {
    #expect(report(summary(countsAllocations: false, columns: [Self.cost])) == "")
    #expect(report(ReportFixture.summary) == "")
  }
}

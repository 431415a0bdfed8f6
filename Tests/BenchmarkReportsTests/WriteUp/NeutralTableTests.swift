import BenchmarkAnalysis
import BenchmarkReports
import Testing

@testable import BenchmarkModel

/// Workloads whose metrics have no better direction.
@Suite struct NeutralTableTests {
  private var writeUp: WriteUp {
    let columns = [
      MetricColumn("nice", .neutral, .observation("nice")),
      MetricColumn("wake_ns", .neutral, .observation("wake_ns")),
    ]
    let planned = ["high", "gone"].map { primitive in
      PlannedCase(
        id: CaseID(suite: "qos", workload: "nice", primitive: primitive, parameters: []),
        pace: .once, summaryLevel: 0.5, expectation: .valid, placement: .unpinned,
        sampling: Sampling(warmups: 0, trials: 1, trialNanoseconds: 1))
    }
    let seen = InvocationRecord(
      trials: [
        TrialRow(trial: 0, startNanoseconds: 0, operations: 1, elapsedNanoseconds: 1000)
      ],
      observations: [
        ObservationRow(trial: 0, name: "nice", value: -2),
        ObservationRow(trial: 0, name: "wake_ns", value: 2500),
      ])
    let run = Run(
      document: RunDocument(
        tool: ToolVersion(version: "0", commit: nil, executable: "x"), commandLine: [],
        startNanoseconds: 0, budgetNanoseconds: nil, host: "host-1",
        environment: MachineEnvironment(software: .init(swiftVersion: "6.3", buildMode: .release)),
        warnings: [],
        plan: Plan(
          profile: "quick", seed: 1, blocks: 1, cases: planned,
          tables: [SuiteTable(suite: "qos", parameters: [], columns: columns)])),
      records: [
        Invocation(caseIndex: 0, block: 0): seen,
        Invocation(caseIndex: 1, block: 0): InvocationRecord(
          failure: FailureRow(kind: .crashed, status: 11, reason: "killed")),
      ])
    return WriteUp(Summarizer(run, hasIntervals: false).summary())
  }

  @Test func `a row says its own metric, and nothing is ranked`() {
    let text = WriteUpMarkdown(writeUp).render()
    #expect(text.contains("| primitive | metric | value | 95 % | notes |\n"))
    #expect(text.contains("| high | nice | -2.00 |  |  |\n"))
    #expect(text.contains("| high | wake\\_ns | 2.50 µs |  |  |\n"))
    #expect(text.contains("| gone |  | FAILED |  | "))
  }

  @Test func `in LaTeX each figure has its unit beside it`() {
    let text = WriteUpLaTeX(writeUp).render()
    #expect(text.contains("high & wake\\_ns & 2.50 \\textmu{}s &  &  \\\\\n"))
    #expect(text.contains("gone\\tnote{a} &  & \\multicolumn{3}{l}{FAILED} \\\\\n"))
  }

  @Test func `in CSV each figure is a row`() {
    let text = WriteUpCSV(writeUp).render()
    #expect(text.contains("\nqos/nice/high,qos,nice,,high,nice,,-2,,,,valid,\n"))
    #expect(text.contains("\nqos/nice/high,qos,nice,,high,wake_ns,ns,2500,,,,valid,\n"))
  }
}

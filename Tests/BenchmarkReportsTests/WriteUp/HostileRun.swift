import BenchmarkAnalysis

@testable import BenchmarkModel

/// A run whose every name was made to break what it is written into.
enum HostileRun {
  /// What no table may take for a mark of its own.
  static let name = "a|b`c<d>@e_f*g\\h{i}$j&k#l^m~n%\n\"o,p\""

  static var summary: RunSummary {
    let column = MetricColumn("\(name)_ns", .lowerIsBetter, .elapsedPerOperation)
    func planned(_ primitive: String) -> PlannedCase {
      PlannedCase(
        id: CaseID(
          suite: name, workload: name, primitive: primitive, parameters: [Parameter(name, 1)]),
        pace: .window, summaryLevel: 0, expectation: .valid, placement: .unpinned,
        sampling: Sampling(warmups: 0, trials: 1, trialNanoseconds: 1))
    }
    func record(_ isVerified: Bool) -> InvocationRecord {
      InvocationRecord(trials: [
        TrialRow(
          trial: 0, startNanoseconds: 0, operations: 1000, elapsedNanoseconds: 5000,
          isVerified: isVerified, reason: isVerified ? "" : name)
      ])
    }
    let document = RunDocument(
      tool: ToolVersion(version: "0", commit: nil, executable: "x"), commandLine: [name],
      startNanoseconds: 0, budgetNanoseconds: nil, host: name,
      environment: MachineEnvironment(software: .init(swiftVersion: name, buildMode: .release)),
      warnings: [],
      plan: Plan(
        profile: "quick", seed: 1, blocks: 1, cases: [planned(name), planned("broken")],
        tables: [
          SuiteTable(
            suite: name, parameters: [ParameterColumn(key: name, name: name)], columns: [column])
        ]))
    let run = Run(
      document: document,
      records: [
        Invocation(caseIndex: 0, block: 0): record(true),
        Invocation(caseIndex: 1, block: 0): record(false),
      ])
    return Summarizer(run, hasIntervals: false).summary()
  }
}

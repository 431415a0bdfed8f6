import BenchmarkAnalysis
import TestSupport

@testable import BenchmarkModel

/// A small run made by hand, as reports and tables see it.
enum ReportFixture {
  /// Eight launches of two locks that differ, one that fails its check, one that crashed, and one that the
  /// budget left out.
  static var summary: RunSummary { Summarizer(run).summary() }

  static var run: Run {
    var records: [Invocation: InvocationRecord] = [:]
    for block in 0..<8 {
      let drift = Double(block % 3)
      records[Invocation(caseIndex: 0, block: block)] = costs(20 + drift)
      records[Invocation(caseIndex: 1, block: block)] = costs(50 + drift)
      records[Invocation(caseIndex: 2, block: block)] = costs(
        1, violation: "lost 3, \"or more\", of 1000 updates")
      records[Invocation(caseIndex: 3, block: block)] = InvocationRecord(
        failure: FailureRow(kind: .crashed, status: 11, reason: "killed by SIGSEGV"))
    }
    records[Invocation(caseIndex: 5, block: 0)] = costs(7)
    let control = Expectation.invalid(reason: "it excludes nobody")
    return Run(
      document: RunDocument(
        tool: ToolVersion(version: "0", commit: nil, executable: "x"), commandLine: [],
        startNanoseconds: 0, budgetNanoseconds: nil, host: "host-1",
        environment: MachineEnvironment(software: .init(swiftVersion: "6.3", buildMode: .release)),
        warnings: ["the load average is 3.1"],
        plan: Plan(
          profile: "quick", seed: 42, blocks: 8,
          cases: [
            planned("ticket", 2), planned("mutex", 2), planned("no-lock", 2, control),
            planned("broken", 2), planned("clh", 2), planned("ticket", nil),
          ],
          tables: [
            SuiteTable(
              suite: "locks", parameters: [ParameterColumn(key: "threads", name: "threads")],
              columns: [
                MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation),
                MetricColumn("fairness", .higherIsBetter, .fairness),
              ], workloads: MadeUpSuite.workloads, usualChoices: MadeUpSuite.usualChoices,
              usualQueue: "serial-queue-sync")
          ])),
      records: records)
  }

  /// The same run as one of a preset, whose table says what its primitives are.
  static var described: RunSummary {
    var run = run
    let plan = run.document.plan
    let table = plan.tables[0]
    run.document.plan = Plan(
      profile: plan.profile, seed: plan.seed, blocks: plan.blocks, cases: plan.cases,
      tables: [
        SuiteTable(
          suite: table.suite, parameters: table.parameters, traits: ["order", "waiting"],
          columns: table.columns,
          primitives: [
            PrimitiveDescription(
              name: "ticket", summary: "fair",
              traits: [Trait("order", "fifo"), Trait("waiting", "spins")]),
            PrimitiveDescription(
              name: "broken", summary: "crashes, \"always\"",
              traits: [Trait("order", "a, \"b\""), Trait("waiting", "")]),
          ], workloads: table.workloads, usualChoices: table.usualChoices)
      ], preset: preset)
    return Summarizer(run).summary()
  }

  static let preset = PresetDescription(
    name: "theirs", summary: "what they measured", suite: "locks", source: "they (2020)",
    address: "https://example.org", machine: "their machine",
    difference: Array(repeating: "everything", count: 15).joined(separator: " "),
    figures: [
      figure("their ticket", "ticket", 2, 10), figure("std::mutex", "mutex", 2, 102),
      figure("a lock of theirs", nil, 2, 30, note: "30 s a million"),
      figure("broken", "broken", 2, 1, note: "odd"), figure("mcs", "mcs", 2, 1),
      figure("their ticket", "ticket", 4, 20),
    ])

  private static func figure(
    _ label: String, _ primitive: String?, _ threads: Int, _ value: Double, note: String = ""
  ) -> PublishedFigure {
    PublishedFigure(
      label, workload: "contended", primitive: primitive,
      parameters: [Parameter("threads", threads)], metric: "ns_per_op", value: value, note: note)
  }

  private static func planned(
    _ primitive: String, _ threads: Int?, _ expectation: Expectation = .valid
  ) -> PlannedCase {
    PlannedCase(
      id: CaseID(
        suite: "locks", workload: threads == nil ? "uncontended" : "contended",
        primitive: primitive, parameters: threads.map { [Parameter("threads", $0)] } ?? []),
      pace: .window, summaryLevel: 0, expectation: expectation, placement: .pinned(cpus: [0, 1]),
      sampling: Sampling(warmups: 0, trials: 1, trialNanoseconds: 1))
  }

  private static func costs(_ nanoseconds: Double, violation: String? = nil) -> InvocationRecord {
    InvocationRecord(trials: [
      TrialRow(
        trial: 0, startNanoseconds: 0, operations: 1000,
        elapsedNanoseconds: UInt64(nanoseconds * 1000), isVerified: violation == nil,
        reason: violation ?? "")
    ])
  }
}

extension Run {
  /// The same run with other columns in its tables.
  func columns(_ change: ([MetricColumn]) -> [MetricColumn]) -> Run {
    var run = self
    let plan = document.plan
    run.document.plan = Plan(
      profile: plan.profile, seed: plan.seed, blocks: plan.blocks, cases: plan.cases,
      tables: plan.tables.map {
        SuiteTable(suite: $0.suite, parameters: $0.parameters, columns: change($0.columns))
      })
    return run
  }
}

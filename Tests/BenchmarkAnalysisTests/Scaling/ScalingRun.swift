import BenchmarkAnalysis
import TestSupport

@testable import BenchmarkModel

/// A run made by hand whose cases are to be looked at together.
struct ScalingRun {
  var seed: UInt64 = 1
  var cpus = 8
  private var suite: String
  private var cases: [PlannedCase] = []
  private var records: [Invocation: InvocationRecord] = [:]
  private var blocks = 1

  init(suite: String) { self.suite = suite }

  /// Adds a case, `workload/primitive/key=value/…`, with the cost in ns of each block's trials.
  mutating func add(
    _ name: String, width: Int = 1, reference: String? = nil, placement: Placement? = nil,
    expectation: Expectation = .valid, isVerified: Bool = true, _ costs: [[Double]]
  ) throws {
    cases.append(
      PlannedCase(
        id: try id(name), pace: .operations, summaryLevel: 0.5, expectation: expectation,
        placement: placement ?? .process(cpus: Array(0..<width)),
        sampling: Sampling(warmups: 0, trials: costs.first?.count ?? 1, trialNanoseconds: 1),
        reference: try reference.map(id), width: width))
    for (block, trials) in costs.enumerated() where !trials.isEmpty {
      records[Invocation(caseIndex: cases.count - 1, block: block)] = InvocationRecord(
        trials: trials.enumerated().map { index, cost in
          // A million operations: a cost is then rounded to a millionth of a ns.
          TrialRow(
            trial: index, startNanoseconds: 0, operations: 1_000_000,
            elapsedNanoseconds: UInt64((cost * 1e6).rounded()), isVerified: isVerified)
        })
    }
    blocks = max(blocks, costs.count)
  }

  private func id(_ name: String) throws -> CaseID { try CaseID(parsing: "\(suite)/\(name)") }

  var run: Run {
    let keys = [
      "threads", "width", "grain", "iterations", "read-permille", "read-percent", "inside",
    ]
    let table = SuiteTable(
      suite: suite, parameters: keys.map { ParameterColumn(key: $0, name: $0) },
      columns: [
        MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation),
        MetricColumn("speedup", .higherIsBetter, .speedup),
        MetricColumn("efficiency", .higherIsBetter, .efficiency),
      ], workloads: MadeUpSuite.workloads)
    return Run(
      document: RunDocument(
        tool: ToolVersion(version: "0", commit: nil, executable: "x"), commandLine: [],
        startNanoseconds: 0, budgetNanoseconds: nil, host: "host",
        environment: MachineEnvironment(
          topology: CPUTopology(cpus: (0..<cpus).map { LogicalCPU(id: $0) }),
          software: .init(swiftVersion: "6", buildMode: .release)),
        warnings: [],
        plan: Plan(profile: "test", seed: seed, blocks: blocks, cases: cases, tables: [table])),
      records: records)
  }

  /// What its cases say together; few resamples, for a test looks at more than a run.
  func scaling(resamples: Int = 200) -> SuiteScaling? {
    ScalingAnalysis(Summarizer(run).summary(), resamples: resamples)
      .scalings().first
  }
}

/// So many blocks of one trial each, all of one cost.
func steady(_ cost: Double, blocks: Int = 6) -> [[Double]] {
  Array(repeating: [cost], count: blocks)
}

@testable import BenchmarkModel

/// Cases, plans and documents with only the facts that a test needs.
enum ModelFixture {
  /// A case of two threads.
  static func id(_ primitive: String = "ticket") -> CaseID {
    CaseID(
      suite: "locks", workload: "contended", primitive: primitive,
      parameters: [Parameter("threads", 2)])
  }

  static func planned(
    _ id: CaseID = id(), pace: Pace = .window, level: Double = 0,
    expectation: Expectation = .valid, placement: Placement = .pinned(cpus: [0]),
    sampling: Sampling = Sampling(warmups: 0, trials: 1, trialNanoseconds: 1), limit: Int? = nil,
    width: Int = 1, kernel: String? = nil
  ) -> PlannedCase {
    PlannedCase(
      id: id, pace: pace, summaryLevel: level, expectation: expectation, placement: placement,
      sampling: sampling, launchLimit: limit, width: width, kernel: kernel)
  }

  static func document(_ plan: Plan) -> RunDocument {
    RunDocument(
      tool: ToolVersion(version: "0", commit: nil, executable: "x"), commandLine: [],
      startNanoseconds: 1, budgetNanoseconds: nil, host: "host",
      environment: MachineEnvironment(software: .init(swiftVersion: "6", buildMode: .release)),
      warnings: [], plan: plan)
  }
}

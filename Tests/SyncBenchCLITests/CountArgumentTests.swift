import ArgumentParser
import BenchmarkRunner
import Testing

@testable import BenchmarkModel
@testable import SyncBenchCLI

@Suite struct CountArgumentTests {
  @Test(
    arguments: [
      ("5000", 5000), ("1e6", 1_000_000), ("1E6", 1_000_000), ("1_000_000", 1_000_000),
      ("2.5e3", 2500), ("-3", -3), ("1.0", 1),
    ] as [(String, Int)])
  func `a count has digits, underscores or an exponent`(text: String, count: Int) {
    #expect(CountArgument(argument: text)?.value == count)
  }

  @Test(arguments: ["", "many", "1.5", "1e-3", "nan", "inf", "1e300", "_1", "1_", "1,000", "3 M"])
  func `what is no whole number is no count`(text: String) {
    #expect(CountArgument(argument: text) == nil)
  }

  @Test func `commands take them, and say what is valid`() throws {
    #expect(try ProveCommand.parse(["mutex", "--operations", "1e6"]).operations == 1_000_000)
    let list = try RunCommand.parse(["--threads", "1,1e1"]).planned.cases.threads
    #expect(list?.values.map(\.value) == [1, 10])
    #expect(throws: (any Error).self) { try ProveCommand.parse(["mutex", "--threads", "0"]) }
    #expect(throws: (any Error).self) { try AdviseCommand.parse(["run", "--threads", "0"]) }
  }

  // MARK: The estimate of a run

  private func announcement(load: Double, further: FurtherRounds?) -> String {
    let planned = PlannedCase(
      id: CaseID(suite: "locks", workload: "contended", primitive: "a", parameters: []),
      pace: .window, summaryLevel: 0.25, expectation: .valid, placement: .unpinned,
      sampling: Sampling(warmups: 1, trials: 3, trialNanoseconds: 5_000_000))
    let average = MachineEnvironment.LoadAverage(
      oneMinute: load, fiveMinutes: load, fifteenMinutes: load)
    let environment = MachineEnvironment(
      topology: CPUTopology(cpus: [LogicalCPU(id: 0), LogicalCPU(id: 1)]),
      load: .init(average: average), software: .init(swiftVersion: "6.3.1", buildMode: .release))
    let document = RunDocument(
      tool: Build.version, commandLine: [], startNanoseconds: 0, budgetNanoseconds: nil,
      host: "host",
      environment: environment, warnings: [],
      plan: Plan(
        profile: "quick", seed: 1, blocks: 5, cases: [planned], tables: [], further: further))
    return RunCommand.announcement(of: document, into: "results/one")
  }

  @Test func `the estimate says how long repeats may make the run, and the load that lengthens it`()
  {
    let rounds = FurtherRounds(precision: 0.05, nanoseconds: 0, mostLaunches: 64)
    let quiet = announcement(load: 0.1, further: nil)
    #expect(quiet.hasPrefix("measuring 1 case into results/one, about "))
    #expect(!quiet.contains("up to"))
    #expect(
      announcement(load: 0.1, further: rounds).hasSuffix(
        " where launches are disturbed and repeated"))
    #expect(announcement(load: 3.2, further: rounds).contains("repeated; the load average is 3.2"))
  }
}

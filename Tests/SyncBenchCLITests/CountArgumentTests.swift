import ArgumentParser
import BenchmarkRunner
import TestSupport
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
  func `a text that is no whole number is no count`(text: String) {
    #expect(CountArgument(argument: text) == nil)
  }

  @Test func `commands take counts with an exponent, and refuse 0 threads`() throws {
    #expect(try ProveCommand.parse(["mutex", "--operations", "1e6"]).operations == 1_000_000)
    let list = try RunCommand.parse(["--threads", "1,1e1"]).planned.cases.threads
    #expect(list?.values.map(\.value) == [1, 10])
    #expect(throws: (any Error).self) { try ProveCommand.parse(["mutex", "--threads", "0"]) }
    #expect(throws: (any Error).self) { try AdviseCommand.parse(["run", "--threads", "0"]) }
  }

  // MARK: The estimate of a run

  private func announcement(load: Double, further: FurtherRounds?) -> String {
    var made = MadeRun()
    let sampling = Sampling(warmups: 1, trials: 3, trialNanoseconds: 5_000_000)
    made.add(
      .made(MadeRun.id("contended/a"), level: 0.25).sampled(sampling),
      Array(repeating: nil, count: 5))
    made.further = further
    made.onlineCPUs = 2
    var document = made.run.document
    document.environment.load.average = .init(
      oneMinute: load, fiveMinutes: load, fifteenMinutes: load)
    return RunCommand.announcement(of: document, into: "results/one")
  }

  @Test func `the estimate gives the time with repeats, and the load that lengthens the run`() {
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

import BenchmarkModel
import BenchmarkRunner
import Testing

@testable import SyncBenchCLI

@Suite struct LongPlanTests {
  private static let hour: UInt64 = 3_600_000_000_000

  @Test(arguments: [
    (0, "0 s"), (59_400_000_000, "59 s"), (59_500_000_000, "1 min 0 s"),
    (7_199_000_000_000, "119 min 59 s"), (2 * hour, "2 h 0 min"), (47 * hour, "47 h 0 min"),
    (53 * hour, "2 d 5 h"), (UInt64.max, "213503 d 23 h"),
  ])
  func `a duration is written in units that suit it`(
    nanoseconds: UInt64, words: String
  ) {
    #expect(ProgressLine.clock(nanoseconds) == words)
  }

  @Test func `a plan of a working day gets no advice`() {
    #expect(LongPlan.advice(on: 8 * Self.hour, shorter: []) == nil)
  }

  @Test
  func `the advice for a longer plan has shorter profiles, a budget, filters and --resume`() {
    let plan = Plan(profile: "standard", seed: 1, blocks: 1, cases: [], tables: [])
    let advice = LongPlan.advice(on: 8 * Self.hour + 1, shorter: [plan])
    #expect(
      advice
        == "that is long; --profile standard takes about 0 s; --budget 2h ends after two hours; "
        + "--filter and the names of suites choose cases; "
        + "Ctrl-C stops a run, and --resume goes on with it")
  }
}

import BenchmarkModel
import Testing

@testable import BenchmarkRunner

/// The remaining time of a run, learned from the time of its steps so far.
@Suite struct MeterTests {
  private static let second: UInt64 = 1_000_000_000

  private func meter(groups: [Int]? = nil, budget: UInt64? = nil) -> (Meter, Run) {
    let cases = ["a", "b"].map { RunFixture.plannedCase($0, pace: .operations) }
    let counting = CountingPlan(
      events: [], passes: [.allocations], launches: 10, cases: [0, 1])
    var document = RunFixture.document(cases, blocks: 10, counting: counting)
    document.plan.groups = groups
    let run = Run(document: document)
    return (Meter(run: run, start: 0, budget: budget), run)
  }

  @Test func `quick calibrations do not shorten the expected time of launches`() {
    var (meter, run) = meter()
    let before = meter.progress(0, current: nil).remainingNanoseconds
    // Each calibration takes a tenth of its expected time.
    for (number, _) in run.document.plan.calibrations.enumerated() {
      meter.calibrated(UInt64(number + 1) * 5_000_000)
    }
    let planned = run.document.plan.cases[0]
    let start = UInt64(run.document.plan.calibrations.count) * 5_000_000
    // Launches take three times as long as expected.
    for number in 1...10 {
      meter.finished(
        planned, LaunchRecord(trials: []),
        start + UInt64(number) * 3 * planned.expectedNanoseconds)
    }
    let left = meter.progress(start + 30 * planned.expectedNanoseconds, current: nil)
    #expect(left.remainingNanoseconds > 30 * planned.expectedNanoseconds)
    #expect(before > 0)
  }

  @Test func `launches of cases in groups end while the budget still has time for the counting`() {
    let counting =
      20
      * CountingPass.allocations.expectedNanoseconds(
        of: RunFixture.plannedCase("a"))
    let (kept, _) = meter(groups: [1, 1], budget: Self.second)
    #expect(kept.isSpentForLaunches(Self.second - counting))
    #expect(!kept.isSpentForLaunches(Self.second - counting - 1))
    #expect(!kept.isSpent(Self.second - 1))
    let (other, _) = meter(budget: Self.second)
    #expect(!other.isSpentForLaunches(Self.second - 1))
  }

  @Test func `the remaining time includes the launches that will repeat disturbed launches`() {
    let cases = [RunFixture.plannedCase("a", pace: .operations)]
    let document = RunFixture.document(
      cases, blocks: 10,
      further: FurtherRounds(precision: 0.05, nanoseconds: 0, mostLaunches: 0))
    let each = cases[0].expectedNanoseconds
    func remaining(_ states: [TrialState], replans: Bool = false) -> Double {
      var meter = Meter(run: Run(document: document), start: 0, budget: nil)
      for (number, state) in states.enumerated() {
        let trial = TrialRow(
          trial: 0, startNanoseconds: 0, operations: 1, elapsedNanoseconds: 1,
          witness: TrialWitness(state: state))
        meter.finished(cases[0], LaunchRecord(trials: [trial]), UInt64(number + 1) * each)
      }
      if replans { meter.replan(Run(document: document)) }
      return Double(meter.progress(4 * each, current: nil).remainingNanoseconds) / Double(each)
    }
    let quiet: [TrialState] = [.quiet, .quiet, .quiet, .quiet]
    let disturbed: [TrialState] = [.quiet, .quiet, .quiet, .stolen]
    // A quarter of ten launches is repeated, a quarter of these repeats is repeated, and so on.
    #expect(abs(remaining(disturbed) - remaining(quiet) - 10.0 / 3) < 0.01)
    #expect(remaining(disturbed, replans: true) == remaining(quiet, replans: true))
    // If most launches are disturbed, all of them count, and none is repeated.
    #expect(remaining([.quiet, .stolen, .stolen, .stolen]) == remaining(quiet))
  }
}

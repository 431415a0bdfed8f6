import BenchmarkModel
import BenchmarkRunner
import SystemPackage
import Testing

/// A gate of twelve cases of width 1, and a sham: the first case's baseline against itself.
///
/// The estimate is 946 ms for each case, and 50 ms for the calibration of the work.
@Suite struct GateGroupsTests {
  private static let sham = 12
  private static let limits = Dictionary(uniqueKeysWithValues: (0...sham).map { ($0, 2) })

  private var bench: GateBench

  init() throws {
    let planned = (0..<Self.sham).map {
      RunFixture.plannedCase("lock-\($0)", pace: .operations)
    }
    bench = try GateBench(planned, seed: 9)
  }

  private var estimate: GateEstimate { GateEstimate(bench.gate, bench.document.plan.cases) }

  private func run(
    _ launcher: FakeLauncher, clock: FakeClock, budget: UInt64?
  ) async throws -> GateBench.Measured {
    var bench = bench
    bench.document.plan.gate?.casesAtOnce = estimate.casesAtOnce(within: budget)
    return try await bench.run(
      launcher, judge: FakeJudge(limits: Self.limits), clock: clock, budget: budget)
  }

  @Test func `an estimate gives the number of cases that can be decided within a budget`() {
    #expect(estimate.nanoseconds == 50_000_000 + 13 * 946_000_000)
    #expect(estimate.cases(within: nil) == 12)
    #expect(estimate.cases(within: 3_834_000_000) == 3)
    #expect(estimate.cases(within: 3_833_999_999) == 2)
    #expect(estimate.cases(within: 1) == 0)
    #expect(estimate.cases(within: 60_000_000_000) == 12)
  }

  @Test func `a budget for three cases decides three at a time, in the plan's order`() async throws
  {
    let clock = FakeClock()
    let launcher = FakeLauncher.taking(seconds: 0.001, by: clock)
    let measured = try await run(launcher, clock: clock, budget: 4_000_000_000)
    #expect(measured.state == .complete)
    let cases = measured.rows.map(\.caseIndex)
    #expect(Set(cases.prefix(8)) == [0, 1, 2, Self.sham])
    #expect(Set(cases[8..<14]) == [3, 4, 5])
    #expect(Set(cases[14..<20]) == [6, 7, 8])
    // The sham is in every group, and its pairs are measured once.
    #expect(cases.count { $0 == Self.sham } == 2)
    #expect(cases.count == 26)
    // A case is calibrated right before its first pair, so a group never begun costs no time.
    let tasks = launcher.launches.map(\.isMeasurement)
    #expect(tasks.prefix(7) == [false, false, false, false, false, true, true])
    #expect(tasks.count { !$0 } == 16)
  }

  @Test func `a group that is unlikely to be decided within the budget is not begun`() async throws
  {
    let clock = FakeClock()
    let slow = FakeLauncher.taking(seconds: 0.1, by: clock)
    let measured = try await run(slow, clock: clock, budget: 4_000_000_000)
    #expect(measured.state == .budgetSpent)
    #expect(Set(measured.rows.map(\.caseIndex)) == [0, 1, 2, Self.sham])
  }

  @Test func `without a budget all cases are measured together`() async throws {
    let clock = FakeClock()
    let measured = try await run(
      FakeLauncher.taking(seconds: 0.001, by: clock), clock: clock, budget: nil)
    let slots = bench.gate.schedule().filter { $0.pair < 2 }
    #expect(measured.rows.map(\.caseIndex) == slots.map(\.caseIndex))
  }
}

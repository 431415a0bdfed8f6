import BenchmarkModel
import BenchmarkStatistics
import Testing

@testable import BenchmarkRunner

@Suite struct GateMeterTests {
  private static let id = RunFixture.plannedCase("mcs").id
  /// 25 ms to launch, and three trials of 1 ms, on both sides.
  private static let pair: UInt64 = 56_000_000
  /// The last of the looks at two cases.
  private static let most: UInt64 = 240

  private static func meter(
    cases: Int = 2, calibrations: Int = 0, budget: UInt64? = nil
  ) -> GateMeter {
    let gated = (0..<cases).map {
      GateCase(
        id: RunFixture.plannedCase("lock-\($0)").id, metric: "ns_per_op", polarity: .lowerIsBetter)
    }
    let subjects = gated.map {
      GateSubject(planned: RunFixture.plannedCase($0.id.primitive), columns: [])
    }
    return GateMeter(
      plan: GatePlan(seed: 1, cases: gated), subjects: subjects, calibrations: calibrations,
      start: 1000, budget: budget)
  }

  private static func row(
    _ index: Int, _ pair: Int, _ outcome: PairOutcome = .measured(a: 1, b: 1)
  ) -> PairRow {
    PairRow(caseIndex: index, pair: pair, order: .baselineFirst, outcome: outcome)
  }

  @Test func `at first every pair of every case and every calibration is left`() {
    let progress = Self.meter(calibrations: 3).progress(1000, current: nil)
    #expect(progress.remainingNanoseconds == 2 * Self.most * Self.pair + 150_000_000)
    #expect(progress.decided == 0)
    #expect(progress.undecided == 2)
  }

  @Test func `a measured pair is no longer left`() {
    var meter = Self.meter()
    meter.measured(Self.row(0, 0))
    let progress = meter.progress(1000 + Self.pair, current: Self.id)
    #expect(progress.pairs == 1)
    #expect(progress.currentCase == Self.id)
    #expect(progress.elapsedNanoseconds == Self.pair)
    #expect(progress.remainingNanoseconds == (2 * Self.most - 1) * Self.pair)
  }

  @Test func `what is left is as slow as what was done`() {
    var meter = Self.meter()
    for pair in 0..<4 { meter.measured(Self.row(0, pair)) }
    let progress = meter.progress(1000 + 12 * Self.pair, current: nil)
    #expect(progress.remainingNanoseconds == (2 * Self.most - 4) * 3 * Self.pair)
  }

  @Test func `a settled case needs nothing more, however often it is told`() {
    var meter = Self.meter()
    for pair in 0..<16 { meter.measured(Self.row(1, pair)) }
    for _ in 0..<2 { meter.settled(1) }
    let progress = meter.progress(1000 + 16 * Self.pair, current: nil)
    #expect(progress.decided == 1)
    #expect(progress.undecided == 1)
    #expect(progress.remainingNanoseconds == Self.most * Self.pair)
  }

  @Test func `a repeated pair took time and is still to come`() {
    var meter = Self.meter()
    meter.measured(Self.row(0, 0, .repeated(a: 1, b: 1, reason: "stolen")))
    let progress = meter.progress(1000 + Self.pair, current: nil)
    #expect(progress.pairs == 0)
    #expect(progress.remainingNanoseconds == 2 * Self.most * Self.pair)
  }

  @Test func `nothing is left when all cases are settled`() {
    var meter = Self.meter(calibrations: 1)
    meter.calibrated()
    meter.measured(Self.row(0, 0))
    for index in 0..<2 { meter.settled(index) }
    #expect(meter.progress(5_000_000_000, current: nil).remainingNanoseconds == 0)
  }

  @Test func `what is to come has room in the budget at the pace of what was done`() {
    var meter = Self.meter(budget: 10_000_000_000)
    #expect(meter.hasRoom(for: 10_000_000_000, 1000))
    for pair in 0..<4 { meter.measured(Self.row(0, pair)) }
    // Twice as slow as expected: half a second is gone, and what is to come takes twice as long.
    let now = 1000 + 8 * Self.pair
    #expect(meter.hasRoom(for: 4_700_000_000, now))
    #expect(!meter.hasRoom(for: 4_800_000_000, now))
    #expect(Self.meter().hasRoom(for: .max, 1000))
  }

  @Test func `the budget bounds what is left`() {
    let meter = Self.meter(budget: 1_000_000_000)
    #expect(meter.progress(1000, current: nil).remainingNanoseconds == 1_000_000_000)
    #expect(meter.progress(600_001_000, current: nil).remainingNanoseconds == 400_000_000)
    #expect(meter.progress(2_000_001_000, current: nil).remainingNanoseconds == 0)
    #expect(!meter.isSpent(1_000_000_999))
    #expect(meter.isSpent(1_000_001_000))
    #expect(!Self.meter().isSpent(.max))
  }
}

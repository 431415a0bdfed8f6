import BenchmarkModel
import BenchmarkStatistics
import Foundation
import Testing

@testable import BenchmarkRunner

/// A judge of precision that returns the given widths of the cases' intervals.
struct FakePrecision: PrecisionJudging {
  let widths: [Double?]

  func relativeHalfWidths(of run: Run) -> [Double?] { widths }
}

/// Decisions on further rounds, in runs of three cases and eight blocks.
@Suite struct NextRoundsTests {
  private static let blocks = 8

  private func run(
    further: FurtherRounds? = FurtherRounds(precision: 0.05, nanoseconds: 0, mostLaunches: 64),
    cases: [PlannedCase] = ["ticket", "mutex", "clh"].map { RunFixture.plannedCase($0) },
    _ state: (Launch) -> TrialState = { _ in .quiet }
  ) -> Run {
    var run = Run(
      document: RunFixture.document(cases, blocks: Self.blocks, further: further))
    measure(&run, state)
    return run
  }

  /// Gives a record to every planned launch that has none.
  private func measure(_ run: inout Run, _ state: (Launch) -> TrialState = { _ in .quiet }) {
    for launch in run.document.plan.schedule() where run.records[launch] == nil {
      let state = state(launch)
      run.records[launch] = RunFixture.launch([state, state])
    }
  }

  private func decide(
    _ run: inout Run, _ judge: some PrecisionJudging = NoPrecisionJudging()
  ) -> DecidedRounds? {
    let rounds = run.nextRounds(judge)
    if let rounds { run.document.plan.decided = rounds }
    return rounds
  }

  /// States in which only a case's launches in some blocks are disturbed.
  private func disturbed(
    _ index: Int, in blocks: some Collection<Int> & Sendable
  ) -> (Launch) -> TrialState {
    { $0.caseIndex == index && blocks.contains($0.block) ? .stolen : .quiet }
  }

  // MARK: Precision

  private static let firsts = [0.04, nil, 0.2].map {
    // A launch takes 8 ms: a warm-up and two trials of a millisecond each, and the worker's start.
    FirstRound(launches: blocks, relativeHalfWidth: $0, costNanoseconds: 8_000_000)
  }

  @Test(arguments: [0, 7_999_999, 8_000_000, 100_000_000, 10_000_000_000] as [UInt64])
  func `the judge's widths, the time budget and a launch's duration decide launches for precision`(
    nanoseconds: UInt64
  ) {
    let further = FurtherRounds(precision: 0.05, nanoseconds: nanoseconds, mostLaunches: 64)
    let expected = furtherLaunches(
      Self.firsts, target: 0.05, budgetNanoseconds: nanoseconds, most: 64)
    var run = run(further: further)
    let rounds = decide(&run, FakePrecision(widths: [0.04, nil, 0.2]))
    #expect((rounds != nil) == (nanoseconds >= 8_000_000))
    #expect(rounds?.launches ?? [0, 0, 0] == expected)
    #expect(rounds?.forPrecision ?? [0, 0, 0] == expected)
    #expect(expected[1] == 0)
    measure(&run)
    #expect(run.isLaunched)
    #expect(decide(&run, FakePrecision(widths: [0.9, 0.9, 0.9])) == nil)
  }

  @Test func `a judge sees the run after the decision on its disturbed launches`() throws {
    struct Asking: PrecisionJudging {
      func relativeHalfWidths(of run: Run) -> [Double?] {
        #expect(run.document.plan.decided?.isNeverQuiet == true)
        #expect(!run.leavesOutDisturbed)
        return run.document.plan.cases.map { _ in 0.5 }
      }
    }
    var run = run(
      further: FurtherRounds(precision: 0.05, nanoseconds: .max, mostLaunches: 10)
    ) { _ in .slow }
    #expect(try #require(decide(&run, Asking())).launches == [2, 2, 2])
  }

  @Test func `the time for repeats of disturbed launches comes out of the time for precision`() {
    let further = FurtherRounds(precision: 0.05, nanoseconds: 80_000_000, mostLaunches: 64)
    var quiet = run(further: further)
    var run = run(further: further, disturbed(0, in: 0..<4))
    let judge = FakePrecision(widths: [nil, nil, 0.5])
    #expect(decide(&quiet, judge)?.forPrecision == [0, 0, 10])
    let rounds = decide(&run, judge)
    #expect(rounds?.forPrecision == [0, 0, 6])
    #expect(rounds?.launches == [4, 0, 6])
  }

  // MARK: Repeats

  @Test func `disturbed launches are repeated in blocks after the plan's, in at most three rounds`()
  {
    var run = run(disturbed(0, in: [1, 3, 6]))
    #expect(
      decide(&run)
        == DecidedRounds(
          launches: [3, 0, 0], forPrecision: [0, 0, 0], rounds: 1, isNeverQuiet: false))
    #expect(run.document.plan.launchedBlocks == 11)
    #expect(!run.isLaunched)
    measure(&run, disturbed(0, in: [8, 9]))
    #expect(decide(&run)?.launches == [5, 0, 0])
    measure(&run, disturbed(0, in: [11]))
    #expect(decide(&run)?.launches == [6, 0, 0])
    #expect(run.document.plan.decided?.rounds == 3)
    measure(&run, disturbed(0, in: [13]))
    #expect(decide(&run) == nil)
  }

  @Test func `a round that leaves nothing to repeat is the last`() {
    var run = run(disturbed(1, in: [0]))
    #expect(decide(&run)?.launches == [0, 1, 0])
    measure(&run)
    #expect(decide(&run) == nil)
    #expect(run.document.plan.decided?.rounds == 1)
    var quiet = self.run()
    #expect(decide(&quiet) == nil)
    #expect(quiet.document.plan.decided == nil)
  }

  @Test func `a case gets at most twice as many repeats as planned launches`() {
    var run = run(disturbed(2, in: 0..<100))
    #expect(decide(&run)?.launches == [0, 0, 8])
    measure(&run, disturbed(2, in: 0..<100))
    #expect(decide(&run)?.launches == [0, 0, 16])
    measure(&run, disturbed(2, in: 0..<100))
    #expect(decide(&run) == nil)
  }

  @Test func `a launch for precision that was disturbed is repeated too`() {
    var run = run(further: FurtherRounds(precision: 0.05, nanoseconds: .max, mostLaunches: 10))
    #expect(decide(&run, FakePrecision(widths: [0.5, nil, nil]))?.launches == [2, 0, 0])
    measure(&run, disturbed(0, in: [9]))
    let rounds = decide(&run, FakePrecision(widths: [0.9, 0.9, 0.9]))
    #expect(rounds?.launches == [3, 0, 0])
    #expect(rounds?.forPrecision == [2, 0, 0])
  }

  @Test func `disturbed launches of controls are not repeated`() {
    let control = RunFixture.plannedCase(
      "no-lock", expectation: .invalid(reason: "it excludes none"))
    var run = run(cases: [RunFixture.plannedCase("ticket"), control]) {
      $0.caseIndex == 1 ? .stolen : .quiet
    }
    #expect(decide(&run) == nil)
  }

  @Test func `a run whose plan has no further rounds repeats nothing`() {
    var run = run(further: nil) { _ in .stolen }
    #expect(decide(&run, FakePrecision(widths: [1, 1, 1])) == nil)
  }

  @Test func `further rounds lengthen a run by at most two launches per planned launch`() {
    let plan = run { _ in .stolen }.document.plan
    let blocks = UInt64(plan.cases.count * Self.blocks) * plan.cases[0].expectedNanoseconds
    #expect(plan.longestNanoseconds == plan.expectedNanoseconds + 2 * blocks)
    let without = run(further: nil).document.plan
    #expect(without.longestNanoseconds == without.expectedNanoseconds)
  }

  // MARK: A machine that is never quiet

  @Test func `if more than half of the launches were disturbed, none is repeated and all count`() {
    var run = run { $0.block < 4 || ($0.block == 4 && $0.caseIndex == 0) ? .waited : .quiet }
    #expect(
      decide(&run)
        == DecidedRounds(
          launches: [0, 0, 0], forPrecision: [0, 0, 0], rounds: 1, isNeverQuiet: true))
    #expect(run.isLaunched)
    #expect(decide(&run) == nil)
    for (launch, record) in run.records { #expect(run.figures(of: launch) == record) }
  }

  @Test func `failed launches do not count in the share of disturbed launches`() {
    var run = run { $0.caseIndex == 2 && $0.block < 5 ? .waited : .quiet }
    for index in 0..<2 {
      for block in 0..<Self.blocks {
        run.records[Launch(caseIndex: index, block: block)] = RunFixture.failure(9)
      }
    }
    #expect(decide(&run)?.isNeverQuiet == true)
  }

  private static let shares:
    [(isNeverQuiet: Bool, launches: [Int]?, state: @Sendable (Launch) -> TrialState)] = [
      (false, [4, 4, 4], { $0.block < 4 ? .waited : .quiet }),
      // A neighbour on the core is waited out if it disturbs at most three quarters of the
      // launches.
      (false, [6, 6, 6], { $0.block < 6 ? .sharedCore : .quiet }),
      (
        true, nil, { $0.block < 6 || ($0.block == 6 && $0.caseIndex == 0) ? .sharedCore : .quiet }
      ),
      (true, nil, { $0.block < 4 ? .waited : $0.block < 7 ? .sharedCore : .quiet }),
    ]

  @Test(arguments: shares.indices)
  func `the share of disturbed launches decides whether the machine is never quiet`(index: Int) {
    let share = Self.shares[index]
    var run = run(share.state)
    #expect(decide(&run)?.isNeverQuiet == share.isNeverQuiet)
    if let launches = share.launches {
      #expect(run.document.plan.decided?.launches == launches)
    }
  }

  // MARK: A neighbour that stays

  /// A run of two groups of cases, the first with a neighbour in all blocks except `quietBlocks`.
  private func grouped(quietBlocks: Range<Int>) -> Run {
    var run = run(
      cases: ["ticket", "mutex", "clh"].map {
        RunFixture.plannedCase($0, placement: .pinned(cpus: [0]))
      })
    run.document.plan.groups = [2, 1]
    run.records = [:]
    measure(&run) { $0.caseIndex < 2 && !quietBlocks.contains($0.block) ? .sharedCore : .quiet }
    return run
  }

  @Test func `a group that nearly always has a neighbour leaves out no launch beside it`() {
    var run = grouped(quietBlocks: 0..<1)
    let decided = decide(&run)
    #expect(decided?.neverAlone == [0, 1])
    #expect(decided?.isNeverQuiet == false)
    #expect(decided?.launches == [0, 0, 0])
    #expect(run.figures(of: Launch(caseIndex: 0, block: 5)) != nil)
    #expect(decide(&run) == nil)
  }

  @Test func `a neighbour that is away for a quarter of the launches is waited out`() {
    var run = grouped(quietBlocks: 0..<2)
    #expect(decide(&run)?.neverAlone == [])
    #expect(run.document.plan.decided?.launches == [6, 6, 0])
    #expect(run.figures(of: Launch(caseIndex: 0, block: 5)) == nil)
    // The neighbour stays through the repeats, so the cases have now nearly always had it.
    measure(&run) { _ in .sharedCore }
    #expect(decide(&run)?.neverAlone == [0, 1])
    #expect(decide(&run) == nil)
  }

  @Test func `without a further round, a group that always has a neighbour leaves out no launch`() {
    let run = grouped(quietBlocks: 0..<0)
    #expect(run.decidedAtEnd?.neverAlone == [0, 1])
    #expect(run.decidedAtEnd?.rounds == 0)
  }

  @Test
  func `a group leaves out no launch beside a neighbour if a case ends with few quiet launches`() {
    var run = grouped(quietBlocks: 0..<4)
    #expect(decide(&run)?.neverAlone == [])
    measure(&run) { $0.caseIndex == 0 ? .quiet : .sharedCore }
    #expect(decide(&run)?.neverAlone == [])
    #expect(run.decidedAtEnd?.neverAlone == [0, 1])
    run.document.plan.groups = nil
    #expect(run.decidedAtEnd?.neverAlone == [])
  }

  // MARK: The same decision again

  @Test func `a run that is read again decides the same`() throws {
    let judge = FakePrecision(widths: [0.3, 0.1, nil])
    let further = FurtherRounds(precision: 0.05, nanoseconds: 900_000_000, mostLaunches: 64)
    var run = run(further: further, disturbed(1, in: [2, 5]))
    for _ in 0..<3 {
      var again = run
      again.document = try JSONDecoder().decode(
        RunDocument.self, from: JSONEncoder().encode(run.document))
      let decided = decide(&run, judge)
      #expect(decide(&again, judge) == decided)
      measure(&run, disturbed(1, in: 8..<12))
    }
  }

  @Test func `added blocks do not change the schedule of the blocks before them`() throws {
    var run = run(
      cases: [
        RunFixture.plannedCase("ticket"), RunFixture.plannedCase("mutex", limit: 3),
        RunFixture.plannedCase("clh"),
      ], disturbed(0, in: [1, 2]))
    let before = run.document.plan.schedule()
    _ = decide(&run)
    let once = run.document.plan.schedule()
    #expect(once.prefix(before.count) == before[...])
    #expect(once.dropFirst(before.count).map(\.block) == [8, 9])
    measure(&run, disturbed(0, in: [8]))
    _ = decide(&run)
    #expect(run.document.plan.schedule().prefix(once.count) == once[...])
    let added = try #require(run.document.plan.decided).launches
    for (index, inBlocks) in [8, 3, 8].enumerated() {
      #expect(
        run.document.plan.schedule().count { $0.caseIndex == index } == inBlocks + added[index])
    }
  }

  @Test func `extreme figures of a foreign run do not trap`() throws {
    let further = FurtherRounds(precision: 1e-300, nanoseconds: .max, mostLaunches: 20)
    var run = run(further: further)
    for index in run.document.plan.cases.indices {
      for block in 0..<Self.blocks {
        var record = RunFixture.launch(block < 4 ? [.stolen, .stolen] : [.quiet, .quiet])
        for trial in record.trials.indices { record.trials[trial].elapsedNanoseconds = .max }
        run.records[Launch(caseIndex: index, block: block)] = record
      }
    }
    let rounds = try #require(decide(&run, FakePrecision(widths: [.infinity, 1e300, 1e-300])))
    #expect(rounds.launches.allSatisfy { (4...24).contains($0) })
  }
}

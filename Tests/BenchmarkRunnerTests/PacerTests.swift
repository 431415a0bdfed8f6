import BenchmarkModel
import Testing

@testable import BenchmarkRunner

@Suite struct PacerTests {
  private let hour: UInt64 = 3_600_000_000_000

  private func rests(_ states: [TrialState], elapsed: UInt64? = nil) -> [UInt64] {
    var pacer = Pacer()
    return states.map {
      pacer.rest(after: RunFixture.launch([.quiet, $0]), elapsedNanoseconds: elapsed ?? hour)
        / 1_000_000
    }
  }

  @Test(
    arguments: [
      (
        [.stolen, .throttled, .stolen, .stolen, .throttled, .stolen, .stolen],
        [25, 50, 100, 200, 400, 400, 400]
      ),
      (
        [.stolen, .stolen, .stolen, .quiet, .quiet, .quiet, .quiet, .stolen],
        [25, 50, 100, 50, 25, 0, 0, 25]
      ),
    ] as [([TrialState], [UInt64])])
  func `a stolen or throttled trial doubles the rest up to a bound, and a quiet launch halves it`(
    states: [TrialState], milliseconds: [UInt64]
  ) {
    #expect(rests(states) == milliseconds)
  }

  @Test(arguments: [TrialState.quiet, .waited, .sharedCPU, .slow, .sharedCore])
  func `a launch without stolen or throttled trials is followed by no rest`(state: TrialState) {
    #expect(rests([state, state, state]) == [0, 0, 0])
  }

  @Test func `a launch that failed or has no witness is followed by no rest`() {
    var pacer = Pacer()
    for record in [RunFixture.failure(1), RunFixture.record(1)] {
      #expect(pacer.rest(after: record, elapsedNanoseconds: hour) == 0)
    }
  }

  @Test func `rests take at most a quarter of a run's time`() {
    #expect(rests([.stolen, .stolen], elapsed: 0) == [0, 0])
    #expect(rests([.stolen], elapsed: 99_999_999) == [0])
    #expect(rests([.stolen], elapsed: 100_000_000) == [25])
    #expect(rests([.stolen], elapsed: .max) == [25])
    var pacer = Pacer()
    var elapsed: UInt64 = 0
    var rested: UInt64 = 0
    for _ in 0..<2000 {
      elapsed += 10_000_000
      let rest = pacer.rest(after: RunFixture.launch([.stolen]), elapsedNanoseconds: elapsed)
      rested += rest
      elapsed += rest
      #expect(4 * rested <= elapsed)
    }
    #expect(rested > 0)
  }

  // MARK: Waits for a place

  // The times are in ms. Each wait is 20 ms, so 3740 ms are the most within a twentieth of 75 s.
  @Test(arguments: [(elapsed: 0, most: 2_000), (elapsed: 40_000, most: 2_000), (75_000, 3_740)])
  func `waits for a place take at most two seconds, or a twentieth of the run if that is longer`(
    elapsed: UInt64, most: UInt64
  ) {
    var pacer = Pacer()
    var waited: UInt64 = 0
    while case let pause = pacer.restForPlace(elapsedNanoseconds: elapsed * 1_000_000), pause > 0 {
      #expect(pause == 20_000_000)
      waited += pause
    }
    #expect(waited == most * 1_000_000)
  }

  // MARK: Launches of one case

  @Test func `launches of one case begin two seconds apart`() {
    var pacer = Pacer()
    let second: UInt64 = 1_000_000_000
    #expect(pacer.rest(beforeCase: 0, at: second) == 0)
    #expect(pacer.rest(beforeCase: 1, at: second + 10) == 0)
    #expect(pacer.rest(beforeCase: 0, at: second + 50_000_000) == 1_950_000_000)
    #expect(pacer.rest(beforeCase: 0, at: 5 * second) == 0)
  }

  @Test(arguments: [(budget: nil, seconds: 25...27), (budget: 10, seconds: 5...7)])
  func `launches are kept apart for the first 25 seconds, but at most for half of a budget`(
    budget: UInt64?, seconds: ClosedRange<UInt64>
  ) {
    var pacer = Pacer(budgetNanoseconds: budget.map { $0 * 1_000_000_000 })
    var (now, waited): (UInt64, UInt64) = (0, 0)
    for _ in 0..<100 {
      let pause = pacer.rest(beforeCase: 0, at: now)
      waited += pause
      now += pause
    }
    #expect(seconds.contains(waited / 1_000_000_000))
  }

  @Test func `launches are not kept apart after the first 25 seconds of a run`() {
    var pacer = Pacer()
    let second: UInt64 = 1_000_000_000
    #expect(pacer.rest(beforeCase: 0, at: second) == 0)
    #expect(pacer.rest(beforeCase: 1, at: 27 * second) == 0)
    #expect(pacer.rest(beforeCase: 1, at: 28 * second) == 0)
  }

  // MARK: Repeated runs

  @Test func `repeated runs begin at equal distances, unless a run takes longer than its share`() {
    var pacer = Pacer()
    let second: UInt64 = 1_000_000_000
    let repeats = RepeatedRuns(3, overNanoseconds: 300 * second)
    #expect(pacer.rest(beforeRun: 0, of: repeats, at: 5 * second) == 0)
    #expect(pacer.rest(beforeRun: 0, of: repeats, at: 9 * second) == 0)
    #expect(pacer.rest(beforeRun: 1, of: repeats, at: 25 * second) == 80 * second)
    // A run that took longer than its share is followed at once.
    #expect(pacer.rest(beforeRun: 2, of: repeats, at: 220 * second) == 0)
  }

  @Test func `the first run after an interruption begins at once`() {
    var pacer = Pacer()
    #expect(pacer.rest(beforeRun: 2, of: RepeatedRuns(3, overNanoseconds: hour), at: 7) == 0)
  }

  @Test func `launches of one case are kept apart again in each repeated run`() {
    var pacer = Pacer()
    let second: UInt64 = 1_000_000_000
    let repeats = RepeatedRuns(2, overNanoseconds: 0)
    _ = pacer.rest(beforeRun: 0, of: repeats, at: second)
    #expect(pacer.rest(beforeCase: 0, at: second) == 0)
    #expect(pacer.rest(beforeCase: 0, at: 90 * second) == 0)
    _ = pacer.rest(beforeRun: 1, of: repeats, at: 91 * second)
    #expect(pacer.rest(beforeCase: 0, at: 91 * second) == 0)
    #expect(pacer.rest(beforeCase: 0, at: 92 * second) == second)
  }
}

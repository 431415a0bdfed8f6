import BenchmarkStatistics
import Testing

struct FurtherLaunchesTests {
  private func first(_ halfWidth: Double?, launches: Int = 8, cost: UInt64 = 10) -> FirstRound {
    FirstRound(launches: launches, relativeHalfWidth: halfWidth, costNanoseconds: cost)
  }

  /// Nine cases with a half width of 0.1 %: the median half width is then so small that it raises
  /// the half width of no other case.
  private var narrow: [FirstRound] { Array(repeating: first(0.001), count: 9) }

  /// The further launches of each case, for a half width of 5 % and a time of `budget` ns.
  private func further(
    _ cases: [FirstRound], budget: UInt64 = 1_000_000, most: Int = 60
  ) -> [Int] {
    furtherLaunches(cases, target: 0.05, budgetNanoseconds: budget, most: most)
  }

  @Test func `the number of launches grows with the square of the half width`() {
    // A half width of twice the target needs four times the 8 launches, which is 24 more.
    #expect(further([first(0.1)] + narrow) == [24] + Array(repeating: 0, count: 9))
    #expect(further([first(0.051)] + narrow)[0] == 1)
    #expect(further([first(0.05)] + narrow)[0] == 0)
  }

  @Test func `a case without an interval gets no further launch`() {
    #expect(further([first(nil), first(0.1)]) == [0, 24])
    #expect(further([]) == [])
  }

  @Test func `a case with a narrow interval among wide ones still gets launches`() {
    // The half width of 0.04 is raised to its geometric mean with the median of 0.1, which is
    // √(0.04 × 0.1) = 0.063.
    #expect(further([first(0.04), first(0.1), first(0.1)]) == [5, 24, 24])
  }

  @Test func `no case gets more launches than the maximum`() {
    #expect(further([first(1), first(0.12)] + narrow).prefix(2) == [52, 39])
    #expect(further([first(.infinity)] + narrow)[0] == 52)
    #expect(further([first(1, launches: 70)] + narrow)[0] == 0)
  }

  @Test func `the cases that need the least time get their launches first`() {
    let cases = [first(0.1), first(0.08), first(0.08, cost: 100), first(1)] + narrow
    #expect(further(cases, budget: 130).prefix(4) == [0, 13, 0, 0])
    #expect(further(cases, budget: 375).prefix(4) == [24, 13, 0, 0])
    #expect(further(cases, budget: 1_700).prefix(4) == [24, 13, 13, 3])
  }

  @Test
  func `if the target is out of reach, each launch of the budget goes to the widest interval`() {
    // After 7 further launches, the half width of 2 is 2 √(8 / 15) = 1.46. The other case's 1.45 is
    // still below 1.46, so an eighth launch follows.
    let cases = [first(1.45), first(2)] + narrow
    #expect(further(cases, budget: 90).prefix(2) == [1, 8])
    #expect(further(cases, budget: 200).prefix(2) == [5, 15])
  }

  @Test func `a larger budget takes no launch away, and no budget is exceeded`() {
    var noise = Noise(seed: 1)
    for _ in 0..<20 {
      let cases = (0..<8).map { _ in
        first(
          noise.uniform() < 0.1 ? nil : noise.logNormal(0.08, sigma: 1),
          launches: 5 + Int(noise.uniform() * 8), cost: UInt64(noise.uniform() * 20))
      }
      var last = further(cases, budget: 0)
      for budget in stride(from: 50 as UInt64, to: 3000, by: 50) {
        let given = further(cases, budget: budget)
        #expect(zip(last, given).allSatisfy { $0 <= $1 })
        let spent = zip(cases, given).reduce(0) { $0 + $1.0.costNanoseconds * UInt64($1.1) }
        #expect(spent <= budget)
        last = given
      }
    }
  }

  /// The share of 2000 cases whose interval holds the truth, in groups of ten cases of one model.
  private func held(
    _ truth: Double, _ launch: (inout Noise) -> [Double], _ estimate: ([[TrialTotal]]) -> Estimate?
  ) -> Double {
    var noise = Noise(seed: 2)
    var held = 0
    for _ in 0..<200 {
      var groups = (0..<10).map { _ in noise.launches(8, launch) }
      let firsts = groups.map { group in
        let found = estimate(group)
        return first(found?.interval?.relativeHalfWidth(around: found?.value ?? 1))
      }
      for (index, count) in further(firsts).enumerated() {
        groups[index] += noise.launches(count, launch)
      }
      held += groups.count { estimate($0)?.interval?.contains(truth) == true }
    }
    return Double(held) / 2000
  }

  // Of 8000 intervals, 93.9 to 96.0 % held the truth; the share of 2000 has a standard error of
  // 0.5 %.
  @Test(arguments: [WindowModel.logNormal, .heavyTails])
  func `pooled intervals that include the first launches hold the truth`(model: WindowModel) {
    let share = held(model.meanCost, model.windows) { pooledCost(launches: $0) }
    #expect((0.925...0.975).contains(share))
  }

  @Test func `median intervals that include the first launches hold the truth`() {
    let share = held(20, { [$0.logNormal(20, sigma: 0.07)] }) { launches in
      let costs = launches.compactMap { $0.first.map { $0.nanoseconds / $0.operations } }
      return median(costs).map { Estimate(value: $0, interval: medianInterval(costs)) }
    }
    #expect((0.92...0.97).contains(share))
  }
}

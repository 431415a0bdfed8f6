import BenchmarkStatistics
import Testing

struct IndependentRatioTests {
  private func launches(_ values: Double...) -> [[Double]] { values.map { [$0] } }

  @Test func `the ratio divides the medians of the launches' quantiles`() throws {
    let a = [[4.0, 9], [2, 9], [6, 9]]
    let b = [[2.0, 3], [1, 3], [5, 8]]
    #expect(independentRatio(a, b, level: 0, seed: 1)?.value == 2)
    #expect(independentRatio(a, b, level: 1, seed: 1)?.value == 3)
  }

  @Test func `the groups may differ in size, and an empty launch doesn't count`() throws {
    let found = try #require(
      independentRatio(launches(6, 6, 6) + [[]], launches(2), level: 0.5, seed: 1))
    #expect(found == Estimate(value: 3))
  }

  @Test func `a group of fewer than five launches leaves no interval`() throws {
    let (four, five) = (launches(1, 2, 3, 4), launches(1, 2, 3, 4, 5))
    #expect(try #require(independentRatio(four, five, level: 0, seed: 1)).interval == nil)
    #expect(try #require(independentRatio(five, four, level: 0, seed: 1)).interval == nil)
    #expect(try #require(independentRatio(four + [[]], five, level: 0, seed: 1)).interval == nil)
    #expect(try #require(independentRatio(five, five, level: 0, seed: 1)).interval != nil)
  }

  @Test func `equal groups have a ratio of 1, and an interval as wide as their spread`() throws {
    let group = launches(10, 11, 12, 13, 14, 15, 16)
    let found = try #require(independentRatio(group, group, level: 0, seed: 1))
    #expect(found.value == 1)
    let interval = try #require(found.interval)
    #expect(interval.low < 0.9 && interval.high > 1.1)
  }

  @Test func `groups without any spread have an interval without width`() throws {
    let found = independentRatio(
      launches(3, 3, 3, 3, 3), launches(2, 2, 2, 2, 2), level: 0.25, seed: 7)
    let interval = try #require(found?.interval)
    #expect(interval.contains(1.5))
    #expect(interval.relativeHalfWidth(around: 1.5) < 1e-12)
  }

  @Test func `equal seeds give equal intervals, and different seeds different intervals`() {
    var noise = Noise(seed: 1)
    let a = noise.launches(10, between: 0.1, within: 0.05)
    let b = noise.launches(12, between: 0.1, within: 0.05)
    let first = independentRatio(a, b, level: 0.25, seed: 5)
    #expect(first == independentRatio(a, b, level: 0.25, seed: 5))
    #expect(first != independentRatio(a, b, level: 0.25, seed: 6))
  }

  @Test(arguments: [0, -1, .infinity, .nan] as [Double])
  func `a trial that is not positive and finite leaves no ratio`(odd: Double) {
    let good = launches(1, 1, 1, 1, 1)
    #expect(independentRatio(good + [[1, odd]], good, level: 0.5, seed: 1) == nil)
    #expect(independentRatio(good, good + [[1, odd]], level: 0.5, seed: 1) == nil)
  }

  @Test func `a group without trials has no ratio`() {
    let good = launches(1, 1, 1, 1, 1)
    #expect(independentRatio([], good, level: 0.5, seed: 1) == nil)
    #expect(independentRatio(good, [[], []], level: 0.5, seed: 1) == nil)
  }

  @Test func `a ratio too large or too small for a Double is nil`() {
    let (most, least) = (Double.greatestFiniteMagnitude, Double.leastNonzeroMagnitude)
    let (large, small) = (
      Array(repeating: [most], count: 5), Array(repeating: [least], count: 5)
    )
    #expect(independentRatio(large, small, level: 0, seed: 1) == nil)
    #expect(independentRatio(small, large, level: 0, seed: 1) == nil)
    #expect(independentRatio(large, large, level: 0, seed: 1)?.value == 1)
  }

  /// The sizes of both groups, the spreads between and within launches, and the quantile.
  @Test(
    arguments: [
      (5, 5, 0.1, 0.02, 0), (10, 10, 0.1, 0.05, 0), (9, 16, 0.3, 0.05, 0.25),
      (6, 16, 0.05, 0.02, 0.5),
    ] as [(Int, Int, Double, Double, Double)])
  func `a 95 % interval holds the true ratio about 95 times of 100`(
    countA: Int, countB: Int, between: Double, within: Double, level: Double
  ) {
    var noise = Noise(seed: 77)
    let runs = 300
    let held = (0..<runs).count { run in
      let a = noise.launches(countA, trials: 5, between: between, within: within)
        .map { $0.map { 1.1 * $0 } }
      let b = noise.launches(countB, trials: 5, between: between, within: within)
      return independentRatio(a, b, level: level, seed: UInt64(run), resamples: 150)?
        .interval?.contains(1.1) == true
    }
    // The interval is rather too wide, because a resample varies more than the launches do.
    #expect((0.90...0.98).contains(Double(held) / Double(runs)), "\(held) of \(runs)")
  }
}

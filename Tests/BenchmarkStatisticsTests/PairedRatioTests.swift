import BenchmarkStatistics
import Testing

struct PairedRatioTests {
  @Test func `no pairs have no ratio`() {
    #expect(pairedRatio([], [], seed: 1) == nil)
  }

  @Test func `few pairs have a ratio without an interval`() throws {
    let found = try #require(pairedRatio([2, 4, 8, 6], [1, 2, 4, 3], seed: 1))
    #expect(found.value.agrees(with: 2))
    #expect(found.interval == nil)
  }

  @Test func `one ratio in every pair has an interval without width`() throws {
    let found = try #require(pairedRatio([2, 4, 8, 6, 10], [1, 2, 4, 3, 5], seed: 1))
    let interval = try #require(found.interval)
    #expect(found.value.agrees(with: 2))
    #expect(interval.low.agrees(with: 2) && interval.high.agrees(with: 2))
    #expect(interval.contains(found.value))
  }

  @Test func `equal series have a ratio of one`() {
    let series = [3.0, 1, 4, 1.5, 9]
    #expect(
      pairedRatio(series, series, seed: 1)
        == Estimate(value: 1, interval: Interval(low: 1, high: 1)))
  }

  @Test func `an even count takes the geometric mean of the middle two`() throws {
    let found = try #require(pairedRatio([1, 4, 1, 100], [1, 1, 10, 1], seed: 1))
    #expect(found.value.agrees(with: 2))
  }

  @Test func `drift that falls on both of a pair falls out`() throws {
    let drift = [1.0, 10, 0.1, 100, 3, 7]
    let found = try #require(
      pairedRatio(drift.map { 1.1 * $0 }, drift.map { 1.0 * $0 }, seed: 1))
    #expect(found.value.agrees(with: 1.1))
    #expect(try #require(found.interval).relativeHalfWidth(around: 1.1) < 1e-12)
  }

  @Test func `the ratio the other way round is the inverse`() throws {
    var noise = Noise(seed: 3)
    let a = (0..<9).map { _ in noise.logNormal(20, sigma: 0.2) }
    let b = (0..<9).map { _ in noise.logNormal(25, sigma: 0.2) }
    let forward = try #require(pairedRatio(a, b, seed: 1))
    let backward = try #require(pairedRatio(b, a, seed: 1))
    #expect((forward.value * backward.value).agrees(with: 1))
  }

  @Test(arguments: [0, -1, .infinity, .nan])
  func `a value that has no ratio leaves the whole without one`(odd: Double) {
    #expect(pairedRatio([1, 1, 1, 1, odd], [1, 1, 1, 1, 1], seed: 1) == nil)
    #expect(pairedRatio([1, 1, 1, 1, 1], [1, 1, 1, 1, odd], seed: 1) == nil)
    #expect(pairedRatio([1, 1, 1, 1, odd], [1, 1, 1, 1, odd], seed: 1) == nil)
  }

  @Test func `the interval holds the truth about as often as it says`() {
    var noise = Noise(seed: 12)
    let runs = 300
    let held = (0..<runs).count { run in
      let b = (0..<16).map { _ in noise.logNormal(20, sigma: 0.5) }
      let a = b.map { 1.05 * noise.logNormal($0, sigma: 0.03) }
      return pairedRatio(a, b, seed: UInt64(run), resamples: 300)?.interval?.contains(1.05) == true
    }
    #expect((0.89...0.99).contains(Double(held) / Double(runs)))
  }
}

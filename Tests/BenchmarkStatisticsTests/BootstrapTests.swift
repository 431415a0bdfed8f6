import BenchmarkStatistics
import Testing

struct BootstrapTests {
  @Test func `fewer than five invocations have no interval`() {
    let four = Array(repeating: [1.0, 2, 3], count: 4)
    #expect(hierarchicalBootstrap(invocations: four, level: 0, seed: 1) == nil)
    #expect(hierarchicalBootstrap(invocations: [], level: 0, seed: 1) == nil)
  }

  @Test func `an invocation without trials doesn't count`() {
    let invocations = Array(repeating: [1.0, 2, 3], count: 4) + [[]]
    #expect(hierarchicalBootstrap(invocations: invocations, level: 0, seed: 1) == nil)
    #expect(estimate(invocations: invocations, level: 0, seed: 1) == Estimate(value: 1))
  }

  @Test(arguments: [0, 0.25, 0.5, 1])
  func `equal trials have an interval without width`(level: Double) {
    let invocations = Array(repeating: Array(repeating: 4.2, count: 12), count: 5)
    #expect(
      hierarchicalBootstrap(invocations: invocations, level: level, seed: 9)
        == Interval(low: 4.2, high: 4.2))
  }

  @Test func `one trial an invocation is an ordinary bootstrap of the median`() {
    let invocations = (1...5).map { [Double($0)] }
    // Three of five draws are the minimum 58 times of 1000, so the tails of 25 reach the ends.
    #expect(
      hierarchicalBootstrap(invocations: invocations, level: 0.25, seed: 3)
        == Interval(low: 1, high: 5))
  }

  @Test func `a seed gives the same interval again and another seed another one`() {
    var noise = Noise(seed: 1)
    let invocations = noise.invocations(10, between: 0.1, within: 0.05)
    let first = hierarchicalBootstrap(invocations: invocations, level: 0.25, seed: 5)
    #expect(first == hierarchicalBootstrap(invocations: invocations, level: 0.25, seed: 5))
    #expect(first != hierarchicalBootstrap(invocations: invocations, level: 0.25, seed: 6))
  }

  @Test func `the order of trials inside an invocation changes nothing`() {
    var noise = Noise(seed: 2)
    let invocations = noise.invocations(6, between: 0.1, within: 0.05)
    #expect(
      hierarchicalBootstrap(invocations: invocations, level: 0.5, resamples: 200, seed: 5)
        == hierarchicalBootstrap(
          invocations: invocations.map { $0.reversed() }, level: 0.5, resamples: 200, seed: 5))
  }

  private static let invocations: [[Double]] = [
    [100, 113, 152], [107, 121, 160, 219], [114, 127, 166, 231, 300], [121, 134, 173, 238],
    [128, 140], [135, 148, 187, 252],
  ]

  @Test(
    arguments: [
      (0.0, Interval(low: 107, high: 135)), (0.25, Interval(low: 114, high: 154.590625)),
      (0.5, Interval(low: 123.5, high: 188.775)), (1, Interval(low: 140, high: 252)),
    ] as [(Double, Interval)])
  func `a seed keeps its interval for good`(level: Double, expected: Interval) throws {
    let found = try #require(
      hierarchicalBootstrap(invocations: Self.invocations, level: level, resamples: 500, seed: 42))
    #expect(found.low.agrees(with: expected.low))
    #expect(found.high.agrees(with: expected.high))
  }

  // By a plain implementation in Python that draws value by value and sorts, 200,000 times. The values lie
  // far apart, and so do the ends that chance moves to.
  @Test(
    arguments: [
      (0.0, Interval(low: 107, high: 135)), (0.25, Interval(low: 114, high: 155.125)),
      (0.5, Interval(low: 120.75, high: 185.5)), (1, Interval(low: 140, high: 252)),
    ] as [(Double, Interval)])
  func `many resamples come to what drawing value by value does`(
    level: Double, expected: Interval
  ) throws {
    let found = try #require(
      hierarchicalBootstrap(
        invocations: Self.invocations, level: level, resamples: 20_000, seed: 7))
    #expect(abs(found.low - expected.low) <= 1)
    #expect(abs(found.high - expected.high) <= 3)
  }

  @Test func `more confidence is a wider interval`() throws {
    var noise = Noise(seed: 4)
    let invocations = noise.invocations(12, between: 0.1, within: 0.05)
    let narrow = try #require(
      hierarchicalBootstrap(
        invocations: invocations, level: 0.25, resamples: 500, confidence: 0.5, seed: 1))
    let wide = try #require(
      hierarchicalBootstrap(
        invocations: invocations, level: 0.25, resamples: 500, confidence: 0.99, seed: 1))
    #expect(wide.low < narrow.low && narrow.high < wide.high)
  }

  @Test(arguments: [0, 0.25, 0.5, 1])
  func `the interval holds the estimate`(level: Double) throws {
    var noise = Noise(seed: 8)
    for seed in 0..<20 as Range<UInt64> {
      let invocations = noise.invocations(6, trials: 5, between: 0.001, within: 0.3)
      let found = try #require(estimate(invocations: invocations, level: level, seed: seed))
      #expect(try #require(found.interval).contains(found.value))
    }
  }

  @Test func `minima that resamples often miss leave the estimate inside the interval`() throws {
    // One trial of 50 is far below the rest, and a resample misses it 36 times of 100. The middle
    // of what is left lies near the upper quartile of the minima, well above their median.
    let invocations = (0..<41).map { [10 + Double($0) / 100] + Array(repeating: 20, count: 49) }
    let interval = try #require(
      hierarchicalBootstrap(
        invocations: invocations, level: 0, resamples: 100, confidence: 0.2, seed: 1))
    #expect(interval.low == 10.2)
    #expect(interval.high > 10.3)
  }

  @Test func `an estimate is the median of each invocation's quantile`() {
    let found = estimate(invocations: [[3, 1, 2], [10, 30, 20], [5, 6, 4]], level: 0, seed: 1)
    #expect(found == Estimate(value: 4))
  }

  @Test func `no trials have no estimate`() {
    #expect(estimate(invocations: [], level: 0.5, seed: 1) == nil)
    #expect(estimate(invocations: [[], []], level: 0.5, seed: 1) == nil)
  }

  @Test(arguments: [0, 0.25, 0.5])
  func `the interval holds the truth about as often as it says`(level: Double) throws {
    var noise = Noise(seed: 100)
    let population = noise.invocations(2000, between: 0.1, within: 0.05)
    let truth = try #require(median(population.compactMap { quantile($0, level) }))
    let runs = 300
    let held = (0..<runs).count { run in
      let invocations = noise.invocations(10, between: 0.1, within: 0.05)
      return hierarchicalBootstrap(
        invocations: invocations, level: level, resamples: 150, seed: UInt64(run))?
        .contains(truth) == true
    }
    // Ten values and a percentile bootstrap: 93 to 94 % in 2000 runs.
    #expect((0.89...0.99).contains(Double(held) / Double(runs)))
  }
}

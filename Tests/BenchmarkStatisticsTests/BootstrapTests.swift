import Testing

@testable import BenchmarkStatistics

/// The resampling of launches and their trials, for the intervals of ratios of independent runs.
struct BootstrapTests {
  /// The interval of the median of the launches' quantiles, by resampling.
  private func interval(
    _ launches: [[Double]], level: Double, resamples: Int, confidence: Double = 0.95,
    seed: UInt64
  ) throws -> Interval {
    let resampled = try #require(ResampledLaunches(launches, level: level))
    var generator = SplitMix64(seed: seed)
    return try #require(
      percentileInterval(
        of: resampled.resampledMedians(resamples, using: &generator), around: resampled.observed,
        confidence: confidence))
  }

  private static let launches: [[Double]] = [
    [100, 113, 152], [107, 121, 160, 219], [114, 127, 166, 231, 300], [121, 134, 173, 238],
    [128, 140], [135, 148, 187, 252],
  ]

  @Test(
    arguments: [
      (0.0, Interval(low: 107, high: 135)), (0.25, Interval(low: 114, high: 154.590625)),
      (0.5, Interval(low: 123.5, high: 188.775)), (1, Interval(low: 140, high: 252)),
    ] as [(Double, Interval)])
  func `a seed gives the same interval in every version`(level: Double, expected: Interval) throws {
    let found = try interval(Self.launches, level: level, resamples: 500, seed: 42)
    #expect(found.low.agrees(with: expected.low))
    #expect(found.high.agrees(with: expected.high))
  }

  // The expected ends are from a plain implementation in Python that draws value by value and
  // sorts, with 200,000 resamples. The values lie far apart, so chance can move an end far.
  @Test(
    arguments: [
      (0.0, Interval(low: 107, high: 135)), (0.25, Interval(low: 114, high: 155.125)),
      (0.5, Interval(low: 120.75, high: 185.5)), (1, Interval(low: 140, high: 252)),
    ] as [(Double, Interval)])
  func `many resamples give the interval of drawing value by value`(
    level: Double, expected: Interval
  ) throws {
    let found = try interval(Self.launches, level: level, resamples: 20_000, seed: 7)
    #expect(abs(found.low - expected.low) <= 1)
    #expect(abs(found.high - expected.high) <= 3)
  }

  @Test func `an estimate from minima is in its interval, though resamples often miss the minima`()
    throws
  {
    // One of a launch's 50 trials is far below the others, and a resample misses that trial 36 times
    // of 100. So the resampled medians lie near the upper quartile of the minima, well above their
    // median.
    let launches = (0..<41).map { [10 + Double($0) / 100] + Array(repeating: 20, count: 49) }
    let interval = try interval(launches, level: 0, resamples: 100, confidence: 0.2, seed: 1)
    #expect(interval.low == 10.2)
    #expect(interval.high > 10.3)
  }

  @Test(arguments: [0, 0.25, 0.5])
  func `a 95 % interval holds the truth about 95 times of 100`(level: Double) throws {
    var noise = Noise(seed: 100)
    let population = noise.launches(2000, between: 0.1, within: 0.05)
    let truth = try #require(median(population.compactMap { quantile($0, level) }))
    let runs = 300
    let held = try (0..<runs).count { run in
      let launches = noise.launches(10, between: 0.1, within: 0.05)
      return try interval(launches, level: level, resamples: 150, seed: UInt64(run))
        .contains(truth)
    }
    // A percentile bootstrap of ten launches holds the truth in 93 to 94 % of 2000 runs.
    #expect((0.89...0.99).contains(Double(held) / Double(runs)))
  }
}

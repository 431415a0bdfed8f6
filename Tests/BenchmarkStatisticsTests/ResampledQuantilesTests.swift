import Testing

@testable import BenchmarkStatistics

struct ResampledQuantilesTests {
  /// The quantiles of resamples that are drawn value by value and sorted, as a reference.
  private func sorted(
    _ values: [Double], level: Double, _ resamples: Int, seed: UInt64
  ) -> [Double] {
    var generator = SplitMix64(seed: seed)
    let ascending = values.sorted()
    let rank = Rank(level: level, count: values.count)
    return (0..<resamples).map { _ in
      rank.quantile(
        of: ascending.indices.map { _ in
          ascending[Int(generator.next(below: UInt64(ascending.count)))]
        }.sorted())
    }
  }

  private func drawn(
    _ values: [Double], level: Double, _ resamples: Int, seed: UInt64
  ) -> [Double] {
    var samples = ResampledQuantiles()
    // Another sample comes first, so that neither the values nor their `PositionLaw` (the
    // probabilities of the positions of a resample's quantile) begin at index 0.
    samples.append([5, 6], level: 0)
    samples.append(values, level: level)
    var generator = SplitMix64(seed: seed)
    return samples.withDrawing(using: &generator) { draws in
      (0..<resamples).map { _ in draws.quantile(of: 1) }
    }
  }

  private func values(_ count: Int) -> [Double] {
    var random = SplitMix64(seed: 11)
    return (0..<count).map { _ in Double(random.next(below: 1000)) }
  }

  @Test(arguments: [0, 0.03, 0.25, 0.5, 0.99, 1])
  func `resamples of more values than a position law may have are drawn value by value`(
    level: Double
  ) {
    let values = values(PositionLaw.greatestCount + 1)
    #expect(drawn(values, level: level, 20, seed: 13) == sorted(values, level: level, 20, seed: 13))
  }

  // The means of 4000 resamples may differ by four standard errors.
  @Test(arguments: [1, 2, 3, 5, 20, 31, 100], [0, 0.25, 0.5, 0.75, 1])
  func `quantiles have the same mean and spread as quantiles of sorted resamples`(
    size: Int, level: Double
  ) {
    let values = values(size)
    let some = Moments(drawn(values, level: level, 4000, seed: 13))
    let others = Moments(sorted(values, level: level, 4000, seed: 17))
    let spread = max(some.deviation, others.deviation)
    #expect(abs(some.mean - others.mean) <= 4 * spread * (2.0 / 4000).squareRoot())
    #expect(abs(some.deviation - others.deviation) <= 0.1 * spread)
  }

  @Test func `the observed quantile is the quantile of the sample`() {
    for size in [1, 2, 7, 1500] {
      for level in [0, 0.25, 1] {
        var samples = ResampledQuantiles()
        samples.append(values(size), level: level)
        #expect(samples.observed == [quantile(values(size), level) ?? .nan])
      }
    }
  }

  @Test
  func `resampled medians are the medians of the drawn launches, for few and for many launches`()
    throws
  {
    var random = SplitMix64(seed: 17)
    for count in [1, 2, 5, 6, 31, 32, 33, 40] {
      let launches = (0..<count).map { _ in [Double(random.next(below: 1000))] }
      let resampled = try #require(ResampledLaunches(launches, level: 0))
      var (generator, other) = (SplitMix64(seed: 19), SplitMix64(seed: 19))
      let medians = resampled.resampledMedians(100, using: &generator)
      let expected = (0..<100).map { _ in
        median(
          launches.indices.map { _ in
            let drawn = Int(other.next(below: UInt64(count)))
            _ = other.next()
            return launches[drawn][0]
          })
      }
      #expect(medians == expected.map { $0 ?? .nan })
    }
  }
}

private struct Moments {
  let mean: Double
  let deviation: Double

  init(_ values: [Double]) {
    let mean = values.reduce(0, +) / Double(values.count)
    self.mean = mean
    deviation =
      (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)).squareRoot()
  }
}

import Testing

@testable import BenchmarkStatistics

struct OrderStatisticsTests {
  @Test func `ranks are where sorting would put them`() {
    var random = SplitMix64(seed: 7)
    for round in 0..<300 {
      let count = 1 + Int(random.next(below: 60))
      // Few different values in every other round: resamples have many equal ones.
      let distinct: UInt64 = round % 2 == 0 ? 4 : 1_000_000
      let values = (0..<count).map { _ in Double(random.next(below: distinct)) - 2 }
      let ranks = (0..<4).map { _ in Int(random.next(below: UInt64(count))) }.sorted()
      var placed = values
      placeOrderStatistics(ranks, in: &placed)
      let sorted = values.sorted()
      #expect(ranks.map { placed[$0] } == ranks.map { sorted[$0] })
      #expect(placed.sorted() == sorted)
    }
  }

  @Test func `infinite values are placed as others are`() {
    var values: [Double] = [3, .infinity, -.infinity, 1, .infinity]
    placeOrderStatistics([0, 3], in: &values)
    #expect(values[0] == -Double.infinity)
    #expect(values[3] == .infinity)
  }
}

struct ResampledQuantilesTests {
  /// The quantiles of resamples by sorting each: what drawing has to come to.
  private func sorted(
    _ values: [Double], level: Double, _ resamples: Int, seed: UInt64
  ) -> [Double?] {
    var generator = SplitMix64(seed: seed)
    let ascending = values.sorted()
    return (0..<resamples).map { _ in
      quantile(
        ascending.indices.map { _ in
          ascending[Int(generator.next(below: UInt64(ascending.count)))]
        }, level)
    }
  }

  // Each way of counting, and the sizes where one takes over from another.
  @Test(
    arguments: [1, 2, 3, 4, 7, 8, 9, 10, 20, 31, 32, 33, 100], [0, 0.03, 0.25, 0.5, 0.75, 0.99, 1])
  func `a quantile is that of the sorted resample`(size: Int, level: Double) {
    var random = SplitMix64(seed: 11)
    let values = (0..<size).map { _ in Double(random.next(below: 1000)) }
    var samples = ResampledQuantiles()
    // Another sample before it, so that it does not begin at the beginning.
    samples.append([5, 6], level: 0)
    samples.append(values, level: level)
    #expect(samples.observed[1] == quantile(values, level))
    var generator = SplitMix64(seed: 13)
    let drawn = samples.withDrawing(using: &generator) { draws in
      (0..<200).map { _ in draws.quantile(of: 1) }
    }
    #expect(drawn == sorted(values, level: level, 200, seed: 13))
    // The generator goes on behind the draws.
    var other = SplitMix64(seed: 13)
    for _ in 0..<(200 * size) { _ = other.next() }
    #expect(generator.next() == other.next())
  }

  @Test func `medians of few and of many invocations are those of sorted summaries`() throws {
    var random = SplitMix64(seed: 17)
    for count in [1, 2, 5, 6, 31, 32, 33, 40] {
      let invocations = (0..<count).map { _ in [Double(random.next(below: 1000))] }
      let resampled = try #require(ResampledInvocations(invocations, level: 0))
      var (generator, other) = (SplitMix64(seed: 19), SplitMix64(seed: 19))
      let medians = resampled.resampledMedians(100, using: &generator)
      let expected = (0..<100).map { _ in
        median(
          invocations.indices.map { _ in
            let drawn = Int(other.next(below: UInt64(count)))
            _ = other.next()
            return invocations[drawn][0]
          })
      }
      #expect(medians == expected.map { $0 ?? .nan })
    }
  }
}

import BenchmarkStatistics
import Testing

struct SerialFractionTests {
  @Test(arguments: [2, 4, 16, 64])
  func `the serial fraction is 0 for an ideal speed-up, and 1 for a speed-up of 1`(width: Int)
    throws
  {
    let ideal = try #require(serialFraction(speedup: Double(width), width: width))
    let none = try #require(serialFraction(speedup: 1, width: width))
    #expect(ideal.magnitude < 1e-12)
    #expect(none.agrees(with: 1))
  }

  @Test(arguments: [0.01, 0.1, 0.5], [2, 8, 32])
  func `the fraction of a loop that follows Amdahl's law is its serial share at every width`(
    share: Double, width: Int
  ) throws {
    let speedup = 1 / (share + (1 - share) / Double(width))
    #expect(
      try #require(serialFraction(speedup: speedup, width: width))
        .agrees(with: share, relative: 1e-9))
  }

  @Test func `the fraction is above 1 for a slowdown, and below 0 for a speed-up beyond the width`()
    throws
  {
    #expect(try #require(serialFraction(speedup: 0.5, width: 2)) == 3)
    #expect(try #require(serialFraction(speedup: 4, width: 2)) == -0.5)
  }

  @Test(arguments: [(2.0, 1), (0, 2), (-1, 2), (.infinity, 2), (.nan, 2)] as [(Double, Int)])
  func `a width of 1, or a speed-up that is not positive and finite, has no fraction`(
    speedup: Double, width: Int
  ) {
    #expect(serialFraction(speedup: speedup, width: width) == nil)
  }

  @Test func `the ends of a fraction's interval are the fractions of the speed-up's ends, swapped`()
    throws
  {
    let speedup = Estimate(value: 1.6, interval: Interval(low: 1, high: 2))
    let found = try #require(serialFraction(of: speedup, width: 2))
    #expect(found.value.agrees(with: 0.25))
    #expect(found.interval == Interval(low: 0, high: 1))
    #expect(try #require(serialFraction(of: Estimate(value: 2), width: 2)).interval == nil)
  }
}

import BenchmarkStatistics
import Testing

struct OrderStatisticIntervalTests {
  @Test(arguments: 0...5)
  func `fewer than six values have no interval at 95 percent`(count: Int) {
    #expect(orderStatisticInterval((0..<count).map(Double.init)) == nil)
  }

  @Test func `five values have an interval at 90 percent`() {
    #expect(
      orderStatisticInterval([5, 3, 1, 2, 4], confidence: 0.9) == Interval(low: 1, high: 5))
  }

  // The ranks are from integer arithmetic of arbitrary precision.
  @Test(arguments: [(6, 1), (8, 1), (9, 2), (10, 2), (12, 3), (20, 6), (25, 8), (100, 40)])
  func `the ends of the interval are the values of exact ranks`(count: Int, rank: Int) {
    let values = (1...count).map(Double.init).reversed()
    #expect(
      orderStatisticInterval(Array(values))
        == Interval(low: Double(rank), high: Double(count + 1 - rank)))
  }

  @Test func `equal values have an interval without width`() {
    #expect(
      orderStatisticInterval(Array(repeating: 2, count: 10)) == Interval(low: 2, high: 2))
  }

  @Test(arguments: [6, 10, 25])
  func `a 95 % interval holds the median at least 95 times of 100`(count: Int) {
    var noise = Noise(seed: UInt64(count))
    let runs = 1000
    let held = (0..<runs).count { _ in
      let values = (0..<count).map { _ in noise.logNormal(20, sigma: 0.5) }
      return orderStatisticInterval(values)?.contains(20) == true
    }
    #expect(Double(held) / Double(runs) >= 0.95)
  }
}

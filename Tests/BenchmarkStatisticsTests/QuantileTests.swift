import BenchmarkStatistics
import Testing

struct QuantileTests {
  @Test func `an empty sample has no quantile`() {
    #expect(quantile([], 0.5) == nil)
    #expect(quantile(sorted: [], 0) == nil)
    #expect(median([]) == nil)
  }

  @Test(arguments: [0, 0.25, 0.5, 0.99, 1])
  func `every quantile of one value is that value`(level: Double) {
    #expect(quantile([7], level) == 7)
  }

  @Test func `level zero is the minimum and level one the maximum`() {
    #expect(quantile([3, 1, 2], 0) == 1)
    #expect(quantile([3, 1, 2], 1) == 3)
  }

  @Test func `a quantile between two values is interpolated as by default in R and NumPy`() {
    // There are three gaps, so level 0.25 lies three quarters of the way along the first gap.
    let values: [Double] = [8, 1, 4, 2]
    let found = [0.1, 0.25, 0.5, 0.75, 0.9].compactMap { quantile(values, $0) }
    #expect(zip(found, [1.3, 1.75, 3, 5, 6.8]).allSatisfy { $0.agrees(with: $1) })
    #expect(found.count == 5)
  }

  @Test func `the lower quartile of twelve values lies between the third and the fourth`() {
    #expect(quantile((1...12).map(Double.init), 0.25) == 3.75)
  }

  @Test func `the median of an odd count is the middle value`() {
    #expect(median([5, 1, 100]) == 5)
  }

  @Test func `the median of an even count is the mean of the middle two`() {
    #expect(median([4, 1, 100, 2]) == 3)
  }

  @Test func `each quantile of equal values is their value`() {
    #expect(quantile(Array(repeating: 0.1, count: 9), 0.3) == 0.1)
  }

  @Test func `sorted values have the same quantile as unsorted ones`() {
    let values = [9.5, 2, 7, 7, 1]
    #expect(quantile(sorted: values.sorted(), 0.4) == quantile(values, 0.4))
  }

  @Test func `an infinite value counts as the largest value`() {
    #expect(median([1, 2, .infinity]) == 2)
    #expect(quantile([1, .infinity, .infinity], 0.75) == .infinity)
  }
}

import Testing

@testable import BenchmarkStatistics

struct OrderStatisticsTests {
  @Test func `the values at the chosen ranks are those that sorting would put there`() {
    var random = SplitMix64(seed: 7)
    for round in 0..<300 {
      let count = 1 + Int(random.next(below: 60))
      // Every other sample has few different values, as a resample has.
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

  @Test func `infinite values are placed like finite ones`() {
    var values: [Double] = [3, .infinity, -.infinity, 1, .infinity]
    placeOrderStatistics([0, 3], in: &values)
    #expect(values[0] == -Double.infinity)
    #expect(values[3] == .infinity)
  }
}

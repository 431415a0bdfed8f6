import BenchmarkStatistics
import Testing

struct SplitMix64Tests {
  @Test func `the numbers are those of the published reference`() {
    var generator = SplitMix64(seed: 1_234_567)
    let stream = (0..<5).map { _ in generator.next() }
    #expect(
      stream == [
        6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
        4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
      ])
  }

  @Test(arguments: [1, 2, 3, 10, 1 << 63, .max] as [UInt64])
  func `numbers stay below their bound`(bound: UInt64) {
    var generator = SplitMix64(seed: bound)
    #expect((0..<1000).allSatisfy { _ in generator.next(below: bound) < bound })
  }

  @Test func `each face of a die falls equally often`() {
    var generator = SplitMix64(seed: 6)
    var faces = [Double](repeating: 0, count: 6)
    for _ in 0..<6000 { faces[Int(generator.next(below: 6))] += 1 }
    let chiSquare = faces.reduce(0) { $0 + ($1 - 1000) * ($1 - 1000) / 1000 }
    // 20.5 is the 99.9 % quantile of chi-square with 5 degrees of freedom.
    #expect(chiSquare < 20.5)
  }

  @Test func `numbers below a bound of three quarters of the range are not biased`() {
    // A draw is the high word of a 64-bit number times the bound. If no number were rejected, each
    // multiple of 3 would be twice as frequent as any other draw.
    var generator = SplitMix64(seed: 3)
    let bound: UInt64 = 3 << 62
    var remainders = [0, 0, 0]
    for _ in 0..<3000 { remainders[Int(generator.next(below: bound) % 3)] += 1 }
    #expect(remainders.allSatisfy { (900...1100).contains($0) })
  }

  @Test func `shuffling keeps every item once`() {
    var generator = SplitMix64(seed: 7)
    let shuffled = generator.shuffled(Array(0..<100))
    #expect(shuffled.sorted() == Array(0..<100))
    #expect(shuffled != Array(0..<100))
  }

  @Test func `shuffling no item or one item changes nothing`() {
    var generator = SplitMix64(seed: 7)
    #expect(generator.shuffled([Int]()).isEmpty)
    #expect(generator.shuffled(["ticket"]) == ["ticket"])
  }

  @Test func `a seed gives the same order in every version`() {
    var generator = SplitMix64(seed: 42)
    #expect(generator.shuffled(Array(0..<10)) == [8, 3, 6, 5, 4, 0, 9, 2, 1, 7])
  }

  @Test func `each order of three items is equally likely`() {
    var generator = SplitMix64(seed: 11)
    var orders: [[Int]: Int] = [:]
    for _ in 0..<6000 { orders[generator.shuffled([0, 1, 2]), default: 0] += 1 }
    #expect(orders.count == 6)
    #expect(orders.values.allSatisfy { (880...1120).contains($0) })
  }
}

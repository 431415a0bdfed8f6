import BenchmarkStatistics
import Testing

struct GateLookTests {
  @Test func `the looks of a gate of forty cases are those of the documentation`() {
    let looks = gateLooks(cases: 40)
    #expect(looks.map(\.pairs) == [16, 28, 48, 80, 140, 240])
    #expect(looks.map(\.fewestOnOneSide) == [16, 25, 38, 58, 94, 151])
    #expect(looks.map(\.mostBeyondTolerance) == [2, 7, 15, 28, 55, 100])
  }

  @Test(arguments: [1, 2, 10, 40, 109, 110, 1000, 100_000], [0.01, 0.001])
  func `one pair fewer for a fail, or one more for a pass, would exceed the error of a look`(
    cases: Int, alpha: Double
  ) {
    let looks = gateLooks(cases: cases, alpha: alpha, beta: 0.05)
    #expect(looks.count == 6)
    for look in looks {
      let (n, c, k) = (look.pairs, look.fewestOnOneSide, look.mostBeyondTolerance)
      #expect(binomialTail(atLeast: c, of: n) <= alpha / Double(6 * cases))
      #expect(binomialTail(atLeast: c - 1, of: n) > alpha / Double(6 * cases))
      #expect(binomialCumulative(atMost: k, of: n) <= 0.05 / 6)
      #expect(binomialCumulative(atMost: k + 1, of: n) > 0.05 / 6)
    }
  }

  @Test func `the first look has 16 pairs for up to 109 cases, and more from 110 cases on`() {
    #expect(gateLooks(cases: 109).map(\.pairs) == [16, 28, 48, 80, 140, 240])
    #expect(gateLooks(cases: 109)[0].fewestOnOneSide == 16)
    #expect(gateLooks(cases: 110).map(\.pairs) == [17, 30, 51, 85, 149, 255])
    #expect(gateLooks(cases: 110)[0].fewestOnOneSide == 17)
    #expect(gateLooks(cases: 1000).map(\.pairs) == [20, 35, 60, 100, 175, 300])
  }

  @Test func `a beta that sixteen pairs can't reach makes the looks larger`() {
    let looks = gateLooks(cases: 1, alpha: 0.5, beta: 1e-6)
    #expect(looks.map(\.pairs) == [23, 41, 69, 115, 202, 345])
    #expect(looks[0].mostBeyondTolerance == 0)
  }
}

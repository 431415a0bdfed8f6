import BenchmarkStatistics
import Testing

struct GateLookTests {
  @Test func `forty cases are looked at as the design says`() {
    let looks = gateLooks(cases: 40)
    #expect(looks.map(\.pairs) == [16, 28, 48, 80])
    #expect(looks.map(\.fewestOnOneSide) == [16, 25, 38, 58])
    #expect(looks.map(\.mostBeyondTolerance) == [3, 7, 15, 29])
  }

  @Test(arguments: [1, 2, 10, 40, 163, 164, 1000, 100_000], [0.01, 0.001])
  func `each count is the first or the last that the error allows`(cases: Int, alpha: Double) {
    let looks = gateLooks(cases: cases, alpha: alpha, beta: 0.05)
    #expect(looks.count == 4)
    for look in looks {
      let (n, c, k) = (look.pairs, look.fewestOnOneSide, look.mostBeyondTolerance)
      #expect(binomialTail(atLeast: c, of: n) <= alpha / Double(4 * cases))
      #expect(binomialTail(atLeast: c - 1, of: n) > alpha / Double(4 * cases))
      #expect(binomialCumulative(atMost: k, of: n) <= 0.05 / 4)
      #expect(binomialCumulative(atMost: k + 1, of: n) > 0.05 / 4)
    }
  }

  @Test func `the first look can fail up to 163 cases and is larger from 164 on`() {
    #expect(gateLooks(cases: 163).map(\.pairs) == [16, 28, 48, 80])
    #expect(gateLooks(cases: 163)[0].fewestOnOneSide == 16)
    #expect(gateLooks(cases: 164).map(\.pairs) == [17, 30, 51, 85])
    #expect(gateLooks(cases: 164)[0].fewestOnOneSide == 17)
    #expect(gateLooks(cases: 1000).map(\.pairs) == [19, 34, 57, 95])
  }

  @Test func `a beta that sixteen pairs can't reach asks for larger looks too`() {
    let looks = gateLooks(cases: 1, alpha: 0.5, beta: 1e-6)
    #expect(looks.map(\.pairs) == [22, 39, 66, 110])
    #expect(looks[0].mostBeyondTolerance == 0)
  }
}

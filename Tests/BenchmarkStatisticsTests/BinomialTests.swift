import BenchmarkStatistics
import Testing

struct BinomialTests {
  @Test func `the probabilities of three throws are as counted by hand`() {
    #expect((-1...4).map { binomialCumulative(atMost: $0, of: 3) } == [0, 0.125, 0.5, 0.875, 1, 1])
    #expect((-1...4).map { binomialTail(atLeast: $0, of: 3) } == [1, 1, 0.875, 0.5, 0.125, 0])
  }

  @Test func `zero throws give zero heads`() {
    #expect(binomialCumulative(atMost: 0, of: 0) == 1)
    #expect(binomialTail(atLeast: 0, of: 0) == 1)
    #expect(binomialTail(atLeast: 1, of: 0) == 0)
  }

  @Test func `the probabilities of ten throws are as counted by hand`() {
    #expect(binomialTail(atLeast: 8, of: 10) == 56.0 / 1024)
    #expect(binomialCumulative(atMost: 4, of: 10) == 386.0 / 1024)
  }

  // The expected values are from integer arithmetic of arbitrary precision.
  @Test(arguments: [
    (0, 64, 5.421010862427522e-20),
    (5, 64, 4.5014084690611633e-13),
    (20, 100, 5.579544528625976e-10),
    (49, 100, 0.46020538130641064),
    (50, 101, 0.5),
    (450, 1000, 0.0008652680424881588),
    (499, 1000, 0.4873874909108196),
    (500, 1000, 0.5126125090891804),
    (530, 1000, 0.973161075177495),
    (100, 1000, 6.701717790006296e-162),
    (0, 1000, 9.332636185032189e-302),
    (900, 2001, 3.828314173878716e-06),
  ])
  func `long tails agree with exact arithmetic`(k: Int, n: Int, expected: Double) {
    #expect(binomialCumulative(atMost: k, of: n).agrees(with: expected))
    #expect(binomialTail(atLeast: n - k, of: n).agrees(with: expected))
  }

  @Test(arguments: [1, 2, 9, 100, 999, 1000, 3001])
  func `the probabilities of at most k heads and of more than k add up to 1`(n: Int) {
    for k in stride(from: 0, through: n, by: max(1, n / 10)) {
      let sum = binomialCumulative(atMost: k, of: n) + binomialTail(atLeast: k + 1, of: n)
      #expect(sum.agrees(with: 1))
    }
  }

  @Test func `the probability of at most k heads does not fall as k grows`() {
    let cumulative = (0...1000).map { binomialCumulative(atMost: $0, of: 1000) }
    #expect(zip(cumulative, cumulative.dropFirst()).allSatisfy { $0 <= $1 })
  }

  // Four looks of a gate over 40 cases, with alpha 1 % and beta 5 %.
  @Test(arguments: [(16, 16, 3), (28, 25, 7), (48, 38, 15), (80, 58, 29)])
  func `the tails give the critical counts of a sequential sign test`(
    pairs: Int, fail: Int, pass: Int
  ) {
    let alpha = 0.01 / (4 * 40)
    #expect(binomialTail(atLeast: fail, of: pairs) <= alpha)
    #expect(binomialTail(atLeast: fail - 1, of: pairs) > alpha)
    #expect(binomialCumulative(atMost: pass, of: pairs) <= 0.05 / 4)
    #expect(binomialCumulative(atMost: pass + 1, of: pairs) > 0.05 / 4)
  }
}

import BenchmarkStatistics
import Testing

struct RankingTests {
  @Test func `cases without common blocks are not told apart`() {
    #expect(!toldApart([], []))
    #expect(!toldApart([1, nil, 2, nil], [nil, 3, nil, 4]))
  }

  @Test func `a case is not told apart from itself`() {
    let series: [Double?] = (1...20).map(Double.init)
    #expect(!toldApart(series, series))
  }

  @Test func `six blocks that agree tell two cases apart, and five do not`() {
    let fast: [Double?] = [1, 2, 3, 4, 5, 6]
    let slow: [Double?] = [1.1, 2.1, 3.1, 4.1, 5.1, 6.1]
    #expect(toldApart(fast, slow))
    #expect(toldApart(slow, fast))
    #expect(!toldApart(fast, Array(slow.dropLast())))
  }

  @Test func `a missing launch takes its block out of both series`() {
    let fast: [Double?] = [1, 2, 3, 4, 5, 6]
    let slow: [Double?] = [1.1, 2.1, nil, 4.1, 5.1, 6.1]
    #expect(!toldApart(fast, slow))
    #expect(toldApart(fast + [7], slow + [7.1]))
  }

  @Test func `drift over blocks does not hide a steady difference`() {
    let drift: [Double] = [10, 30, 20, 50, 15, 40, 25, 35]
    #expect(toldApart(drift.map { $0 }, drift.map { $0 * 1.02 }))
  }

  @Test func `one contrary block of nine leaves two cases told apart, and one of eight does not`() {
    let base: [Double?] = Array(repeating: 10, count: 9)
    let other: [Double?] = [9] + Array(repeating: 11, count: 8)
    #expect(toldApart(base, other))
    #expect(!toldApart(Array(base.dropLast()), Array(other.dropLast())))
  }

  @Test func `a stricter level of significance needs more blocks`() {
    let fast: [Double?] = Array(repeating: 1, count: 7)
    let slow: [Double?] = Array(repeating: 2, count: 7)
    #expect(toldApart(fast, slow))
    #expect(!toldApart(fast, slow, alpha: 0.01))
  }

  private func ranks(_ series: [[Double?]], intervals: [(Double, Double)?]? = nil) -> [Int] {
    BenchmarkStatistics.ranks(
      series.enumerated().map { index, series in
        let ends = intervals?[index]
        return (series, ends.map { Interval(low: $0.0, high: $0.1) })
      })
  }

  @Test
  func `cases that are not told apart share a rank, and the next case's rank counts them all`() {
    let fast: [Double?] = [1, 2, 3, 4, 5, 6]
    let alike: [Double?] = [1.1, 1.9, 3.1, 3.9, 5.1, 5.9]
    let slow: [Double?] = [11, 12, 13, 14, 15, 16]
    #expect(ranks([fast, alike, slow]) == [1, 1, 3])
  }

  @Test func `two cases told apart are in two ranks, even if a case between is like both`() {
    let first: [Double?] = [10, 10, 10, 10, 10, 10]
    let between: [Double?] = [9, 13, 13, 13, 13, 13]
    let last: [Double?] = [12, 12, 14, 14, 14, 14]
    #expect(!toldApart(first, between) && !toldApart(between, last) && toldApart(first, last))
    #expect(ranks([first, between, last]) == [1, 1, 3])
  }

  @Test func `cases whose intervals do not overlap are not in one rank`() {
    let none: [Double?] = [nil]
    #expect(
      ranks([none, none, none], intervals: [(338, 397), (380, 650), (633, 709)]) == [1, 1, 3])
    #expect(ranks([none, none], intervals: [(338, 397), (397, 500)]) == [1, 1])
    #expect(ranks([none, none], intervals: [(338, 397), nil]) == [1, 1])
  }

  @Test func `a single case has rank 1, and no cases have no ranks`() {
    #expect(ranks([]).isEmpty)
    #expect(ranks([[1, 2, 3]]) == [1])
  }
}

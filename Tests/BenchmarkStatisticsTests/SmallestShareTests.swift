import BenchmarkStatistics
import Testing

struct SmallestShareTests {
  @Test func `nothing handed out has no smallest share`() {
    #expect(smallestShare([]) == nil)
    #expect(smallestShare([0, 0]) == nil)
  }

  @Test(arguments: [1e-200, 1, 5, 1e308])
  func `of equal shares the smallest is the even one`(share: Double) {
    #expect(smallestShare([share]) == 1)
    #expect(smallestShare([share, share, share, share]) == 1)
  }

  @Test func `one who gets nothing is starved, however many share the rest`() {
    #expect(smallestShare([0, 7]) == 0)
    #expect(smallestShare([Double](repeating: 1, count: 63) + [0]) == 0)
  }

  @Test func `uneven shares come out as counted by hand`() throws {
    // 1 of 6 in three parts: half of the third that an even split would give.
    #expect(try #require(smallestShare([3, 1, 2])).agrees(with: 0.5))
    #expect(try #require(smallestShare([1, 3])).agrees(with: 0.5))
  }
}

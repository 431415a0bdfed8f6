import BenchmarkStatistics
import Testing

/// The smallest share, as a multiple of the share that an even split would give.
struct SmallestShareTests {
  @Test func `the smallest share is nil without shares, and if all shares are 0`() {
    #expect(smallestShare([]) == nil)
    #expect(smallestShare([0, 0]) == nil)
  }

  @Test(arguments: [1e-200, 1, 5, 1e308])
  func `the smallest of equal shares is 1`(share: Double) {
    #expect(smallestShare([share]) == 1)
    #expect(smallestShare([share, share, share, share]) == 1)
  }

  @Test func `a thread that gets nothing has a share of 0, however many threads share everything`()
  {
    #expect(smallestShare([0, 7]) == 0)
    #expect(smallestShare([Double](repeating: 1, count: 63) + [0]) == 0)
  }

  @Test func `the smallest of uneven shares is as computed by hand`() throws {
    // The least of the three shares is 1 of 6, half of the third that an even split would give.
    #expect(try #require(smallestShare([3, 1, 2])).agrees(with: 0.5))
    #expect(try #require(smallestShare([1, 3])).agrees(with: 0.5))
  }
}

import BenchmarkStatistics
import Testing

struct JainIndexTests {
  @Test func `the index is nil without shares, and if all shares are 0`() {
    #expect(jainIndex([]) == nil)
    #expect(jainIndex([0, 0]) == nil)
  }

  @Test(arguments: [1e-200, 1, 5, 1e200])
  func `the index of equal shares is 1`(share: Double) {
    #expect(jainIndex([share]) == 1)
    #expect(jainIndex([share, share, share, share]) == 1)
  }

  @Test func `the index is 1 / n if one of n threads has everything`() {
    #expect(jainIndex([0, 0, 7, 0]) == 0.25)
  }

  @Test func `the index is a half if half of the threads share everything equally`() {
    #expect(jainIndex([3, 0, 3, 0]) == 0.5)
  }

  @Test func `the index of uneven shares is as computed by hand`() throws {
    // 6² / (3 · 14)
    #expect(try #require(jainIndex([1, 2, 3])).agrees(with: 6.0 / 7))
  }
}

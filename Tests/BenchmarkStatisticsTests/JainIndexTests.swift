import BenchmarkStatistics
import Testing

struct JainIndexTests {
  @Test func `nothing handed out is neither fair nor unfair`() {
    #expect(jainIndex([]) == nil)
    #expect(jainIndex([0, 0]) == nil)
  }

  @Test(arguments: [1e-200, 1, 5, 1e200])
  func `equal shares are perfectly fair`(share: Double) {
    #expect(jainIndex([share]) == 1)
    #expect(jainIndex([share, share, share, share]) == 1)
  }

  @Test func `one who has everything leaves one part in n`() {
    #expect(jainIndex([0, 0, 7, 0]) == 0.25)
  }

  @Test func `half who share equally leave a half`() {
    #expect(jainIndex([3, 0, 3, 0]) == 0.5)
  }

  @Test func `uneven shares come out as counted by hand`() throws {
    // 6² / (3 · 14)
    #expect(try #require(jainIndex([1, 2, 3])).agrees(with: 6.0 / 7))
  }
}

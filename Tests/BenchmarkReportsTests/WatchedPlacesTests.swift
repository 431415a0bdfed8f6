import BenchmarkDocument
import BenchmarkModel
import Testing

@testable import BenchmarkReports

@Suite struct WatchedPlacesTests {
  private func text(siblings: Int, own: Int, haveSiblings: Bool) -> String {
    let readings =
      (0..<siblings).map { _ in PlaceReading(distanceNanoseconds: 28, sharing: 1.3) }
      + (0..<own).map { _ in PlaceReading(distanceNanoseconds: 39, sharing: 1) }
    let seen = WatchedPlaces(
      PlaceShares(cpus: CPUList([0, 1]), readings: readings), haveSiblings: haveSiblings)
    return Terminal(isColoured: false).text(seen.document)
  }

  @Test func `the text lists the places with their shares, and says if the kernel agrees`() {
    #expect(
      text(siblings: 0, own: 100, haveSiblings: false) == """
          CPUs 0-1: own-cores 39 ns 100 % (100 observations)
            the kernel agrees: they have cores of their own

        """)
    #expect(
      text(siblings: 100, own: 0, haveSiblings: true)
        .hasSuffix("the kernel agrees: they share a core\n"))
  }

  @Test func `the text says if the readings contradict the kernel`() {
    #expect(
      text(siblings: 30, own: 70, haveSiblings: false)
        .contains(
          "note 30 % of the observations contradict the kernel, which says that they have cores of their own"
        ))
    #expect(
      text(siblings: 30, own: 70, haveSiblings: true)
        .contains("70 % of the observations contradict"))
  }

  @Test func `contradictions in up to 5 % of the observations are taken for chance`() {
    #expect(text(siblings: 5, own: 95, haveSiblings: false).contains("agrees"))
    #expect(text(siblings: 6, own: 94, haveSiblings: false).contains("contradict"))
  }

  @Test func `the text says if no place could be read`() {
    #expect(text(siblings: 0, own: 0, haveSiblings: false).contains("could not be read"))
  }
}

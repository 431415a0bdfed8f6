import Testing

@testable import BenchmarkReports

@Suite struct DerivedTableTests {
  @Test func `every file derived from a suite's table is recognized by its name`() {
    let scalings = [ScalingFixture.loops, ScalingFixture.fitted, ScalingFixture.crossovers]
    for file in scalings.flatMap(\.files) {
      #expect(DerivedTable.Kind(fileName: file.fileName) != nil, "\(file.fileName)")
    }
    let all = DerivedTable.fileNames(ofSuite: "locks")
    #expect(all.compactMap { DerivedTable.Kind(fileName: $0) } == DerivedTable.Kind.allCases)
    #expect(DerivedTable.Kind(fileName: "locks-threads-usl.csv") == .threadsUSL)
    #expect(DerivedTable.Kind(fileName: "locks-usl.csv") == .usl)
    #expect(DerivedTable.Kind(fileName: "locks.csv") == nil)
  }
}

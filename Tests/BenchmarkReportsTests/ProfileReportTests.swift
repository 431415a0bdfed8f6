import BenchmarkAnalysis
import BenchmarkModel
import Foundation
import Testing

@testable import BenchmarkReports

@Suite struct ProfileReportTests {
  private func text(_ evidence: ProfileEvidence, isColoured: Bool = false) -> String {
    ProfileReport(CaseProfile(evidence), palette: Palette(isColoured: isColoured)).render()
  }

  @Test func `show`() {
    print(text(ProfileFixture.serialQueue))
    print(text(ProfileFixture.bare))
  }
}

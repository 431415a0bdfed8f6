import BenchmarkAnalysis
import BenchmarkModel
import Testing

@testable import BenchmarkReports

@Suite struct CodeLayoutTests {
  private func result(_ scene: GateFixture.Scene) throws -> GateCaseResult {
    try #require(GateFixture.evaluation([scene]).cases.first)
  }

  private func factor(_ scene: GateFixture.Scene, known: Double) throws -> Double? {
    try result(scene).layoutFactor(in: [scene.id.description: known])
  }

  @Test
  func `code layout may explain a change that is no larger than its known effect on the case`()
    throws
  {
    #expect(try factor(GateFixture.slower(by: 1.2), known: 1.21) == 1.21)
    #expect(try factor(GateFixture.slower(by: 1.2), known: 1.15) == nil)
    #expect(try factor(GateFixture.faster(), known: 1.3) == 1.3)
    #expect(try factor(GateFixture.faster(), known: 1.2) == nil)
  }

  @Test
  func `code layout explains no case that passed, is undecided, crashed or has no known effect`()
    throws
  {
    #expect(try factor(GateFixture.same(), known: 2) == nil)
    #expect(try factor(GateFixture.undecided(), known: 2) == nil)
    #expect(try factor(GateFixture.crashed(), known: 2) == nil)
    #expect(try result(GateFixture.slower()).layoutFactor(in: [:]) == nil)
  }

  @Test func `a layout factor is written in percent`() {
    #expect(
      GateWords.layout(1.44)
        == "possible cause: layout (other link orders of the same code changed this case's cost by 44 %)"
    )
  }

  @Test func `each known layout factor has a valid case name and is above 1.05`() {
    for (name, factor) in CodeLayout.factors {
      #expect(throws: Never.self) { try CaseID(parsing: name) }
      #expect(factor > 1.05, "\(name)")
    }
  }
}

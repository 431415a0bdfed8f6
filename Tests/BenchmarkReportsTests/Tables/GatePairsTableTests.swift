import BenchmarkAnalysis
import BenchmarkModel
import TestSupport
import Testing

@testable import BenchmarkReports

struct GatePairsTableTests {
  private func recording(_ scenes: GateFixture.Scene...) -> PairRecording {
    GateFixture.recording(scenes, order: .candidateFirst)
  }

  private func id(_ primitive: String) -> String { GateFixture.id(primitive).description }

  @Test func `a case's table has its pairs, the looks and the verdict`() throws {
    let recording = recording(GateFixture.same(), GateFixture.slower())
    let text = try #require(GatePairsTable.render(recording, case: id("ticket")))
    let rows = TableRows(text).rows
    #expect(rows.count == 241)
    #expect(rows[0]["pair"] == "" && rows[0]["verdict"] == "FAIL")
    #expect(rows[0]["looks"] == "16 28 48 80 140 240" && rows[0]["decided_pairs"] == "16")
    #expect(rows[0]["ratio"] == "1.2" && rows[0]["tolerance"] == "0.1")
    #expect(rows[1]["pair"] == "0" && rows[1]["order"] == "BA" && rows[1]["value_a"] == "20")
    #expect(rows.allSatisfy { $0["case"] == id("ticket") })
  }

  @Test func `a case and its sham have separate tables`() throws {
    let recording = recording(GateFixture.slower(), GateFixture.sham())
    let sham = try #require(GatePairsTable.render(recording, case: id("ticket"), role: .sham))
    #expect(TableRows(sham).rows.first?["verdict"] == "PASS")
  }

  @Test func `a pair with a failed launch has the reason and no values`() throws {
    let text = try #require(
      GatePairsTable.render(recording(GateFixture.crashed()), case: id("broken")))
    let last = try #require(TableRows(text).rows.last)
    #expect(last["status"] == "failed-b" && last["value_b"] == "")
    #expect(last["reason"] == "killed by SIGSEGV")
  }

  @Test func `a case that the gate did not plan has no table`() {
    #expect(GatePairsTable.render(recording(GateFixture.same()), case: "locks/x/y") == nil)
  }
}

import BenchmarkModel
import BenchmarkRunner
import Testing

@testable import SyncBenchCLI

@Suite struct GateProgressLineTests {
  private func progress(
    _ decided: Int, _ undecided: Int, left: UInt64, current: CaseID? = nil
  ) -> GateProgress {
    GateProgress(
      decided: decided, undecided: undecided, pairs: 3, currentCase: current,
      elapsedNanoseconds: 1, remainingNanoseconds: left)
  }

  @Test func `it says what is decided, what is not, and what is left at most`() {
    let id = CaseID(
      suite: "locks", workload: "contended", primitive: "mcs",
      parameters: [Parameter("threads", 2)])
    #expect(
      GateProgressLine.text(progress(12, 29, left: 200_400_000_000, current: id))
        == "12 of 41 cases decided, 29 undecided, 3 min 20 s left at most  "
        + "locks/contended/mcs/threads=2")
  }

  @Test func `without a case nothing stands in its place`() {
    #expect(
      GateProgressLine.text(progress(0, 1, left: 59_000_000_000))
        == "0 of 1 cases decided, 1 undecided, 59 s left at most")
  }

  @Test func `a tenth is one of the decided cases`() {
    #expect(
      (0...20).map { GateProgressLine.tenth(progress($0, 20 - $0, left: 0)) }
        == (0...20).map { $0 / 2 })
    #expect(GateProgressLine.tenth(progress(40, 1, left: 0)) == 9)
    #expect(GateProgressLine.tenth(progress(0, 0, left: 0)) == 0)
  }
}

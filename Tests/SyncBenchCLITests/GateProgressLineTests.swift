import BenchmarkModel
import BenchmarkRunner
import Testing

@testable import SyncBenchCLI

@Suite struct GateProgressLineTests {
  private func progress(
    _ decided: Int, _ undecided: Int, left: UInt64, gone: UInt64 = 1, current: CaseID? = nil
  ) -> GateProgress {
    GateProgress(
      decided: decided, undecided: undecided, pairs: 3, currentCase: current,
      elapsedNanoseconds: gone, remainingNanoseconds: left)
  }

  @Test func `it says what is decided, what is not, and what is left at most`() {
    let id = CaseID(
      suite: "locks", workload: "contended", primitive: "mcs",
      parameters: [Parameter("threads", 2)])
    #expect(
      GateProgressLine.text(progress(12, 29, left: 200_400_000_000, current: id))
        == "12 decided, 29 undecided, 3 min 20 s left at most  "
        + "locks/contended/mcs/threads=2")
  }

  @Test func `without a case nothing stands in its place`() {
    #expect(
      GateProgressLine.text(progress(0, 1, left: 59_000_000_000))
        == "0 decided, 1 undecided, 59 s left at most")
  }

  @Test func `a tenth is one of the time, as far as can be told`() {
    #expect(
      (0...10).map { GateProgressLine.tenth(progress(0, 9, left: 10 - $0, gone: $0)) }
        == Array(0...10))
    #expect(GateProgressLine.tenth(progress(9, 0, left: 0, gone: .max)) == 10)
    #expect(GateProgressLine.tenth(progress(0, 1, left: 0, gone: 0)) == 0)
  }
}

import BenchmarkModel
import TestSupport
import Testing

@testable import BenchmarkRunner
@testable import SyncBenchCLI

@Suite struct GateProgressLineTests {
  private func progress(
    _ decided: Int, _ undecided: Int, left: UInt64, gone: UInt64 = 1, current: CaseID? = nil
  ) -> RunProgress {
    RunProgress(
      done: 0, total: 0, currentCase: current, failures: 0, elapsedNanoseconds: gone,
      remainingNanoseconds: left, decided: (decided, undecided))
  }

  @Test func `a gate's line has the decided and undecided cases, and the longest time left`() {
    let id = MadeRun.id("contended/mcs/2")
    #expect(
      ProgressLine.text(progress(12, 29, left: 200_400_000_000, current: id), percent: 0)
        == "12 decided, 29 undecided, 3 min 20 s left at most  "
        + "locks/contended/mcs/threads=2")
    #expect(
      ProgressLine.text(progress(0, 1, left: 59_000_000_000), percent: 0)
        == "0 decided, 1 undecided, 59 s left at most")
  }

  @Test func `the percentage is the elapsed share of the expected time`() {
    #expect(
      (0...10).map { ProgressLine.percent(progress(0, 9, left: 10 - $0, gone: $0)) }
        == (0...10).map { $0 * 10 })
    #expect(ProgressLine.percent(progress(0, 1, left: 0, gone: 0)) == 0)
  }

  @Test func `a run's line has the elapsed share of its time, not the share of launches done`() {
    let run = RunProgress(
      done: 149, total: 149, currentCase: nil, failures: 0, elapsedNanoseconds: 30_000_000_000,
      remainingNanoseconds: 90_000_000_000, decided: nil)
    #expect(
      ProgressLine.text(run, percent: ProgressLine.percent(run))
        == "25 %, 1 min 30 s left, 149 steps done")
  }
}

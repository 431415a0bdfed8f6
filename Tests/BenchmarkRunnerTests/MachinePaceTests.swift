import BenchmarkModel
import TestSupport
import Testing

@testable import BenchmarkRunner

/// Deadlines on machines of a made-up pace: the time of a thread's life, from its start to its end,
/// and the time to hand on a turn among threads that spin.
@Suite struct MachinePaceTests {
  private func planned(
    width: Int = 1, expectation: BenchmarkModel.Expectation = .valid
  ) -> PlannedCase {
    PlannedCase(
      id: CaseID(suite: "locks", workload: "contended", primitive: "p", parameters: []),
      pace: .window,
      summaryLevel: 0.25, expectation: expectation,
      placement: .pinned(cpus: Array(0..<max(1, width))),
      sampling: Sampling(warmups: 1, trials: 3, trialNanoseconds: 3_000_000), width: width)
  }

  private func pace(thread: Double = 60_000, turn: Double = 200) -> MachinePace {
    MachinePace(threadNanoseconds: thread, turnNanoseconds: turn)
  }

  @Test(arguments: [1, 2, 64], [0, 60_000, 200_000.0])
  func `the deadline on a usual machine is the planned deadline`(width: Int, thread: Double) {
    for turn in [0, 200, 100_000.0] {
      let planned = planned(width: width)
      #expect(
        pace(thread: thread, turn: turn).deadlineNanoseconds(of: planned)
          == planned.deadlineNanoseconds)
    }
  }

  @Test func `a deadline grows in proportion to the time of a thread's life, at most twentyfold`() {
    let planned = planned()
    for (thread, times) in [(2_000_000.0, UInt64(10)), (4_000_000, 20), (1e12, 20), (1e300, 20)] {
      #expect(
        pace(thread: thread).deadlineNanoseconds(of: planned)
          == times * planned.deadlineNanoseconds)
    }
  }

  @Test
  func `slow turns of threads lengthen a deadline by 20 turns per thread and trial, up to 300 s`() {
    let slow = pace(turn: 10_000_000)
    #expect(slow.deadlineNanoseconds(of: planned()) == planned().deadlineNanoseconds)
    let sixteen = planned(width: 16)
    // 20 rounds of 16 turns of 10 ms, for 4 trials.
    #expect(
      slow.deadlineNanoseconds(of: sixteen) == sixteen.deadlineNanoseconds + 12_800_000_000)
    let many = planned(width: 288)
    #expect(
      pace(turn: 1e18).deadlineNanoseconds(of: many)
        == many.deadlineNanoseconds + 300_000_000_000)
  }

  @Test func `the deadline of a case that is expected to hang grows at most fourfold`() {
    let hanging = planned(width: 16, expectation: .hangs(reason: "it waits for itself"))
    #expect(
      pace(thread: 1e9, turn: 1e9).deadlineNanoseconds(of: hanging)
        == 4 * hanging.deadlineNanoseconds)
  }

  @Test func `a deadline of years does not become shorter`() {
    let endless = planned().sampled(
      Sampling(warmups: 1, trials: 100_000, trialNanoseconds: 3_600_000_000_000))
    #expect(pace(thread: 1e9).deadlineNanoseconds(of: endless) >= endless.deadlineNanoseconds)
  }

  // MARK: In a run

  private func run(_ thread: Double?) async throws -> (FakeLauncher, Run, FixtureTree) {
    let launcher = FakeLauncher { request, _ in
      guard request.task == .calibrateThread else { return nil }
      return thread.map { FakeLauncher.answer([.calibrated(value: $0)]) } ?? .timedOut
    }
    let tree = try FixtureTree()
    let orchestrator = Orchestrator(
      folder: tree.runFolder(), launcher: launcher, observer: FakeObserver())
    let document = RunFixture.document([planned(width: 2)], blocks: 2)
    return (launcher, try await orchestrator.start(document), tree)
  }

  @Test func `a run measures the machine's pace before its launches and sets deadlines by it`()
    async throws
  {
    let (launcher, run, tree) = try await run(2_000_000)
    #expect(
      launcher.requests.map(\.task)
        == [.calibrateWork, .calibrateThread, .calibrateTurn, .measure, .measure])
    #expect(launcher.requests[1...2].allSatisfy { $0.placement == .pinned(cpus: [0, 1]) })
    #expect(
      launcher.launches.suffix(2).allSatisfy {
        $0.deadlineNanoseconds == 10 * planned(width: 2).deadlineNanoseconds
      })
    #expect(try tree.runFolder().read().pace == run.pace)
    #expect(run.pace == pace(thread: 2_000_000))
  }

  @Test func `a run whose pace can't be measured keeps the planned deadlines`() async throws {
    let (launcher, run, _) = try await run(nil)
    #expect(run.pace.threadNanoseconds == MachinePace.usual.threadNanoseconds)
    #expect(
      launcher.launches.suffix(2).allSatisfy {
        $0.deadlineNanoseconds == planned(width: 2).deadlineNanoseconds
      })
    #expect(run.document.state == .complete)
  }

  @Test func `the pace measured on this machine is positive`() throws {
    let cpus = try #require(ProcessFacts.affinity()).cpus
    #expect(MachinePace.threadNanoseconds(on: cpus) >= 1)
    #expect(MachinePace.turnNanoseconds(on: Array(cpus.prefix(2))) > 0)
    #expect(MachinePace.turnNanoseconds(on: Array(cpus.prefix(1))) == 1)
    #expect(MachinePace.turnNanoseconds(on: []) == 1)
  }
}

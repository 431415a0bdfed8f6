import BenchmarkModel
import Foundation
import Glibc
import SystemPackage
import Testing

@testable import BenchmarkRunner

@Suite struct GateRunnerTests {
  private let bench: GateBench

  init() throws { bench = try GateBench() }

  // MARK: Requests

  @Test func `only the baseline is calibrated, first the work and then each case once`()
    async throws
  {
    let launcher = FakeLauncher()
    let measured = try await bench.run(launcher)
    let calibrations = launcher.launches.filter { !$0.isMeasurement }
    #expect(
      calibrations.map(\.request.task) == [
        .calibrateWork, .calibrateThread, .calibrateProbe, .calibrateProbeRatio,
        .calibrateOperations,
      ])
    #expect(calibrations.prefix(4) == launcher.launches.prefix(4))
    #expect(calibrations.allSatisfy { $0.side == .baseline && $0.padding == 0 })
    #expect(calibrations[4].primitive == "mcs")
    #expect(calibrations[4].request.workStepsPerMicrosecond == 800)
    #expect(
      measured.run.calibrations == [
        "work": 800, "thread": 60_000, "probe": 4000, "probe-ratio": 0.5,
        bench.gate.cases[GateBench.mcs].id.description: 12_300,
      ])
  }

  @Test func `deadlines grow with the time of a thread's life if the baseline can measure it`()
    async throws
  {
    let answers: [(WorkerOutcome, UInt64)] = [
      (FakeLauncher.answer([.calibrated(value: 2_000_000)]), 10),
      (FakeLauncher.answer([.refused(reason: "what is calibrateThread?")], status: 1), 1),
    ]
    for (answer, times) in answers {
      let launcher = FakeLauncher.pairs { launch, _ in
        launch.request.task == .calibrateThread ? answer : nil
      }
      _ = try await GateBench().run(launcher)
      #expect(!launcher.measuredLaunches.isEmpty)
      #expect(
        launcher.measuredLaunches.allSatisfy { $0.deadlineNanoseconds == times * 4 * 3_240_000_000 }
      )
    }
  }

  @Test func `both sides of a pair get the same request, and each pair number has its own seed`()
    async throws
  {
    let launcher = FakeLauncher()
    _ = try await bench.run(launcher, pairs: 6)
    let asked = launcher.measuredLaunches.map(\.request)
    for index in stride(from: 0, to: asked.count, by: 2) {
      #expect(asked[index] == asked[index + 1])
    }
    for request in asked {
      #expect(request.operations == (request.caseID?.primitive == "mcs" ? 12_300 : 1))
      #expect(request.workStepsPerMicrosecond == 800)
      #expect(request.orchestrator == getpid())
      #expect(request.nice != nil)
    }
    let seeds = zip(bench.slots(upTo: [0: 6, 1: 6, 2: 6]), stride(from: 0, to: asked.count, by: 2))
      .map { (pair: $0.pair, seed: asked[$1].seed) }
    for one in seeds {
      for other in seeds { #expect((one.seed == other.seed) == (one.pair == other.pair)) }
    }
  }

  @Test func `launches have their slots' order and paddings, and four times a run's deadline`()
    async throws
  {
    let launcher = FakeLauncher()
    _ = try await bench.run(launcher, pairs: 20)
    let slots = bench.slots(upTo: [0: 20, 1: 20, 2: 20])
    #expect(Set(slots.map(\.order)).count == 2)
    let expected = slots.flatMap { slot in
      let sides: [(PairSide, Int)] =
        slot.order == .baselineFirst
        ? [(.baseline, slot.paddingA), (.candidate, slot.paddingB)]
        : [(.candidate, slot.paddingB), (.baseline, slot.paddingA)]
      return sides.map { side, padding in
        "\(bench.gate.cases[slot.caseIndex].id) "
          + "\(slot.caseIndex == GateBench.sham ? .baseline : side) \(padding)"
      }
    }
    #expect(
      launcher.measuredLaunches.map {
        "\($0.request.caseID.map(\.description) ?? "") \($0.side) \($0.padding)"
      }
        == expected)
    // A launch with its 2 trials and warm-up of 1 ms each takes 8 ms. A run's deadline is 3 s plus
    // thirty times this time, and a gate's deadline is four times a run's.
    #expect(launcher.measuredLaunches.allSatisfy { $0.deadlineNanoseconds == 4 * 3_240_000_000 })
    #expect(launcher.mostAtOnce == 1)
  }

  @Test func `both sides of a sham are the baseline`() async throws {
    let launcher = FakeLauncher()
    let judge = FakeJudge(limits: [GateBench.mcs: 0, GateBench.mutex: 0, GateBench.sham: 9])
    let measured = try await bench.run(launcher, judge: judge)
    #expect(launcher.measuredLaunches.count == 18)
    #expect(launcher.measuredLaunches.allSatisfy { $0.side == .baseline })
    let arms = measured.run.records.keys.map { PairLaunch(block: $0.block).arm }
    #expect(arms.count { $0 == Arm(.sham, .candidate) } == 9)
    #expect(measured.rows.allSatisfy { $0.caseIndex == GateBench.sham })
  }

  // MARK: The number of pairs

  @Test func `a settled case is skipped, which changes no other pair`() async throws {
    let limits = [GateBench.mcs: 3, GateBench.mutex: 30, GateBench.sham: 17]
    let launcher = FakeLauncher()
    let measured = try await bench.run(launcher, judge: FakeJudge(limits: limits))
    let expected = bench.slots(upTo: limits)
    #expect(
      launcher.measuredLaunches.map(\.padding)
        == expected.flatMap { slot in slot.order.sides.map { slot.padding(of: $0) } })
    #expect(
      measured.rows.map { "\($0.caseIndex) \($0.pair) \($0.order)" }
        == expected.map { "\($0.caseIndex) \($0.pair) \($0.order)" })
    #expect(measured.state == .complete)
    #expect(measured.repeated == 0)
  }

  @Test func `a case that is never settled has all of its pairs, and then the gate is complete`()
    async throws
  {
    let judge = FakeJudge(limits: [GateBench.mutex: 0, GateBench.sham: 0])
    let measured = try await bench.run(FakeLauncher(), judge: judge)
    #expect(measured.rows.count == bench.gate.mostPairs)
    #expect(measured.state == .complete)
  }

  @Test func `each launch is on disk with its arm, pair and try`() async throws {
    let measured = try await bench.run(FakeLauncher(), pairs: 4)
    #expect(measured.run.records.count == 24)
    for row in measured.rows {
      let gated = bench.gate.cases[row.caseIndex]
      for side in [PairSide.baseline, .candidate] {
        let launch = PairLaunch(Arm(gated.role, side), pair: row.pair)
        let index = row.caseIndex == GateBench.mutex ? 1 : 0
        let record = measured.run.records[Launch(caseIndex: index, block: launch.block)]
        #expect(record?.trials.map(\.operations) == (index == 1 ? [1, 1] : [12_300, 12_300]))
      }
    }
    let text = try bench.folder.text("raw/trials.csv")
    #expect(text.hasPrefix("case,arm,pair,try,trial,start_ns,"))
    #expect(text.contains("/mcs/threads=2,sham-b,3,0,1,"))
  }

  @Test func `progress ends with all cases settled and no time left`() async throws {
    let observer = FakeObserver()
    _ = try await bench.run(FakeLauncher(), pairs: 4, observer: observer)
    #expect(
      observer.progress.allSatisfy { ($0.decided?.settled ?? 0) + ($0.decided?.open ?? 0) == 3 })
    #expect(observer.progress.count == 5 + 24 + 1)
    let last = try #require(observer.progress.last)
    #expect(last.decided?.settled == 3)
    #expect(last.remainingNanoseconds == 0)
  }

  // MARK: Stopping

  @Test func `the budget is checked before each launch, and a resumed gate completes a cut pair`()
    async throws
  {
    let clock = FakeClock()
    let slow = FakeLauncher.taking(seconds: 1, by: clock)
    let measured = try await bench.run(slow, clock: clock, budget: 8_500_000_000)
    #expect(slow.launches.count == 9)
    #expect(measured.state == .budgetSpent)
    #expect(measured.rows.count == 2)
    let more = FakeLauncher()
    let whole = try await bench.run(
      more, judge: FakeJudge(limits: [0: 2, 1: 2, 2: 2]), isResumed: true)
    #expect(whole.state == .complete)
    #expect(more.measuredLaunches.count + slow.measuredLaunches.count == 12)
  }

  @Test func `a gate whose last launch spends the budget is complete`() async throws {
    let clock = FakeClock()
    let slow = FakeLauncher.taking(seconds: 1, by: clock)
    let measured = try await bench.run(slow, pairs: 1, clock: clock, budget: 11_000_000_000)
    #expect(measured.rows.count == 3)
    #expect(measured.state == .complete)
  }

  @Test(arguments: 0...15)
  func `a launch that Ctrl-C cuts short is no failure, and a resumed gate measures the rest`(
    moment: Int
  ) async throws {
    let bench = bench
    let launcher = FakeLauncher.stopping(at: moment)
    let measured = try await Task { try await bench.run(launcher) }.value
    #expect(launcher.launches.count == moment + 1)
    #expect(measured.state == .interrupted)
    #expect(measured.run.records.values.allSatisfy { $0.failure == nil })
    let judge = FakeJudge(limits: [0: 2, 1: 2, 2: 2])
    let whole = try await bench.run(FakeLauncher(), judge: judge, isResumed: true)
    let undisturbed = try await GateBench().run(FakeLauncher(), judge: judge)
    #expect(whole.state == .complete)
    #expect(whole.rows == undisturbed.rows)
    #expect(Array(whole.rows.prefix(measured.rows.count)) == measured.rows)
  }

  // MARK: Places

  /// A launcher whose candidate is away from the baseline's place in its first `launches` launches
  /// of `mutex`.
  private func moved(_ launches: Int) -> FakeLauncher {
    let count = Counter()
    return FakeLauncher.pairs { launch, _ in
      guard launch.isMeasurement else { return nil }
      let isAway =
        launch.side == .candidate && launch.primitive == "mutex" && count.next() < launches
      let place = PlaceReading(distanceNanoseconds: isAway ? 160 : 40, sharing: 1)
      return FakeLauncher.trials(
        launch.request, witness: TrialWitness(place: place, state: .quiet))
    }
  }

  @Test func `a pair in two places is measured again at most three times, and then counts`()
    async throws
  {
    for launches in 0...5 {
      let measured = try await GateBench().run(moved(launches), pairs: 1)
      let own = measured.rows.filter { $0.caseIndex == GateBench.mutex }
      #expect(own.count == 1 + min(3, launches))
      #expect(measured.repeated == min(3, launches))
      #expect(measured.pairsOfTwoPlaces == (launches > 3 ? 1 : 0))
      if launches > 0, case .repeated(_, _, let reason) = own[0].outcome {
        #expect(reason == "one launch was in own-cores 40 ns, the other in own-cores 160 ns")
      }
    }
  }
}

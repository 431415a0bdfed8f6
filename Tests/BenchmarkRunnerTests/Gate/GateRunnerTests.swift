import BenchmarkModel
import BenchmarkStatistics
import Glibc
import Testing

@testable import BenchmarkRunner

@Suite struct GateRunnerTests {
  private let bench: GateBench

  init() throws { bench = try GateBench() }

  // MARK: What is asked

  @Test func `the baseline alone is calibrated, once a case, the work before all`() async throws {
    let launcher = FakePairLauncher()
    let measured = try await bench.run(launcher)
    let calibrations = launcher.launches.filter { !$0.isMeasurement }
    #expect(
      calibrations.map(\.request.task) == [
        .calibrateWork, .calibrateThread, .calibrateTurn, .calibrateOperations,
      ])
    #expect(calibrations == Array(launcher.launches.prefix(4)))
    #expect(calibrations.allSatisfy { $0.side == .baseline && $0.padding == 0 })
    #expect(calibrations[3].primitive == "mcs")
    #expect(calibrations[3].request.workStepsPerMicrosecond == 800)
    var expected = GateCalibrations(
      workStepsPerMicrosecond: 800,
      operations: [bench.subjects[GateBench.mcs].planned.id: 12_300])
    expected.pace = MachinePace(threadNanoseconds: 60_000, turnNanoseconds: 200)
    #expect(measured.calibrations == expected)
  }

  @Test func `a slow machine's deadlines are longer, where the baseline knows of its pace`()
    async throws
  {
    let answers: [(WorkerOutcome, UInt64)] = [
      (FakeLauncher.answer([.calibrated(value: 2_000_000)]), 10),
      (FakeLauncher.answer([.refused(reason: "what is calibrateThread?")], status: 1), 1),
    ]
    for (answer, times) in answers {
      let launcher = FakePairLauncher { launch, _ in
        launch.request.task == .calibrateThread ? answer : nil
      }
      _ = try await GateBench().run(launcher)
      #expect(!launcher.measurements.isEmpty)
      #expect(
        launcher.measurements.allSatisfy { $0.deadlineNanoseconds == times * 4 * 3_240_000_000 })
    }
  }

  @Test func `both sides of a pair are asked the same, and other pairs draw otherwise`()
    async throws
  {
    let launcher = FakePairLauncher()
    _ = try await bench.run(launcher, pairs: 6)
    let asked = launcher.measurements.map(\.request)
    for place in stride(from: 0, to: asked.count, by: 2) {
      #expect(asked[place] == asked[place + 1])
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

  @Test func `what counts causes asks as the gate did`() async throws {
    let launcher = FakePairLauncher()
    let measured = try await bench.run(launcher)
    let asked = bench.slots(upTo: [0: 2, 1: 2, 2: 2]).map { slot in
      bench.plan.request(
        for: bench.subjects[slot.caseIndex], pair: slot.pair, calibrations: measured.calibrations)
    }
    #expect(launcher.measurements.map(\.request) == asked.flatMap { [$0, $0] })
  }

  @Test func `the order, the paddings and the deadlines are those of the slots`() async throws {
    let launcher = FakePairLauncher()
    _ = try await bench.run(launcher, pairs: 20)
    let slots = bench.slots(upTo: [0: 20, 1: 20, 2: 20])
    #expect(Set(slots.map(\.order)).count == 2)
    let expected = slots.flatMap { slot in
      let sides: [(PairSide, Int)] =
        slot.order == .baselineFirst
        ? [(.baseline, slot.paddingA), (.candidate, slot.paddingB)]
        : [(.candidate, slot.paddingB), (.baseline, slot.paddingA)]
      return sides.map { side, padding in
        "\(bench.plan.cases[slot.caseIndex].id) "
          + "\(slot.caseIndex == GateBench.sham ? .baseline : side) \(padding)"
      }
    }
    #expect(
      launcher.measurements.map {
        "\($0.request.caseID.map(\.description) ?? "") \($0.side) \($0.padding)"
      }
        == expected)
    // 2 trials and a warm-up of 1 ms, and the launch, thirty times; and three seconds.
    #expect(launcher.measurements.allSatisfy { $0.deadlineNanoseconds == 4 * 3_240_000_000 })
    #expect(launcher.mostAtOnce == 1)
  }

  @Test func `both sides of a sham are the baseline`() async throws {
    let launcher = FakePairLauncher()
    let judge = FakeJudge(limits: [GateBench.mcs: 0, GateBench.mutex: 0, GateBench.sham: 9])
    let measured = try await bench.run(launcher, judge: judge)
    #expect(launcher.measurements.count == 18)
    #expect(launcher.measurements.allSatisfy { $0.side == .baseline })
    let launches = try bench.folder.readLaunches()
    #expect(launches.count { $0.key.side == .candidate } == 9)
    #expect(measured.judge.rows.allSatisfy { $0.caseIndex == GateBench.sham })
  }

  // MARK: How much is measured

  @Test func `a settled case is skipped, and no other pair changes by it`() async throws {
    let limits = [GateBench.mcs: 3, GateBench.mutex: 30, GateBench.sham: 17]
    let measured = try await bench.run(FakePairLauncher(), judge: FakeJudge(limits: limits))
    let expected = bench.slots(upTo: limits)
    #expect(
      measured.judge.rows.map { "\($0.caseIndex) \($0.pair) \($0.order) \($0.paddingA)" }
        == expected.map { "\($0.caseIndex) \($0.pair) \($0.order) \($0.paddingA)" })
    #expect(measured.end == .complete)
    #expect(measured.repeated == 0)
  }

  @Test func `a case that nothing settles has all of its pairs, and that is the end`() async throws
  {
    let judge = FakeJudge(limits: [GateBench.mutex: 0, GateBench.sham: 0])
    let measured = try await bench.run(FakePairLauncher(), judge: judge)
    #expect(measured.judge.rows.count == bench.plan.looks.last?.pairs)
    #expect(measured.end == .complete)
  }

  @Test func `what was measured is on disk`() async throws {
    let measured = try await bench.run(FakePairLauncher(), pairs: 4)
    let recording = try bench.folder.readPairs()
    #expect(recording == PairRecording(plan: bench.plan, rows: measured.judge.rows))
    let launches = try bench.folder.readLaunches()
    #expect(launches.count == 24)
    for (row, place) in zip(recording.rows, stride(from: 0, to: 24, by: 2)) {
      for launch in launches[place...place + 1] {
        #expect(launch.key.id == bench.plan.cases[row.caseIndex].id)
        #expect(launch.key.role == bench.plan.cases[row.caseIndex].role)
        #expect(launch.key.pair == row.pair)
        #expect(launch.key.attempt == 0)
        #expect(launch.values.count == 2)
        #expect(launch.operations == (row.caseIndex == GateBench.mutex ? 2 : 24_600))
      }
      #expect((launches[place].key.side == .baseline) == (row.order == .baselineFirst))
    }
  }

  @Test func `progress ends with nothing undecided and nothing left`() async throws {
    let observer = FakeGateObserver()
    _ = try await bench.run(FakePairLauncher(), pairs: 4, observer: observer)
    #expect(observer.progress.map(\.pairs) == [0, 0, 0, 0] + Array(1...12))
    #expect(observer.progress.allSatisfy { $0.decided + $0.undecided == 3 })
    let last = try #require(observer.progress.last)
    #expect(last.undecided == 0)
    #expect(last.remainingNanoseconds == 0)
    #expect(last.currentCase != nil)
  }

  // MARK: Stopping

  @Test func `the budget is looked at before each pair`() async throws {
    let clock = FakeClock()
    let slow = FakePairLauncher { _, _ in
      clock.advance(seconds: 1)
      return nil
    }
    let observer = FakeGateObserver()
    let measured = try await bench.run(
      slow, observer: observer, clock: clock, budget: 5_000_000_000)
    // Two calibrations, and two pairs: the second began within the budget, and is not torn apart.
    #expect(slow.launches.count == 6)
    #expect(measured.end == .budgetSpent)
    #expect(measured.elapsedNanoseconds == 6_000_000_000)
    #expect(try bench.folder.readPairs().rows == measured.judge.rows)
    for progress in observer.progress {
      #expect(
        progress.elapsedNanoseconds + progress.remainingNanoseconds
          <= max(5_000_000_000, progress.elapsedNanoseconds))
    }
  }

  @Test func `a budget spent while calibrating measures nothing`() async throws {
    let clock = FakeClock()
    let slow = FakePairLauncher { _, _ in
      clock.advance(seconds: 3)
      return nil
    }
    let measured = try await bench.run(slow, clock: clock, budget: 2_000_000_000)
    #expect(slow.launches.map(\.request.task) == [.calibrateWork])
    #expect(measured.end == .budgetSpent)
    #expect(try bench.folder.readPairs().rows.isEmpty)
  }

  @Test func `a budget that is spent by the last pair cut nothing off`() async throws {
    let clock = FakeClock()
    let slow = FakePairLauncher { _, _ in
      clock.advance(seconds: 1)
      return nil
    }
    let measured = try await bench.run(slow, pairs: 1, clock: clock, budget: 9_000_000_000)
    #expect(measured.judge.rows.count == 3)
    #expect(measured.end == .complete)
  }

  @Test(arguments: 0...15)
  func `what Ctrl-C cut short is no failure, and no pair`(moment: Int) async throws {
    let bench = bench
    let launcher = FakePairLauncher { _, number in
      if number == moment { withUnsafeCurrentTask { $0?.cancel() } }
      return number == moment ? .signalled(signal: 9, error: "") : nil
    }
    let measured = try await Task { try await bench.run(launcher) }.value
    #expect(launcher.launches.count == moment + 1)
    #expect(measured.end == .interrupted)
    #expect(measured.judge.rows.count == max(0, moment - 4) / 2)
    #expect(
      measured.judge.rows.allSatisfy {
        if case .measured = $0.outcome { true } else { false }
      })
    #expect(try bench.folder.readPairs().rows == measured.judge.rows)
  }
}

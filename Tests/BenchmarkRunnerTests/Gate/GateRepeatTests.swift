import BenchmarkModel
import BenchmarkRunner
import Testing

@Suite struct GateRepeatTests {
  private let bench: GateBench

  init() throws { bench = try GateBench() }

  /// An answer with trials of 100 ms; `steal` ns of CPU time were stolen in each trial.
  ///
  /// A pair has 800 ms of CPU time, from 2 trials on 2 CPUs on each side, so the limit of 5 % is
  /// 40 ms.
  private static func answer(_ launch: AskedLaunch, steal: UInt64) -> WorkerOutcome {
    FakeLauncher.trials(launch.request, elapsed: 100_000_000, steal: steal)
  }

  /// A launcher that takes `steal` from each trial of the `mutex` launches numbered in `losers`.
  private func launcher(
    losing steal: UInt64, in losers: Set<Int>
  ) -> FakeLauncher {
    let count = Counter()
    return FakeLauncher.pairs { launch, _ in
      guard launch.isMeasurement else { return nil }
      guard launch.primitive == "mutex" else { return Self.answer(launch, steal: 0) }
      return Self.answer(launch, steal: losers.contains(count.next()) ? steal : 0)
    }
  }

  private func rows(_ measured: GateBench.Measured) -> [PairRow] {
    measured.rows.filter { $0.caseIndex == GateBench.mutex }
  }

  @Test(arguments: [[0], [1], [0, 1]] as [Set<Int>])
  func `a pair that lost much time to steal is measured again, whichever side lost it`(
    losers: Set<Int>
  ) async throws {
    let launcher = launcher(losing: 60_000_000, in: losers)
    let measured = try await bench.run(launcher)
    let own = rows(measured)
    let percent = losers.count * 15
    let reason = "\(percent) % of the CPUs' time was stolen"
    #expect(own.count == 3)
    #expect(own[0].outcome == .repeated(a: 1e8, b: 1e8, reason: reason))
    #expect(own[1].outcome == .measured(a: 1e8, b: 1e8))
    #expect(own[2].outcome == .measured(a: 1e8, b: 1e8))
    #expect(measured.repeated == 1)
  }

  @Test func `the second try of a pair keeps its order, paddings and seed`() async throws {
    let launcher = launcher(losing: 60_000_000, in: [0])
    let measured = try await bench.run(launcher)
    let own = launcher.measuredLaunches.filter { $0.primitive == "mutex" }
    #expect(own[0...1] == own[2...3])
    #expect(own[0].padding != own[1].padding)
    let tries = rows(measured)
    #expect(tries[0].pair == tries[1].pair)
    #expect(tries[0].order == tries[1].order)
    let launches = measured.run.records.keys.filter { $0.caseIndex == GateBench.mutex }
      .map { PairLaunch(block: $0.block) }
    #expect(launches.count { $0.pair == 0 && $0.attempt == 1 } == 2)
    #expect(launches.count == 6)
  }

  @Test func `a pair is repeated at most once for stolen time`() async throws {
    let measured = try await bench.run(launcher(losing: 60_000_000, in: [0, 1, 2, 3, 4, 5, 6, 7]))
    let kinds = rows(measured).map {
      if case .repeated = $0.outcome { "repeated" } else { "measured" }
    }
    #expect(kinds == ["repeated", "measured", "repeated", "measured"])
    #expect(measured.repeated == 2)
  }

  @Test func `a pair that loses exactly the limit is not repeated`() async throws {
    let measured = try await bench.run(launcher(losing: 20_000_000, in: [0]))
    #expect(rows(measured).count == 2)
    #expect(measured.repeated == 0)
  }

  @Test func `a second try can fail, and a pair whose first try fails has no second try`()
    async throws
  {
    for failing in [0, 2] {
      let bench = try GateBench()
      let count = Counter()
      let launcher = FakeLauncher.pairs { launch, _ in
        guard launch.isMeasurement, launch.primitive == "mutex" else { return nil }
        guard count.next() / 2 * 2 == failing else {
          return Self.answer(launch, steal: 60_000_000)
        }
        return .signalled(signal: 6, error: "")
      }
      let measured = try await bench.run(launcher)
      #expect(measured.repeated == failing / 2)
      #expect(
        rows(measured).last?.outcome == .failed(.baseline, reason: "killed by SIGABRT"))
      #expect(rows(measured).count == 1 + failing / 2)
    }
  }

  @Test func `Ctrl-C in the second try of a pair leaves the first try's row`() async throws {
    let bench = bench
    let count = Counter()
    let launcher = FakeLauncher.pairs { launch, _ in
      guard launch.isMeasurement, launch.primitive == "mutex" else { return nil }
      if count.next() == 2 { withUnsafeCurrentTask { $0?.cancel() } }
      return Self.answer(launch, steal: 60_000_000)
    }
    let measured = try await Task { try await bench.run(launcher) }.value
    #expect(measured.state == .interrupted)
    #expect(rows(measured).count == 1)
    #expect(measured.repeated == 1)
  }
}

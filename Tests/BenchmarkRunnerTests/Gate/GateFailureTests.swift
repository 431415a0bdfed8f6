import BenchmarkModel
import BenchmarkRunner
import Testing

/// A fault of a worker, and the reason in the row of its pair.
enum GateMishap: CaseIterable {
  case crash
  case timeout
  case lostUpdates
  case missingTrial
  case silence

  func outcome(_ request: WorkerRequest, on side: PairSide) -> WorkerOutcome {
    switch self {
    case .crash: .signalled(signal: 11, error: "bad lock of \(side)")
    case .timeout: .timedOut
    case .lostUpdates:
      FakeLauncher.trials(request, isVerified: false, reason: "\(side) lost 3 updates")
    case .missingTrial:
      FakeLauncher.trials([
        TrialRow(trial: 0, startNanoseconds: 1, operations: 1, elapsedNanoseconds: 1)
      ])
    case .silence: .exited(status: 0, output: "", error: "")
    }
  }

  func reason(on side: PairSide) -> String {
    switch self {
    case .crash: "killed by SIGSEGV: bad lock of \(side)"
    case .timeout: "no answer within 12960 ms: deadlocked, or too slow for its deadline"
    case .lostUpdates: "\(side) lost 3 updates"
    case .missingTrial: "the number of trials is 1, not 2"
    case .silence:
      "not a worker's answer: its first line is not a hello of protocol \(workerProtocolVersion): "
        + "it has another version, ended early, or closed standard output"
    }
  }
}

@Suite struct GateFailureTests {
  private let bench: GateBench

  init() throws { bench = try GateBench() }

  /// The order of the sides in pair number `pair` of a case.
  private func order(ofCase index: Int, pair: Int) -> PairOrder? {
    bench.gate.schedule().first { $0.caseIndex == index && $0.pair == pair }?.order
  }

  private func outcomes(
    _ measured: GateBench.Measured, ofCase index: Int
  ) -> [PairOutcome] {
    measured.rows.filter { $0.caseIndex == index }.map(\.outcome)
  }

  /// A launcher whose launches of `mutex` on the given sides fail.
  private func launcher(
    _ mishap: GateMishap, on sides: Set<PairSide>
  ) -> FakeLauncher {
    FakeLauncher.pairs { launch, _ in
      launch.isMeasurement && launch.primitive == "mutex" && sides.contains(launch.side)
        ? mishap.outcome(launch.request, on: launch.side) : nil
    }
  }

  @Test(arguments: GateMishap.allCases, 1...6 as ClosedRange<UInt64>)
  func `a failure is blamed on its side, and a failure of both sides on the baseline`(
    mishap: GateMishap, seed: UInt64
  ) async throws {
    for sides in [[.baseline], [.candidate], [.baseline, .candidate]] as [Set<PairSide>] {
      let bench = try GateBench(seed: seed)
      let launcher = launcher(mishap, on: sides)
      let measured = try await bench.run(launcher)
      let blamed: PairSide = sides.contains(.baseline) ? .baseline : .candidate
      #expect(
        outcomes(measured, ofCase: GateBench.mutex)
          == [.failed(blamed, reason: mishap.reason(on: blamed))])
      // The other cases go on.
      #expect(outcomes(measured, ofCase: GateBench.mcs).count == 2)
      #expect(measured.state == .complete)
    }
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `a baseline that fails first ends its pair, and a candidate that fails first does not`(
    seed: UInt64
  ) async throws {
    for sides in [[.baseline], [.candidate], [.baseline, .candidate]] as [Set<PairSide>] {
      let bench = try GateBench(seed: seed)
      let launcher = launcher(.crash, on: sides)
      let measured = try await bench.run(launcher)
      let own = launcher.measuredLaunches.filter { $0.primitive == "mutex" }.map(\.side)
      let first = bench.gate.schedule().first { $0.caseIndex == GateBench.mutex }
      switch (first?.order, sides.contains(.baseline)) {
      case (.baselineFirst, true): #expect(own == [.baseline])
      case (.baselineFirst, false): #expect(own == [.baseline, .candidate])
      default: #expect(own == [.candidate, .baseline])
      }
      let failed = measured.run.records.filter { $0.value.failure != nil }
      #expect(
        Set(failed.keys.map { PairLaunch(block: $0.block).arm.side }) == sides.intersection(own))
    }
  }

  @Test(
    arguments: [
      (12_300, 1_000_000, true, "the check of trial 0 failed"),
      (
        1 << 63, 1, false,
        "trial 0 did 9223372036854775808 operations in 1 ns, less than a tenth of a cycle each on 2 CPUs"
      ),
      (12_300, 0, false, "trial 0 took no time"),
    ] as [(UInt64, UInt64, Bool, String)])
  func `an impossible trial, or a failed check without a reason, is its side's failure`(
    operations: UInt64, elapsed: UInt64, isBroken: Bool, reason: String
  ) async throws {
    let launcher = FakeLauncher.pairs { launch, _ in
      guard launch.isMeasurement, launch.side == .candidate else { return nil }
      var request = launch.request
      request.operations = operations
      return FakeLauncher.trials(request, elapsed: elapsed, isVerified: !isBroken)
    }
    let measured = try await bench.run(launcher)
    #expect(outcomes(measured, ofCase: GateBench.mcs) == [.failed(.candidate, reason: reason)])
  }

  @Test func `a launch without a value of the metric is a failure`() async throws {
    let measured = try await bench.run(
      FakeLauncher(), judge: FakeJudge(findsValues: false))
    #expect(
      measured.rows.map(\.outcome)
        == [PairOutcome](repeating: .failed(.baseline, reason: "it gave no ns_per_op"), count: 3))
  }

  // MARK: Calibration

  @Test func `a case that the baseline can't calibrate is the baseline's failure`() async throws {
    let launcher = FakeLauncher.pairs { launch, _ in
      launch.request.task == .calibrateOperations ? .signalled(signal: 6, error: "") : nil
    }
    let measured = try await bench.run(launcher)
    let failed = PairOutcome.failed(
      .baseline, reason: "its number of operations could not be calibrated: killed by SIGABRT")
    #expect(outcomes(measured, ofCase: GateBench.mcs) == [failed])
    #expect(outcomes(measured, ofCase: GateBench.sham) == [failed])
    #expect(outcomes(measured, ofCase: GateBench.mutex).count == 2)
    #expect(measured.state == .complete)
  }

  @Test(arguments: [PairSide.baseline, .candidate])
  func `a worker that can't be started is neither side's failure`(side: PairSide) async throws {
    let launcher = FakeLauncher.pairs { launch, _ in
      launch.isMeasurement && launch.side == side ? .notLaunched(reason: "no more memory") : nil
    }
    await #expect(throws: OrchestratorError.cannotLaunch("no more memory")) {
      try await bench.run(launcher)
    }
    #expect(try bench.folder.readGate().records.values.allSatisfy { $0.failure == nil })
  }
}

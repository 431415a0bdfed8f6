import BenchmarkModel
import Testing

@testable import BenchmarkRunner

/// The counts that a gate takes after its pairs, to show why cases are slower.
@Suite struct GateCausesTests {
  /// A bench whose plan counts events of slower cases; the symbol of the measured loop is known
  /// for all cases except `mutex`.
  private func bench(_ primitives: [String] = ["mcs", "mutex"]) throws -> GateBench {
    var bench = try GateBench(
      primitives.map {
        RunFixture.plannedCase(
          $0, pace: $0 == "mutex" ? .window : .operations, kernel: $0 == "mutex" ? nil : "loop")
      }, seed: 5)
    bench.document.plan.counting = CountingPlan(
      events: RunFixture.events, passes: [.counters, .allocations, .instructions], launches: 2,
      cases: [])
    return bench
  }

  private func judge(slower: [Int]) -> FakeJudge {
    FakeJudge(
      limits: Dictionary(uniqueKeysWithValues: (0..<20).map { ($0, 2) }), slowerCases: slower)
  }

  @Test func `the sides alternate in being counted first, and counts repeat the pairs' requests`()
    async throws
  {
    let launcher = FakeLauncher()
    let instructions = FakeInstructions()
    let measured = try await bench().run(
      launcher, judge: judge(slower: [GateBench.mcs]), instructions: instructions)
    let counts = launcher.launches.filter { $0.request.counting != nil }
    #expect(launcher.launches.suffix(counts.count) == counts[...])
    #expect(counts.allSatisfy { $0.primitive == "mcs" && $0.padding == 0 })
    #expect(
      counts.map(\.request.counting?.pass) == [
        .counters, .counters, .counters, .counters,
        .allocations, .allocations, .allocations, .allocations,
      ])
    #expect(
      counts.map(\.side) == [
        .baseline, .candidate, .candidate, .baseline, .baseline, .candidate, .candidate, .baseline,
      ])
    for count in counts {
      var timed = count.request
      timed.counting = nil
      #expect(launcher.measuredLaunches.contains { $0.request == timed })
    }
    #expect(instructions.asked.map(\.kernel) == ["loop", "loop"])
    #expect(instructions.asked.map(\.side) == [.baseline, .candidate])
    #expect(measured.run.document.plan.counting?.cases == [GateBench.mcs])
    #expect(measured.run.counted.count == 10)
    #expect(measured.state == .complete)
  }

  @Test func `a gate without a slower case counts nothing`() async throws {
    let launcher = FakeLauncher()
    let instructions = FakeInstructions()
    let measured = try await bench().run(
      launcher, judge: judge(slower: []), instructions: instructions)
    #expect(launcher.launches.allSatisfy { $0.request.counting == nil })
    #expect(instructions.asked.isEmpty)
    #expect(measured.run.counted.isEmpty)
  }

  @Test func `the instructions of a case whose loop's symbol is unknown are not counted`()
    async throws
  {
    let instructions = FakeInstructions()
    let measured = try await bench().run(
      FakeLauncher(), judge: judge(slower: [GateBench.mutex]), instructions: instructions)
    #expect(instructions.asked.isEmpty)
    #expect(measured.run.counted.count == 8)
  }

  @Test func `events are counted only for the first ten slower cases of the plan`() async throws {
    let names = (0..<12).map { "lock\($0)" }
    let measured = try await bench(names).run(
      FakeLauncher(), judge: judge(slower: Array(0..<12)), instructions: FakeInstructions())
    #expect(measured.run.document.plan.counting?.cases == Array(0..<10))
  }

  @Test func `a pass that fails leaves its reason, and the other passes are still counted`()
    async throws
  {
    let launcher = FakeLauncher.pairs { launch, _ in
      launch.side == .candidate && launch.request.counting?.pass == .counters
        ? .signalled(signal: 11, error: "") : nil
    }
    let instructions = FakeInstructions { _ in .failed(.instructions, "no valgrind") }
    let run = try await bench().run(
      launcher, judge: judge(slower: [GateBench.mcs]), instructions: instructions
    ).run
    for (launch, record) in run.counted {
      switch (launch.pass, launch.side) {
      case (.counters, .candidate): #expect(record == .failed(.counters, "killed by SIGSEGV"))
      case (.instructions, _): #expect(record.closing?.reason == "no valgrind")
      default: #expect(record.closing?.status == .counted)
      }
    }
    #expect(run.counted.count == 10)
    #expect(run.document.state == .complete)
  }

  @Test(arguments: 0..<8)
  func `counting goes on where Ctrl-C stopped it, and counts nothing twice`(stop: Int) async throws
  {
    let bench = try bench()
    let judge = judge(slower: [GateBench.mcs])
    let whole = try await self.bench().run(
      FakeLauncher(), judge: judge, instructions: FakeInstructions())
    let counted = Counter()
    let launcher = FakeLauncher.pairs { launch, _ in
      guard launch.request.counting != nil else { return nil }
      if counted.next() == stop { withUnsafeCurrentTask { $0?.cancel() } }
      return nil
    }
    let cut = try await Task {
      try await bench.run(launcher, judge: judge, instructions: FakeInstructions())
    }.value
    #expect(cut.run.counted.count == stop)
    let rest = FakeLauncher()
    let resumed = try await bench.run(rest, judge: judge, isResumed: true)
    #expect(rest.launches.count == 8 - stop)
    #expect(resumed.run.counted == whole.run.counted)
    #expect(resumed.state == .complete)
  }
}

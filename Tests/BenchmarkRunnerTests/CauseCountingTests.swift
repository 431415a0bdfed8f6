import BenchmarkModel
import Testing

@testable import BenchmarkRunner

@Suite struct CauseCountingTests {
  private let request = WorkerRequest(
    task: .measure, placement: .pinned(cpus: [0, 1]), width: 2,
    sampling: Sampling(warmups: 1, trials: 2, trialNanoseconds: 1_000_000), pace: .operations,
    operations: 400)

  private func planned(kernel: String? = nil) -> PlannedCase {
    RunFixture.plannedCase("ticket", pace: .operations, kernel: kernel)
  }

  private func counting(
    _ pair: FakePairLauncher, _ baseline: FakeInstructions = FakeInstructions(),
    _ candidate: FakeInstructions = FakeInstructions()
  ) -> CauseCounting {
    CauseCounting(
      launcher: pair, baselineInstructions: baseline, candidateInstructions: candidate)
  }

  @Test func `both sides count the same, and take turns at being first`() async {
    let pair = FakePairLauncher()
    let counts = await counting(pair).count(planned(), request: request, events: RunFixture.events)
    #expect(
      pair.launches.map(\.side) == [
        .baseline, .candidate, .candidate, .baseline, .baseline, .candidate, .baseline, .candidate,
      ])
    #expect(
      pair.launches.map(\.request.counting?.pass)
        == Array(repeating: .counters, count: 6) + Array(repeating: .allocations, count: 2))
    // The event of breakpoints belongs to another pass.
    #expect(
      pair.launches.map { $0.request.counting?.events.map(\.name) }
        == Array(repeating: ["page-faults"], count: 6) + Array(repeating: [], count: 2))
    #expect(pair.launches.allSatisfy { $0.padding == 0 })
    for launch in pair.launches {
      var timed = launch.request
      timed.counting = nil
      #expect(timed == request)
    }
    #expect(counts.baseline == counts.candidate)
    #expect(
      counts.baseline.map { $0.map(\.event) }
        == Array(repeating: ["page-faults", "ops"], count: 3) + [["ops"]])
  }

  @Test func `instructions are counted where there is a kernel, each side by its own`() async {
    let pair = FakePairLauncher()
    let (baseline, candidate) = (FakeInstructions(), FakeInstructions())
    let counts = await counting(pair, baseline, candidate)
      .count(planned(kernel: "loop"), request: request, events: RunFixture.events)
    #expect(pair.launches.count == 8)
    for (asked, rows) in [
      (baseline.asked, counts.baseline), (candidate.asked, counts.candidate),
    ] {
      #expect(asked.map(\.kernel) == ["loop"])
      #expect(asked.first?.request.counting == CountingRequest(pass: .instructions))
      #expect(rows.count == 5)
      #expect(rows.last?.map(\.pass) == [.instructions])
    }
  }

  @Test func `without a kernel nobody counts instructions`() async {
    let (baseline, candidate) = (FakeInstructions(), FakeInstructions())
    _ = await counting(FakePairLauncher(), baseline, candidate)
      .count(planned(), request: request, events: [])
    #expect(baseline.asked.isEmpty && candidate.asked.isEmpty)
  }

  @Test func `a pass that fails leaves its reason, and the others count on`() async {
    let pair = FakePairLauncher { launch, _ in
      guard launch.side == .candidate else { return nil }
      return launch.request.counting?.pass == .counters
        ? .signalled(signal: 11, error: "") : .exited(status: 0, output: "no", error: "")
    }
    let instructions = FakeInstructions { _ in .failed(.instructions, "no valgrind") }
    let counts = await counting(pair, FakeInstructions(), instructions)
      .count(planned(kernel: "loop"), request: request, events: RunFixture.events)
    #expect(
      counts.candidate.map { $0.map(\.status) } == Array(repeating: [.failed], count: 5))
    #expect(
      counts.candidate.map { $0.map(\.pass) } == [
        [.counters], [.counters], [.counters], [.allocations], [.instructions],
      ])
    #expect(counts.candidate[0] == CountedRecord.failed(.counters, "killed by SIGSEGV").rows)
    #expect(counts.candidate[4][0].reason == "no valgrind")
    #expect(counts.baseline.flatMap(\.self).allSatisfy { $0.status == .counted })
  }

  @Test func `a measured answer to a count is a failed pass`() async {
    let row = TrialRow(trial: 0, startNanoseconds: 1, operations: 2, elapsedNanoseconds: 3)
    let output = FakeLauncher.lines([
      .hello(protocolVersion: workerProtocolVersion), .trial(row), .done,
    ])
    let pair = FakePairLauncher { _, _ in .exited(status: 0, output: output, error: "") }
    let counts = await counting(pair).count(planned(), request: request, events: [])
    #expect(
      counts.baseline[0]
        == CountedRecord.failed(.counters, "it answered a count with something else").rows)
  }

  @Test func `longer trials get a later deadline`() async {
    let pair = FakePairLauncher()
    _ = await counting(pair).count(planned(), request: request, events: [])
    var longer = request
    longer.lengthen(to: Sampling(warmups: 1, trials: 2, trialNanoseconds: 1_000_000_000))
    _ = await counting(pair).count(planned(), request: longer, events: [])
    let deadlines = pair.launches.map(\.deadlineNanoseconds)
    #expect(Set(deadlines.prefix(8)).count == 1)
    #expect(deadlines[8] > deadlines[0] + 3_000_000_000)
  }

  @Test func `Ctrl-C ends the counting, and keeps what was counted by then`() async {
    let pair = FakePairLauncher { launch, number in
      guard number == 3 else { return nil }
      withUnsafeCurrentTask { $0?.cancel() }
      return .signalled(signal: 9, error: "")
    }
    let counting = counting(pair)
    let (planned, request) = (planned(kernel: "loop"), request)
    let counts = await Task { await counting.count(planned, request: request, events: []) }.value
    #expect(pair.launches.count == 4)
    #expect(counts.baseline.count == 1)
    #expect(counts.candidate.count == 2)
  }
}

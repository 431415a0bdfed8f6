import BenchmarkModel
import SystemPackage
import TestSupport
import Testing

@testable import BenchmarkRunner

@Suite struct AnswerBoundsTests {
  private let planned = RunFixture.plannedCase("mutex", trials: 3)

  /// An answer of three trials of a millisecond each, after `change`.
  private func record(_ change: (inout LaunchRecord) -> Void) -> LaunchRecord {
    var record = RunFixture.launch([.quiet, .quiet, .quiet])
    record.threads = (0..<2).map { ThreadRow(thread: $0, cpu: 0, operations: 1500) }
    record.observations = [ObservationRow(trial: 2, name: "reads", value: 1)]
    change(&record)
    return record
  }

  private func defect(
    launch: UInt64 = 3_000_000, cpus: Int = 2,
    _ change: (inout LaunchRecord) -> Void = { _ in }
  ) -> String? {
    record(change).defect(
      of: planned, within: AnswerBounds(onlineCPUs: cpus, launchNanoseconds: launch))
  }

  @Test func `trials may take as long as their launch, and not a nanosecond longer`() {
    #expect(defect() == nil)
    #expect(
      defect(launch: 2_999_999)
        == "its trials took 3000000 ns together, longer than its launch, which took 2999999 ns")
    #expect(defect { $0.trials[0].elapsedNanoseconds = .max } != nil)
  }

  @Test func `trials are numbered in their order, each once`() {
    #expect(defect { $0.trials.swapAt(0, 1) } == "trial 1 is in the place of trial 0")
    #expect(defect { $0.trials[2].trial = 1 } == "trial 1 is in the place of trial 2")
    #expect(defect { $0.trials[0].trial = -1 } == "trial -1 is in the place of trial 0")
    #expect(defect { $0.trials.removeLast() } == "the number of trials is 2, not 3")
    #expect(defect { $0.trials += $0.trials } == "the number of trials is 6, not 3")
  }

  @Test func `threads are numbered in their order, each once`() {
    #expect(defect { $0.threads.reverse() } == "thread 1 is in the place of thread 0")
    #expect(defect { $0.threads += $0.threads } == "thread 0 is in the place of thread 2")
    #expect(defect { $0.threads = [] } == nil)
  }

  @Test(arguments: [-1, 3, .min, .max])
  func `an observation belongs to one of the trials`(trial: Int) {
    #expect(
      defect { $0.observations[0].trial = trial }
        == "it has an observation 'reads' of trial \(trial), but only 3 trials")
  }

  @Test func `the limit on operations counts all of the machine's CPUs, even with two threads`() {
    let fast = UInt64(60 * 4 * 1_000_000)
    #expect(defect(cpus: 4) { $0.trials[1].operations = fast } == nil)
    #expect(
      defect(cpus: 3) { $0.trials[1].operations = fast }?.hasSuffix("each on 3 CPUs") == true)
  }

  @Test func `a launch fails if its trials took longer than the launch by the launcher's clock`()
    async throws
  {
    let tree = try FixtureTree()
    let launcher = FakeLauncher { request, _ in
      guard request.caseID?.primitive == "mutex", request.task == .measure else { return nil }
      let elapsed = 3_600_000_000_001 / UInt64(request.sampling.trials) + 1
      return FakeLauncher.trials(request, elapsed: elapsed)
    }
    let orchestrator = Orchestrator(
      folder: tree.runFolder(), launcher: launcher,
      observer: FakeObserver())
    let cases = [RunFixture.plannedCase("mcs"), RunFixture.plannedCase("mutex")]
    let run = try await orchestrator.start(RunFixture.document(cases, blocks: 1))
    let failure = run.records[Launch(caseIndex: 1, block: 0)]?.failure
    #expect(failure?.kind == .garbled)
    #expect(
      failure?.reason.hasSuffix("longer than its launch, which took 3600000000000 ns") == true)
    #expect(run.records[Launch(caseIndex: 0, block: 0)]?.failure == nil)
  }
}

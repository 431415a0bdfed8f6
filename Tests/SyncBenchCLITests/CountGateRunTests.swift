import ArgumentParser
import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import SystemPackage
import TestSupport
import Testing

@testable import SyncBenchCLI

@Suite struct CountGateRunTests {
  /// Workers that answer every count with `allocations` allocations per operation.
  private struct AllocatingWorkers: WorkerLaunching {
    let allocations: Double
    var signal: Int?

    func launch(
      _ request: WorkerRequest, deadlineNanoseconds: UInt64
    ) async -> WorkerOutcome {
      if let signal { return .signalled(signal: signal, error: "") }
      return .exited(status: 0, output: Self.answer(allocations), error: "")
    }

    /// The lines that a worker of this version writes, spelt out.
    private static func answer(_ allocations: Double) -> String {
      func row(_ event: String, _ value: Double) -> String {
        #"{"counter":{"_0":{"pass":"allocations","event":"\#(event)","status":"counted","#
          + #""value":\#(value),"operations":100,"reason":""}}}"#
      }
      return [
        #"{"hello":{"protocolVersion":\#(workerProtocolVersion)}}"#,
        row("allocations", allocations * 100), row(CounterRow.closingEvent, 100), #"{"done":{}}"#,
      ].joined(separator: "\n")
    }
  }

  private struct Silent: RunObserver {
    func cut(into files: [String]) {}
    func progressed(_ progress: RunProgress) {}
  }

  private static func id(_ primitive: String) -> CaseID { MadeRun.id("uncontended/\(primitive)") }

  private let toolchain = CountToolchain(swift: "6.3.1", architecture: "x86_64", libc: nil)

  private func run(_ workers: AllocatingWorkers, limit: Double? = nil) -> CountGateRun {
    let planned = ["kept", "new"].map {
      PlannedCase(
        id: Self.id($0), pace: .operations, summaryLevel: 0, expectation: .valid,
        placement: .unpinned,
        sampling: Sampling(warmups: 0, trials: 1, trialNanoseconds: 1), kernel: "loop")
    }
    let description = WorkerDescription(
      tool: ToolVersion(version: "1", commit: nil, executable: "x"),
      plan: Plan(profile: "gate", seed: 0, blocks: 1, cases: planned, tables: []))
    let baseline = CountBaseline(
      tool: "0.1.0", toolchain: toolchain, instructionsBy: nil,
      cases: [
        Self.id("kept"): OperationCounts(allocations: 2),
        Self.id("gone"): OperationCounts(allocations: 2),
      ])
    return CountGateRun(
      stored: StoredBaseline(file: "main/x.json", baseline: baseline), executable: "new",
      countable: CountableCases(description),
      counter: OperationCounter(
        launcher: workers, instructions: .none(reason: "nobody"), limits: .usual,
        instructionTries: 1, document: CountingSetUp.document),
      toolchain: toolchain, instructionsBy: nil, valgrind: nil, limit: limit)
  }

  @Test func `cases on both sides are compared, and cases on only one side are listed`()
    async throws
  {
    let gate = try await run(AllocatingWorkers(allocations: 2)).gate(observer: Silent())
    #expect(gate.lines.map(\.verdict) == [.pass])
    #expect(gate.removed == [Self.id("gone")])
    #expect(gate.added == [Self.id("new")])
    #expect(gate.outcome == .pass)
    #expect(gate.file == "main/x.json")
  }

  @Test func `cases outside the selection are left out on both sides`() async throws {
    var run = run(AllocatingWorkers(allocations: 2))
    run.selection.primitives = ["kept"]
    let gate = try await run.gate(observer: Silent())
    #expect(gate.lines.map(\.id) == [Self.id("kept")])
    #expect(gate.removed.isEmpty && gate.added.isEmpty)
  }

  @Test func `one allocation more than in the baseline fails, unless the given limit allows it`()
    async throws
  {
    let workers = AllocatingWorkers(allocations: 3)
    #expect(try await run(workers).gate(observer: Silent()).outcome == .fail)
    #expect(try await run(workers, limit: 0.5).gate(observer: Silent()).outcome == .pass)
    #expect(try await run(workers, limit: 0.49).gate(observer: Silent()).outcome == .fail)
  }

  @Test func `a candidate that crashes is invalid`() async throws {
    let gate = try await run(AllocatingWorkers(allocations: 2, signal: 11)).gate(observer: Silent())
    #expect(gate.outcome == .invalid)
    #expect(gate.lines.map(\.quantity) == [nil])
  }

  @Test func `a stopped count compares nothing`() async {
    let run = run(AllocatingWorkers(allocations: 2))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await run.gate(observer: Silent())
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  // MARK: Recording

  private func recording(_ cases: [CaseID: CountedCase]) throws(CommandFailure) -> BaselineRecording
  {
    try BaselineRecording(
      cases, toolchain: toolchain, instructionsBy: .callgrind, valgrind: "3.19.0", limits: .usual)
  }

  private let none = CountReading.unavailable(reason: "no valgrind")

  @Test
  func `a recording stores the counted figures, and has a remark on why figures are missing`()
    throws
  {
    let recorded = try recording([
      Self.id("a"): CountedCase(instructions: none, allocations: .counted(2)),
      Self.id("b"): CountedCase(instructions: none, allocations: .counted(0)),
    ])
    #expect(recorded.baseline.figureCount == 2)
    // Callgrind counted nothing, so the baseline does not name it.
    #expect(recorded.baseline.instructionsBy == nil)
    #expect(recorded.baseline.valgrind == nil)
    #expect(recorded.remarks == ["no instructions of 2 cases: no valgrind"])
    #expect(recorded.failures.isEmpty)
  }

  @Test func `a figure that was not the same twice is left out with a remark that names its case`()
    throws
  {
    let recorded = try recording([
      Self.id("a"): CountedCase(
        instructions: .unstable(least: 20, most: 30), allocations: .counted(2)),
      Self.id("b"): CountedCase(instructions: .counted(9), allocations: .counted(2)),
    ])
    #expect(recorded.baseline.cases[Self.id("a")]?.unstable == [.instructions])
    #expect(recorded.baseline.instructionsBy == .callgrind)
    #expect(
      recorded.remarks == [
        "locks/uncontended/a: instructions left out, not the same twice: 20 and 30"
      ])
  }

  @Test func `a case that failed is not stored`() throws {
    let recorded = try recording([
      Self.id("a"): CountedCase(instructions: none, allocations: .counted(2), failure: "lost 3"),
      Self.id("b"): CountedCase(instructions: .counted(9), allocations: .counted(2)),
    ])
    #expect(recorded.baseline.cases.keys.map { $0 } == [Self.id("b")])
    #expect(recorded.failures == ["locks/uncontended/a: lost 3"])
  }

  @Test func `a baseline without any figure is refused with the reason`() {
    let error = #expect(throws: CommandFailure.self) {
      try recording([Self.id("a"): CountedCase(instructions: none, allocations: none)])
    }
    #expect(error?.status == .world)
    #expect(error?.message.contains("no valgrind") == true)
  }

  // MARK: Arguments

  @Test(arguments: [("1%", 0.01), ("0.5%", 0.005), ("0.05", 0.05), ("99%", 0.99)])
  func `a limit is a share or a percentage`(text: String, share: Double) {
    #expect(CountLimitArgument(argument: text)?.share == share)
  }

  @Test(arguments: ["", "%", "0", "0%", "-1%", "1", "100%", "1e-2", "nan", "inf", "1 %", "0x1p-3"])
  func `a text that is no share between 0 and 1 in plain digits is no limit`(text: String) {
    #expect(CountLimitArgument(argument: text) == nil)
  }

  @Test func `recording takes suites and a limit`() throws {
    let gate = try GateCommand.parse(
      ["--counts", "main", "--record", "locks", "sync", "--limit", "2%"])
    #expect(gate.stored.counts == "main" && gate.stored.record)
    #expect(gate.cases.suites == ["locks", "sync"])
    #expect(gate.stored.limit?.share == 0.02)
  }
}

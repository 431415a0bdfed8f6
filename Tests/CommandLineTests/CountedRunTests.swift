import BenchmarkModel
import BenchmarkRunner
import CSyncShims
import Foundation
import Glibc
import SystemPackage
import TestSupport
import Testing

/// Tests of the tables that `run --counters` writes beside the times, also after a kill.
@Suite(.timeLimit(.minutes(10))) struct CountedRunTests {
  private let tool: Tool

  init() throws { tool = try Tool.release() }

  private let spin = "locks/uncontended/test-and-set/inside=0"
  private let queue = "sync/alone/serial-queue-sync/inside=0"

  private func arguments(_ results: Results) -> [String] {
    [
      "run", "--profile", "smoke", "--seed", "5", "--counters", "--event", "breakpoint",
      "--filter", spin, "--filter", queue, "--output", results.path,
    ]
  }

  private struct Counted {
    let results: Results
    let rows: [[String: String]]

    init(_ results: Results) throws {
      self.results = results
      rows = try results.table("raw/counters.csv")
    }

    func rows(_ id: String, _ pass: String) -> [[String: String]] {
      rows.filter { $0["case"] == id && $0["pass"] == pass }
    }

    /// The row of the whole process for an event.
    func row(_ id: String, _ pass: String, _ event: String) throws -> [String: String] {
      try #require(
        rows(id, pass).first { $0["event"] == event && $0["thread"] == "" },
        "\(id) has no \(event) in the pass of \(pass)")
    }
  }

  @Test func `a counted run has rows for every pass and columns for every event`() async throws {
    let results = try Results()
    let outcome = try await tool.succeeds(arguments(results))
    let counted = try Counted(results)
    for id in [spin, queue] {
      for pass in ["counters", "breakpoints", "allocations", "instructions"] {
        #expect(counted.rows(id, pass).count { $0["event"] == "ops" } == 1, "\(id), \(pass)")
      }
    }
    try expectReasons(counted)
    try expectColumns(results)

    // Every machine counts CPU time, and a process that runs uses some.
    let time = try counted.row(spin, "counters", "cpu-ns")
    #expect(Double(time["value"] ?? "").map { $0 > 0 } == true)
    for event in ["frequency-khz", "energy-uj", "schedstat-run-queue-ns", "steal-ns"] {
      _ = try counted.row(spin, "counters", event)
    }
    #expect(try counted.row(spin, "allocations", "allocations")["value"] == "0")
    #expect(try counted.row(queue, "allocations", "allocations")["value"] != "0")

    let written = try results.summaries()
    for name in written.keys {
      try FileManager.default.removeItem(atPath: "\(results.path)/\(name)")
    }
    #expect(try await tool("summarize", results.path).code == 0)
    #expect(try results.summaries() == written)
    #expect(try await tool("show", results.path).output == outcome.output)
  }

  /// Expects that each row has a number or a reason why it has none.
  private func expectReasons(_ counted: Counted) throws {
    for row in counted.rows {
      let isCounted = ["counted", "scaled"].contains(row["status"])
      #expect((Double(row["value"] ?? "") != nil) == isCounted, "\(row)")
      #expect(isCounted || row["reason"]?.isEmpty == false, "\(row)")
    }
  }

  private func expectColumns(_ results: Results) throws {
    let locks = try #require(try results.table("locks.csv").first)
    #expect(locks["status"] == "valid")
    #expect(Double(locks["ns_per_op"] ?? "") != nil)
    for column in [
      "cycles_per_op", "task_clock_ns_per_op", "context_switches_per_op", "futex_waits_per_op",
      "voluntary_switches_per_op", "breakpoint_per_op", "run_queue_ns_per_op",
      "allocations_per_op", "allocated_bytes_per_op", "callgrind_instructions_per_op",
      "energy_uj_per_op", "frequency_khz",
    ] {
      let value = try #require(locks[column], "locks.csv has no column \(column)")
      #expect(value.isEmpty || Double(value) != nil)
    }
    #expect(Double(locks["allocations_per_op"] ?? "") == 0)
  }

  @Test func `an uncontended test-and-set lock writes its word twice for each operation`()
    async throws
  {
    let results = try Results()
    try await tool.succeeds(
      "run", "--profile", "smoke", "--event", "breakpoint", "--filter", spin, "--output",
      results.path)
    let counted = try Counted(results)
    let closing = try counted.row(spin, "breakpoints", "ops")
    // Each hit of the breakpoint stops the thread, so the launch may miss its deadline while all
    // other tests run on two cores.
    if closing["reason"]?.contains("too slow for its deadline") == true {
      try Test.cancel("the machine is too busy: \(closing["reason"] ?? "")")
    }
    #expect(closing["status"] == "counted", "\(closing)")
    let row = try counted.row(spin, "breakpoints", "breakpoint")
    guard row["status"] == "counted" else {
      try Test.cancel("breakpoints are refused here: \(row["reason"] ?? "")")
    }
    let operations = try #require(Double(row["ops"] ?? ""))
    #expect(Double(row["value"] ?? "") == 2 * operations)
    let shown = try results.table("locks.csv").map { Double($0["breakpoint_per_op"] ?? "") }
    #expect(shown == [2])
  }

  @Test(arguments: [1, 70])
  func `a run killed while it counts is finished by a resume, which keeps its times`(
    lines: Int
  ) async throws {
    var results = try Results()
    while try await killed(results, atLine: lines).code == 0
      || results.run().document.state == .complete
    { results = try Results() }
    let before = try results.run()
    #expect(before.document.state == .measuring)
    #expect(before.records.count == before.document.plan.schedule().count)
    #expect(before.counted.count < before.document.plan.countedSchedule().count)
    let times = try trials(results)

    try await tool.succeeds("run", "--resume", results.path)
    let after = try results.run()
    #expect(after.document.state == .complete)
    #expect(after.counted.count == after.document.plan.countedSchedule().count)
    #expect(after.counted.merging(before.counted) { $1 } == after.counted)
    #expect(try trials(results) == times)
    let counted = try Counted(results)
    for id in [spin, queue] {
      for pass in ["counters", "breakpoints", "allocations", "instructions"] {
        #expect(counted.rows(id, pass).count { $0["event"] == "ops" } == 1, "\(id), \(pass)")
      }
    }
  }

  /// The rows of the trials, sorted, because a resumed run may write them in another order.
  private func trials(_ results: Results) throws -> [Substring] {
    try results.text("raw/trials.csv").split(separator: "\n").sorted()
  }

  /// Kills the run when the table of counts has `lines` lines; a run that ends before must succeed.
  private func killed(_ results: Results, atLine lines: Int) async throws -> Tool.Outcome {
    let outcome = try await tool.call(arguments(results), endedBy: SIGKILL) { _, _ in
      guard results.lines("raw/counters.csv") >= lines, let run = try? results.run() else {
        return false
      }
      return run.records.count == run.document.plan.schedule().count
    }
    #expect(outcome.code == 0 || outcome.code == -Int(SIGKILL))
    return outcome
  }

  @Test func `a timing worker that inherits a perf descriptor measures nothing`() throws {
    // A process that may open any event at all may open the dummy event in user mode.
    var request = sync_perf_request()
    request.type = 1
    request.config = 9
    request.group = -1
    request.exclude_kernel = 1
    let descriptor = sync_perf_open(&request)
    guard descriptor >= 0 else {
      try Test.cancel("perf events are refused here: errno \(-descriptor)")
    }
    defer { close(descriptor) }
    let id = try CaseID(parsing: spin)
    let alone = try answer(to: WorkerRequest(task: .measure, caseID: id, pace: .operations))
    #expect(alone.last == .done)
    let answer = try answer(
      to: WorkerRequest(task: .measure, caseID: id, pace: .operations), inheriting: descriptor)
    guard case .refused(let reason) = answer.last else {
      Issue.record("it measured with a perf descriptor open: \(answer)")
      return
    }
    #expect(reason.contains("1 perf descriptors open"))
  }

  /// The answer of a worker that inherits the standard files and at most one further descriptor.
  private func answer(
    to request: WorkerRequest, inheriting descriptor: Int32? = nil
  ) throws -> [WorkerMessage] {
    let tree = try FixtureTree()
    try tree.data("/request", JSONEncoder().encode(request))
    var files = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&files)
    defer { posix_spawn_file_actions_destroy(&files) }
    posix_spawn_file_actions_addopen(&files, 0, "\(tree.root)/request", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&files, 1, "\(tree.root)/answer", O_WRONLY | O_CREAT, 0o600)
    // The duplicate stays open across exec in this worker. The original descriptor is closed by
    // exec, so no tool of another test inherits it.
    if let descriptor { posix_spawn_file_actions_adddup2(&files, descriptor, 100) }
    var words: [UnsafeMutablePointer<CChar>?] = [strdup(tool.path.string), strdup("worker"), nil]
    defer { words.forEach { free($0) } }
    var process = pid_t()
    try #require(posix_spawn(&process, tool.path.string, &files, nil, &words, environ) == 0)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let bytes = try Data(contentsOf: URL(filePath: "\(tree.root)/answer"))
    return try bytes.split(separator: UInt8(ascii: "\n")).map {
      try JSONDecoder().decode(WorkerMessage.self, from: Data($0))
    }
  }
}

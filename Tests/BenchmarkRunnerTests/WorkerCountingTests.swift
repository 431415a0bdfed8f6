import BenchmarkModel
import CSyncShims
import Glibc
import PerfEvents
import Testing

@testable import BenchmarkRunner

/// Cases in which each thread causes a known number of events per trial.
private enum CountedCatalog {
  static let pages = 40

  static let catalog = CaseCatalog(suites: [
    Suite(
      name: "locks", summary: "locks", columns: [],
      workloads: [
        Workload(
          name: "contended", operation: "one",
          axes: [Axis("threads", .threads) { _, cpus, _ in [cpus] }], pace: .operations,
          summaryLevel: 0, threads: .own(parameter: "threads"),
          primitives: [
            primitive("idle") { _ in }, primitive("faulting") { _ in touchPages() },
            primitive("broken", violation: "lost 1") { _ in }, writing,
          ])
      ])
  ])

  private static func primitive(
    _ name: String, violation: String? = nil, _ body: @escaping @Sendable (TrialThread) -> Void
  ) -> MeasuredPrimitive {
    MeasuredPrimitive(name: name, summary: name) { context in
      .adding(context.value("threads", default: 1), violation: violation) { thread in
        body(thread)
        return thread.operations
      }
    }
  }

  /// A primitive that writes a word once per operation; the word is never freed, as in a worker.
  private static let writing = MeasuredPrimitive(name: "writing", summary: "writes") { context in
    let address = UInt(bitPattern: UnsafeMutablePointer<UInt32>.allocate(capacity: 1))
    return TrialProgram.adding(context.value("threads", default: 1)) { thread in
      guard let word = UnsafeMutablePointer<UInt32>(bitPattern: address) else { return 0 }
      for turn in 0..<thread.operations { sync_flag_write(word, UInt32(turn)) }
      return thread.operations
    }.watching(UnsafeRawPointer(bitPattern: address))
  }

  private static func touchPages() {
    let size = Int(sysconf(Int32(_SC_PAGESIZE)))
    guard
      let memory = mmap(
        nil, pages * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      memory != MAP_FAILED
    else { return }
    _ = madvise(memory, pages * size, MADV_NOHUGEPAGE)
    for page in 0..<pages { memory.storeBytes(of: 1, toByteOffset: page * size, as: UInt8.self) }
    munmap(memory, pages * size)
  }
}

@Suite struct WorkerCountingTests {
  private func rows(
    _ primitive: String, _ pass: CountingPass, threads: Int = 2, events: [PlannedEvent] = [],
    pace: Pace = .operations
  ) throws -> [CounterRow] {
    let request = WorkerRequest(
      task: .measure,
      caseID: try CaseID(parsing: "locks/contended/\(primitive)/threads=\(threads)"),
      sampling: Sampling(warmups: 1, trials: 3, trialNanoseconds: 1_000_000), pace: pace,
      operations: 5, counting: CountingRequest(pass: pass, events: events))
    let worker = Worker(catalog: CountedCatalog.catalog, tool: { CatalogFixture.tool })
    return try worker.respond(to: request).map { message in
      guard case .counter(let row) = message else { throw Unexpected(message: message) }
      return row
    }
  }

  private struct Unexpected: Error { let message: WorkerMessage }

  private func events(_ pass: CountingPass) -> [PlannedEvent] {
    RunFixture.events.filter { $0.pass == pass }
  }

  @Test(arguments: CountingPass.allCases)
  func `every pass ends with a closing row, and a row has its process's or thread's operations`(
    pass: CountingPass
  ) throws {
    let rows = try rows("idle", pass, events: events(pass))
    let closing = try #require(rows.last)
    #expect(closing.event == CounterRow.closingEvent)
    #expect(closing.status == .counted && closing.thread == nil)
    #expect(closing.operations == 30 && closing.value == 30)
    #expect(rows.count { $0.event == CounterRow.closingEvent } == 1)
    #expect(rows.allSatisfy { $0.pass == pass })
    #expect(rows.allSatisfy { $0.operations == ($0.thread == nil ? 30 : 15) })
    #expect(Set(rows.map(\.thread)) == [nil, 0, 1])
    for scope in [nil, 0, 1] as [Int?] {
      let names = rows.filter { $0.thread == scope }.map(\.event)
      #expect(Set(names).count == names.count, "an event has two rows")
      #expect(names.contains("wall-ns"))
    }
    for row in rows where row.value == nil {
      #expect(row.status != .counted && !row.reason.isEmpty, "\(row.event)")
    }
  }

  @Test func `a window's operations are those that were done in it`() throws {
    let rows = try rows("idle", .counters, pace: .window)
    #expect(rows.last?.operations == 30)
  }

  @Test func `page faults are counted for the process and each thread if they can be`() throws {
    let rows = try rows("faulting", .counters, events: events(.counters))
    let faults = rows.filter { $0.event.hasPrefix("page-faults") }
    #expect(faults.map(\.thread) == [nil, 0, 1])
    let counted = faults.filter { $0.status == .counted }
    if counted.isEmpty { print("no page faults here: \(faults.first?.reason ?? "no row")") }
    for row in counted {
      let least = CountedCatalog.pages * 3 * (row.thread == nil ? 2 : 1)
      #expect((row.value ?? 0) >= Double(least))
    }
    let usage = rows.filter { $0.event == "rusage-minor-faults" }
    #expect(usage.count == 3)
    #expect(usage.allSatisfy { ($0.value ?? 0) >= Double(CountedCatalog.pages * 3) })
  }

  @Test func `an event without an encoding has one row of the process, with the reason`() throws {
    let missing = PlannedEvent(
      name: "cycles", column: "cycles_per_op", encoding: nil, reason: "no PMU")
    let rows = try rows("idle", .counters, events: [missing]).filter { $0.event == "cycles" }
    #expect(rows.filter { $0.thread == nil }.count == 1)
    #expect(rows.allSatisfy { $0.status == .unavailable && $0.reason == "no PMU" })
  }

  @Test func `a pass counts no events of another pass`() throws {
    let allocations = try rows("idle", .allocations, events: RunFixture.events)
    #expect(
      Set(allocations.map(\.event))
        == ["wall-ns", "allocations", "allocated-bytes", "frees", "ops"])
    let breakpoints = try rows("idle", .breakpoints, events: events(.breakpoints))
    #expect(Set(breakpoints.map(\.event)) == ["wall-ns", "breakpoint", "ops"])
  }

  @Test func `a primitive without a word of its own has no writes to count`() throws {
    let rows = try rows("idle", .breakpoints, events: events(.breakpoints))
      .filter { $0.event == "breakpoint" }
    #expect(!rows.isEmpty)
    #expect(rows.allSatisfy { $0.status == .unavailable })
    #expect(rows.allSatisfy { $0.reason == "the primitive has no word of its own" })
  }

  @Test func `each write to the watched word is counted if the machine has breakpoints`() throws {
    let rows = try rows("writing", .breakpoints, events: events(.breakpoints))
      .filter { $0.event.hasPrefix("breakpoint") }
    #expect(rows.map(\.thread) == [nil, 0, 1])
    for row in rows where row.status == .counted { #expect(row.perOperation == 1) }
    for row in rows where row.status != .counted { print("no breakpoint here: \(row.reason)") }
  }

  @Test(arguments: CountingPass.allCases)
  func `trials that fail their check close the launch as invalid`(pass: CountingPass) throws {
    let closing = try rows("broken", pass, events: events(pass)).last
    #expect(closing?.event == CounterRow.closingEvent)
    #expect(closing?.status == .invalid)
    #expect(closing?.reason == "lost 1")
  }

  // MARK: Timing without counters

  @Test func `a worker that measures time refuses open counters`() throws {
    try Worker.refuseCounters(0)
    try Worker.refuseCounters(nil)
    #expect(throws: WorkerError.countersOpen(2)) { try Worker.refuseCounters(2) }
    #expect(WorkerError.countersOpen(2).description.contains("2 perf descriptors"))
  }
}

import BenchmarkModel
import CSyncShims
import Glibc
import Synchronization
import Testing

@testable import BenchmarkRunner

/// A source of given results that logs when it begins and ends.
final class ScriptedSource: CountingSource {
  private let name: String
  private let log: Log
  private let given: [EventResult]

  final class Log: Sendable {
    let lines = Mutex<[String]>([])
  }

  init(_ name: String, _ log: Log = Log(), given: [EventResult] = []) {
    self.name = name
    self.log = log
    self.given = given
  }

  func begin() { log.lines.withLock { $0.append("\(name) begins") } }
  func end() { log.lines.withLock { $0.append("\(name) ends") } }
  func results() -> [EventResult] { given }
}

@Suite struct CountingSourceTests {
  private func value(_ source: some CountingSource, _ event: String) throws -> Double {
    let result = try #require(source.results().first { $0.event == event })
    return try #require(result.value, "\(result.reason)")
  }

  // MARK: The probe

  @Test func `a probe has rows for the process, then for each thread with its own operations`() {
    let probe = CountingProbe(
      threadCount: 2, process: [ScriptedSource("p", given: [.counted("e", 30)])]
    ) {
      [ScriptedSource("t", given: [.counted("e", 10), .unavailable("f", "no PMU")])]
    }
    for thread in 0..<2 { probe.threadStarted(thread) }
    for trial in 1...2 as ClosedRange<UInt64> {
      probe.trialBegins()
      for thread in 0..<2 { probe.threadBegins(thread) }
      for thread in 0..<2 {
        probe.threadEnds(
          thread, nanoseconds: 100 * trial, operations: trial + 10 * UInt64(thread))
      }
      probe.trialEnds()
    }
    var operations = TurnOperations(turnCount: 0)
    operations.add(26, in: .none)
    let rows = probe.rows(.counters, operations: operations)
    #expect(rows.map(\.thread) == [nil, 0, 0, 0, 1, 1, 1])
    #expect(rows.map(\.event) == ["e", "wall-ns", "e", "f", "wall-ns", "e", "f"])
    #expect(rows.map(\.operations) == [26, 3, 3, 3, 23, 23, 23])
    #expect(rows.map(\.value) == [30, 300, 10, nil, 300, 10, nil])
    #expect(rows[3].status == .unavailable && rows[3].reason == "no PMU")
    #expect(rows.allSatisfy { $0.pass == .counters })
  }

  @Test func `the source that begins last ends first`() {
    let log = ScriptedSource.Log()
    let probe = CountingProbe(
      threadCount: 1, process: [ScriptedSource("a", log), ScriptedSource("b", log)]
    ) { [ScriptedSource("c", log), ScriptedSource("d", log)] }
    probe.threadStarted(0)
    probe.trialBegins()
    probe.threadBegins(0)
    probe.threadEnds(0, nanoseconds: 1, operations: 1)
    probe.trialEnds()
    #expect(
      log.lines.withLock { $0 } == [
        "a begins", "b begins", "c begins", "d begins", "d ends", "c ends", "b ends", "a ends",
      ])
  }

  // MARK: Counts without the thread that leads the trials

  @Test func `the leading thread's counts are subtracted from the process's, never below 0`() {
    let whole = ScriptedSource(
      "whole",
      given: [
        EventResult(
          event: "a", status: .counted, value: 10, enabledNanoseconds: 5, runningNanoseconds: 4),
        .counted("b", 3), .counted("c", 7), .unavailable("d", "no PMU"),
        EventResult(event: "e", status: .scaled, value: 9, reason: "scaled up"),
        .counted("f", 8),
      ])
    let leader = ScriptedSource(
      "leader",
      given: [
        .counted("a", 4), .counted("b", 5), .counted("d", 1), .counted("e", 1),
        .unavailable("f", "refused"), .counted("z", 9),
      ])
    let results = LeaderlessSource(whole: whole, leader: leader).results()
    #expect(results.map(\.event) == ["a", "b", "c", "d", "e", "f"])
    #expect(results.map(\.value) == [6, 0, 7, nil, 9, 8])
    #expect(results[0].enabledNanoseconds == 5 && results[0].runningNanoseconds == 4)
    #expect(results[3].status == .unavailable && results[3].reason == "no PMU")
  }

  @Test func `the leading thread's source begins before the process's source, and ends after it`() {
    let log = ScriptedSource.Log()
    let source = LeaderlessSource(
      whole: ScriptedSource("whole", log), leader: ScriptedSource("leader", log))
    source.begin()
    source.end()
    #expect(
      log.lines.withLock { $0 } == [
        "leader begins", "whole begins", "whole ends", "leader ends",
      ])
  }

  // MARK: Usage

  private func touchPages(_ count: Int) throws {
    let size = Int(sysconf(Int32(_SC_PAGESIZE)))
    let memory = try #require(
      mmap(nil, count * size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    defer { munmap(memory, count * size) }
    // A huge page would be one fault instead of hundreds.
    _ = madvise(memory, count * size, MADV_NOHUGEPAGE)
    for page in 0..<count { memory.storeBytes(of: 1, toByteOffset: page * size, as: UInt8.self) }
  }

  /// Sleeps until the kernel has counted `times` more voluntary switches.
  ///
  /// A sleep that is over before the thread has left its CPU is no switch.
  private func goToSleep(times: UInt64) {
    let enough = sync_thread_usage().voluntary_switches + times
    while sync_thread_usage().voluntary_switches < enough { usleep(1) }
  }

  @Test func `a thread's page faults add up over its trials, without those between trials`() throws
  {
    let source = UsageSource(.thread)
    for _ in 0..<3 {
      source.begin()
      try touchPages(50)
      source.end()
      // Page faults between trials do not count.
      try touchPages(500)
    }
    let faults = try value(source, "rusage-minor-faults")
    #expect((150..<1000).contains(faults), "\(faults)")
  }

  @Test func `the process's usage is at least that of its thread`() throws {
    let process = UsageSource(.process)
    let thread = UsageSource(.thread)
    process.begin()
    thread.begin()
    try touchPages(50)
    goToSleep(times: 5)
    thread.end()
    process.end()
    for event in ["rusage-minor-faults", "rusage-voluntary-switches", "cpu-ns"] {
      let own = try value(thread, event)
      let all = try value(process, event)
      #expect(all >= own, "\(event)")
      #expect(own > 0, "\(event)")
    }
    #expect(try value(thread, "rusage-minor-faults") >= 50)
    #expect(try value(thread, "rusage-voluntary-switches") >= 5)
  }

  @Test func `usage lists all of its events, each counted or with a reason`() {
    let source = UsageSource(.thread)
    source.begin()
    source.end()
    let results = source.results()
    #expect(
      results.map(\.event) == [
        "cpu-ns", "rusage-user-ns", "rusage-system-ns", "rusage-voluntary-switches",
        "rusage-involuntary-switches", "rusage-minor-faults", "rusage-major-faults",
        "schedstat-running-ns", "schedstat-run-queue-ns", "schedstat-timeslices",
      ])
    for result in results {
      switch result.status {
      case .counted: #expect((result.value ?? -1) >= 0, "\(result.event)")
      default: #expect(result.value == nil && !result.reason.isEmpty, "\(result.event)")
      }
    }
  }

  // MARK: schedstat

  @Test(
    arguments: [
      ("1 2 3\n", [1, 2, 3]), ("0 0 0", [0, 0, 0]), ("18446744073709551615 1 2 4", [.max, 1, 2]),
      ("1 2\n", nil), ("", nil), ("\n", nil), ("1 x 2 3\n", nil), ("-1 2 3", nil),
    ] as [(String, [UInt64]?)])
  func `a line of schedstat that does not begin with three whole numbers is refused`(
    text: String, figures: [UInt64]?
  ) {
    #expect(SchedulerStatistics.figures(text) == figures)
  }

  @Test(
    .enabled(
      if: access("/proc/self/schedstat", R_OK) == 0, "this kernel keeps no schedstat"))
  func `schedstat is read for one thread or for all threads, and never decreases`() throws {
    let own = SchedulerStatistics.ofCallingThread()
    let first = try #require(own.read())
    goToSleep(times: 1)
    let second = try #require(own.read())
    #expect(zip(first, second).allSatisfy { $0 <= $1 })
    // The third figure, the number of times that the thread was given a CPU, grows with a sleep.
    #expect(second[2] > first[2])
    let all = try #require(SchedulerStatistics.ofAllThreads.read())
    #expect(all.count == 3)
    #expect(all[2] > 0)
  }

  // MARK: Allocations

  @Test(.enabled(if: AllocationReader() == nil, "the library is preloaded into the tests"))
  func `allocations without the library are unavailable, not zero`() {
    for scope in [AllocationSource.Scope.thread, .process] {
      let source = AllocationSource(scope, trials: 2)
      for _ in 0..<3 {
        source.begin()
        source.end()
      }
      let results = source.results()
      #expect(results.map(\.event) == ["allocations", "allocated-bytes", "frees"])
      #expect(results.allSatisfy { $0.status == .unavailable && $0.value == nil })
      #expect(
        results.allSatisfy { $0.reason.hasPrefix("libSyncbenchAllocations.so is not preloaded") })
    }
  }

  // MARK: Steal

  @Test func `steal time is counted if the machine reports it`() throws {
    let source = StealSource()
    for _ in 0..<2 {
      source.begin()
      source.end()
    }
    let result = try #require(source.results().first)
    #expect(source.results().count == 1 && result.event == "steal-ns")
    #expect((result.status == .counted) == (StealClock().read() != nil))
    #expect((result.value ?? 0) >= 0)
  }
}

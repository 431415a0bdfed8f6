import BenchmarkModel
import CSyncShims
import SyncPrimitives
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

/// A lock that delays every fourth acquisition by a number of ticks.
private struct KeepsWaiting: Lock, ~Copyable {
  static let ticks: UInt64 = 200_000
  private let lock = TestAndSetLock()
  private let turns = CacheAligned<UInt64>(0)
  private let clock = TickClock.ofThisMachine()

  borrowing func acquire() {
    lock.acquire()
    turns.pointer.pointee += 1
    guard turns.pointer.pointee % 4 == 0 else { return }
    let start = clock.now()
    while clock.now() &- start < Self.ticks {}
  }

  borrowing func release() { lock.release() }
}

/// A lock whose first release raises the stop flag that ends the measured loop.
private struct LetsInOnce: Lock, ~Copyable {
  nonisolated(unsafe) static let stop: UnsafeMutablePointer<UInt32> = {
    let stop = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)
    stop.initialize(to: 0)
    return stop
  }()

  borrowing func acquire() {}
  borrowing func release() { sync_flag_write(Self.stop, 1) }
}

extension PrimitiveTests {
  /// Tests of the workloads that time single acquisitions.
  @Suite struct TimedTests {
    static let workloads: [LockWorkload] = [.waits, .idle, .burst]
    static let names = LocksSuite.entries.filter { $0.programs[.waits] != nil }.map(\.name)

    @Test(arguments: names, workloads)
    func `every lock passes the check of a timed workload`(name: String, workload: LockWorkload)
      async throws
    {
      let entry = try #require(LocksSuite.entries.first { $0.name == name })
      for threads in [2, 3] {
        let program = try #require(entry.primitive(in: workload)).prepare(
          Trials.context(name, [("threads", threads), ("inside", 500), ("gap", 20_000)]))
        try await Trials.expectVerified(
          program, pace: workload == .burst ? .once : .window, isPinned: !entry.usesPool)
      }
    }

    @Test func `a lock's delays are among the waits, and the longest wait is at least a delay`()
      async throws
    {
      let clock = TickClock.ofThisMachine()
      // The tick lengths of two calibrations differ by at most 1 %.
      let kept = TickCalibration(clock).tickLength().nanoseconds(of: KeepsWaiting.ticks) / 100 * 99
      let program = waitsProgram(Trials.context("p", [("threads", 1)]), KeepsWaiting.self)
      let messages = try await Trials.messages(program, least: 4)
      let row = try #require(messages.threads.first)
      #expect(try #require(row.longestWaitNanoseconds) >= kept)
      let values = messages.latencies
      #expect(values.reduce(0) { $0 + $1.count } == row.operations)
      let long = values.filter { $0.valueNanoseconds >= kept }.reduce(0) { $0 + $1.count }
      // Every fourth acquisition is delayed, and a trial may begin anywhere in the count.
      #expect(long >= row.operations / 4)
    }

    @Test func `the workload waits records each thread's longest wait, and idle does not`()
      async throws
    {
      let context = Trials.context("p", [("threads", 2)])
      let waits = try await Trials.messages(waitsProgram(context, TicketLock.self), least: 4)
        .threads
      #expect(waits.count == 2 && waits.allSatisfy { $0.longestWaitNanoseconds != nil })
      let idle = try await Trials.messages(idleProgram(context, TicketLock.self), least: 4).threads
      #expect(idle.count == 2 && idle.allSatisfy { $0.longestWaitNanoseconds == nil })
    }

    @Test(arguments: workloads)
    func `a lock that excludes no thread is caught while it is timed`(workload: LockWorkload)
      async throws
    {
      let context = Trials.context("p", [("threads", 2), ("inside", 20_000), ("gap", 5000)])
      let program =
        switch workload {
        case .idle: idleProgram(context, NoLock.self)
        case .burst: burstProgram(context, NoLock.self)
        default: waitsProgram(context, NoLock.self)
        }
      let violation = try await Trials.violation(of: program)
      if Trials.canOverlap { #expect(violation != nil) }
      if Trials.canOverlap, workload == .waits {
        #expect(try #require(violation).hasPrefix("lost "))
      }
    }

    @Test func `a section that ends after the next one began is reported`() {
      let lock = LetsInOnce()
      let section = CacheAligned(TimedSection())
      let records = TickRecords(threads: 1)
      let clock = TickClock.ofThisMachine()
      section.pointer.pointee.end = clock.now() + 1 << 50
      let done = idleLoop(
        lock, guarding: section.pointer, clock: clock, into: records.threads[0],
        until: LetsInOnce.stop, insideSteps: 0, outsideSteps: 0)
      #expect(done == 1)
      #expect(records.conclude([done]) == "1 of 1 times were negative: the CPUs' counters differ")
    }

    @Test func `the workload waits also has a throughput, and bursts have none`() throws {
      let throughput = try #require(
        LocksSuite.suite().columns.first { $0.name == "ns_per_op" })
      #expect(throughput.workloads.contains("waits"))
      #expect(!throughput.workloads.contains("burst"))
    }

    @Test func `a lock that wraps another lock is timed only in later tiers`() throws {
      let waits = try #require(LocksSuite.suite().workloads.first { $0.name == "waits" })
      let wrapping = Set(LocksSuite.entries.filter { $0.traits?.wraps != nil }.map(\.name))
      let first = waits.primitives.filter { $0.tier == .headline }.map(\.name)
      #expect(!wrapping.isEmpty && wrapping.isDisjoint(with: first))
      #expect(first.contains("ticket"))
    }
  }
}

import BenchmarkModel
import CSyncShims
import Synchronization
import Testing

@testable import BenchmarkRunner

/// A probe that records the calls of a team, and the steps of its threads between the calls.
private final class SpyProbe: TrialProbe {
  enum Moment: Equatable {
    case started(Int)
    case prepares(Int)
    case trialBegins
    case begins(Int)
    case runs(Int)
    case ends(Int, operations: UInt64)
    case trialEnds
  }

  private let seen = Mutex<[(moment: Moment, thread: Int32)]>([])

  /// Returns everything recorded so far, and clears the record.
  func take() -> [(moment: Moment, thread: Int32)] {
    seen.withLock { seen in
      defer { seen = [] }
      return seen
    }
  }

  func note(_ moment: Moment) {
    let thread = sync_thread_id()
    seen.withLock { $0.append((moment, thread)) }
  }

  /// Yields for a while, so that a thread that fails to wait for this call is recorded before it.
  private func dawdle() { for _ in 0..<1000 { sync_yield() } }

  func threadStarted(_ thread: Int) { note(.started(thread)) }
  func threadPrepares(_ thread: Int) { note(.prepares(thread)) }
  func trialBegins() {
    dawdle()
    note(.trialBegins)
  }
  func threadBegins(_ thread: Int) { note(.begins(thread)) }
  func threadEnds(_ thread: Int, nanoseconds: UInt64, operations: UInt64) {
    note(.ends(thread, operations: operations))
  }
  func trialEnds() {
    dawdle()
    note(.trialEnds)
  }
}

@Suite struct TrialProbeTests {
  private let probe = SpyProbe()

  private func team(_ threads: Int) throws -> ThreadTeam {
    let program = TrialProgram.adding(threads) { [probe] thread in
      probe.note(.runs(thread.index))
      return thread.operations + UInt64(thread.index)
    }
    return try ThreadTeam(program: program, cpus: [], probe: probe)
  }

  @Test(arguments: [1, 2, 5])
  func `a trial begins after all threads are ready and ends after all threads have ended`(
    threads: Int
  ) throws {
    let team = try team(threads)
    for operations in [3, 4] as [UInt64] {
      _ = team.runTrial(operations: operations, windowNanoseconds: nil, isMeasured: true)
      // Everything recorded by now happened before the trial returned.
      let seen = probe.take().map(\.moment).filter {
        if case .started = $0 { false } else { true }
      }
      #expect((0..<threads).allSatisfy { seen.prefix(threads).contains(.prepares($0)) })
      let moments = seen.dropFirst(threads)
      #expect(moments.first == .trialBegins)
      #expect(moments.last == .trialEnds)
      #expect(moments.count == 2 + 3 * threads)
      for thread in 0..<threads {
        let own = moments.filter {
          switch $0 {
          case .begins(thread), .runs(thread), .ends(thread, _): true
          default: false
          }
        }
        #expect(
          own == [
            .begins(thread), .runs(thread),
            .ends(thread, operations: operations + UInt64(thread)),
          ])
      }
    }
    team.end()
    #expect(probe.take().isEmpty)
  }

  @Test(arguments: [1, 3])
  func `a probe's calls for a thread are made on that thread, and begin with a single start`(
    threads: Int
  ) throws {
    let team = try team(threads)
    _ = team.runTrial(operations: 1, windowNanoseconds: nil, isMeasured: true)
    _ = team.runTrial(operations: 1, windowNanoseconds: nil, isMeasured: true)
    team.end()
    let seen = probe.take()
    let own = sync_thread_id()
    #expect(seen.allSatisfy { $0.thread != own })
    for thread in 0..<threads {
      let started = seen.filter { $0.moment == .started(thread) }
      #expect(started.count == 1)
      let id = started.first?.thread
      let runs = seen.filter { entry in
        switch entry.moment {
        case .begins(thread), .runs(thread), .ends(thread, _): true
        default: false
        }
      }
      #expect(runs.count == 6)
      #expect(runs.allSatisfy { $0.thread == id })
      let first = seen.first { $0.thread == id }
      #expect(first?.moment == .started(thread))
    }
  }

  @Test func `a probe sees nothing of a warm-up`() throws {
    let team = try team(2)
    _ = team.runTrial(operations: 1, windowNanoseconds: nil, isMeasured: false)
    team.end()
    let moments = probe.take().map(\.moment)
    #expect(Set(moments.map { "\($0)" }) == ["started(0)", "started(1)", "runs(0)", "runs(1)"])
  }

  @Test func `a window with a probe ends by its stop flag`() throws {
    let program = TrialProgram.adding(2) { thread in
      while sync_flag_read(thread.stop) == 0 { sync_yield() }
      return 1
    }
    let team = try ThreadTeam(program: program, cpus: [], probe: probe)
    let reports = team.runTrial(operations: 0, windowNanoseconds: 1_000_000, isMeasured: true)
    #expect(reports.map(\.operations) == [1, 1])
    team.end()
    #expect(probe.take().last?.moment == .trialEnds)
  }
}

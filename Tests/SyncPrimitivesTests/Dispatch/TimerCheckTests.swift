import BenchmarkModel
import CSyncShims
import Dispatch
import SyncPrimitives
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

/// The shots of two trials; the first trial's shots fire only when the second trial's are armed.
private final class LateShots: Sendable {
  private struct State {
    var first: ShotRecord?
    var owed: [(shot: Int, deadline: UInt64)] = []
  }

  private let state = MutexProtected(State())

  func arm(_ shot: Int, at deadline: UInt64, _ record: ShotRecord) {
    record.noteArmed(shot, at: 0)
    let isOwed = state.withLock { state in
      let first = state.first ?? record
      state.first = first
      if first === record {
        state.owed.append((shot, deadline))
        return true
      }
      for late in state.owed { first.noteFired(late.shot, at: late.deadline) }
      state.owed = []
      return false
    }
    if !isOwed { record.noteFired(shot, at: deadline) }
  }
}

extension FiringRecord {
  /// Records a correct timer: it serves every deadline in time, and ends.
  fileprivate func playThrough() {
    begin(at: 1000)
    for number in 0..<settings.deadlines {
      noteFiring(at: 1000 + number * settings.period, deadlines: 1)
    }
    waitForAll()
    end()
  }
}

extension PrimitiveTests {
  /// Tests of the checks of times, and of the figures computed from instants.
  @Suite struct TimerCheckTests {
    private let shots = Trials.context("p", [("delay", 1000)])
    private let timer = Trials.context("p", [("period", 1000), ("leeway", 0)])
    private let bursts = Trials.context("p", [("calls", 4), ("quiet", 500_000)])

    // MARK: Shots

    @Test func `a shot that comes early is reported`() async throws {
      let program = afterProgram(shots) { shot, deadline, record in
        record.noteArmed(shot, at: 0)
        record.noteFired(shot, at: deadline - 1)
      }
      try await Trials.expectReason(
        of: program, pace: .once, ends: "shots came before they were due")
    }

    @Test func `a shot that comes twice, or never, is reported`() async throws {
      let doubled = afterProgram(shots) { shot, deadline, record in
        record.noteArmed(shot, at: 0)
        record.noteFired(shot, at: deadline)
        record.noteFired(shot, at: deadline)
      }
      try await Trials.expectReason(
        of: doubled, pace: .once, ends: "shots did not come exactly once")
      let lost = afterProgram(shots, patienceNanoseconds: 1000) { shot, _, record in
        record.noteArmed(shot, at: 0)
      }
      try await Trials.expectReason(of: lost, pace: .once, ends: "shots did not come exactly once")
    }

    @Test func `a late shot is not counted in the next trial`() async throws {
      let late = LateShots()
      let program = afterProgram(shots, patienceNanoseconds: 1000) { late.arm($0, at: $1, $2) }
      // The warm-up loses its shots.
      try await Trials.expectVerified(program, pace: .once)
    }

    @Test func `a shot that was armed at or after its deadline has no lateness`() {
      let record = ShotRecord(capacity: 3)
      for (shot, armed) in [90, 100, 110].enumerated() as EnumeratedSequence<[UInt64]> {
        record.expect(shot, at: 100)
        record.noteArmed(shot, at: armed)
        record.noteFired(shot, at: 170)
      }
      var late: [UInt64] = []
      let leftOut = record.lateness(of: 3) { late.append($0) }
      #expect(leftOut == 2)
      #expect(late == [70])
      #expect(record.fault(of: 3) == nil)
      let hasAll = record.wait(for: 3)
      #expect(hasAll)
    }

    // MARK: Timers

    @Test func `a timer that counts ahead of the clock is reported`() async throws {
      // The first firing claims to serve two deadlines.
      let program = timerProgram(timer) { record in
        record.begin(at: 1000)
        for number in 0..<record.settings.deadlines {
          let now = 1000 + number * record.settings.period
          record.noteFiring(at: now, deadlines: number == 0 ? 2 : 1)
        }
        record.waitForAll()
        record.end()
      }
      try await Trials.expectReason(
        of: program, pace: .once, ends: "firings came before they were due")
    }

    @Test func `a timer that stops too early, or fires after its cancellation, is reported`()
      async throws
    {
      let early = timerProgram(timer, patienceNanoseconds: 1000) { record in
        record.begin(at: 1000)
        for number in 0..<record.settings.deadlines - 1 {
          record.noteFiring(at: 1000 + number * record.settings.period, deadlines: 1)
        }
        record.waitForAll()
        record.end()
      }
      try await Trials.expectReason(of: early, pace: .once, ends: "deadlines were served")
      let late = timerProgram(timer) { record in
        record.playThrough()
        record.noteFiring(at: .max, deadlines: 1)
      }
      try await Trials.expectReason(
        of: late, pace: .once, is: "the timer fired 1 times after it was cancelled")
    }

    @Test func `a timer that fires after its trial has ended is reported`() async throws {
      let period = Trials.context("p", [("period", 1_000_000), ("leeway", 0)])
      let program = timerProgram(period) { record in
        record.playThrough()
        DispatchQueue.global().async { record.noteFiring(at: .max, deadlines: 1) }
      }
      try await Trials.expectReason(
        of: program, pace: .once, is: "the timer fired 1 times after it was cancelled")
    }

    /// The firings of a timer with a deadline every 100 ns from 1000 on: the first is 10 ns late, the
    /// second is 20 ns late, and the third serves two deadlines.
    private func record() -> FiringRecord {
      let record = FiringRecord(TimerSettings(period: 100, leeway: 0, deadlines: 4))
      record.begin(at: 1000)
      record.noteFiring(at: 1010, deadlines: 1)
      record.noteFiring(at: 1120, deadlines: 1)
      record.noteFiring(at: 1330, deadlines: 2)
      return record
    }

    @Test func `a firing that serves two deadlines is late for both`() {
      let record = record()
      record.noteArmed(at: 990)
      var late: [UInt64] = []
      record.lateness { late.append($0) }
      #expect(late == [10, 20, 130, 30])
      #expect(record.firingCount == 3)
      #expect(record.fault() == nil)
    }

    @Test func `a deadline at or before the arming of its timer has no lateness`() {
      let record = record()
      record.noteArmed(at: 1000)
      var late: [UInt64] = []
      record.lateness { late.append($0) }
      #expect(late == [20, 130, 30])
    }

    @Test
    func `jitter compares the time between two firings with the time between their deadlines`()
      throws
    {
      let jitter = try #require(record().jitter())
      #expect(jitter.nanoseconds == 10)
      #expect(abs(jitter.periodError - 20.0 / 3) < 1e-9)
      let none = FiringRecord(TimerSettings(period: 100, leeway: 0, deadlines: 4))
      none.begin(at: 1000)
      none.noteFiring(at: 1010, deadlines: 1)
      #expect(none.jitter() == nil)
    }

    @Test func `a firing for no deadline is reported`() {
      let record = record()
      #expect(record.fault() == nil)
      record.noteFiring(at: 1400, deadlines: 0)
      #expect(record.fault() == "1 firings served no deadline")
    }

    // MARK: Debounces

    @Test func `an action that should have been cancelled is reported`() async throws {
      let queue = DispatchQueue(label: "never-cancels")
      let program = debounceProgram(bursts) { call, _, record in
        let now = sync_monotonic_ns()
        record.noteCall(call, at: now)
        queue.asyncAfter(
          deadline: DispatchTime(uptimeNanoseconds: now + record.quietNanoseconds)
        ) { record.noteAction(of: call, at: sync_monotonic_ns()) }
      }
      try await Trials.expectReason(
        of: program, pace: .once, ends: "ran, though the next call had cancelled it")
    }

    @Test func `an action that runs before the quiet time has passed, or never, is reported`()
      async throws
    {
      let impatient = debounceProgram(bursts) { call, _, record in
        record.noteCall(call, at: sync_monotonic_ns())
        if call == record.calls - 1 { record.noteAction(of: call, at: sync_monotonic_ns()) }
      }
      try await Trials.expectReason(
        of: impatient, pace: .once, is: "the action ran before the quiet time had passed")
      let forgetful = debounceProgram(bursts, patienceNanoseconds: 1000) { call, _, record in
        record.noteCall(call, at: sync_monotonic_ns())
      }
      try await Trials.expectReason(of: forgetful, pace: .once, is: "the last action ran 0 times")
    }

    @Test func `an action may run if there was no call for the quiet time`() {
      let record = BurstCallRecord(calls: 2, quietNanoseconds: 100)
      record.begin()
      record.noteCall(0, at: 1000)
      record.noteAction(of: 0, at: 1100)
      record.noteCall(1, at: 1100)
      record.noteAction(of: 1, at: 1205)
      #expect(record.findFault() == nil)
      #expect(record.lateness(armedAt: 1101) == 5)
      #expect(record.lateness(armedAt: 1200) == nil)
      record.noteCall(1, at: 1099)
      #expect(
        record.findFault()
          == "the action of call 1 of 2 ran, though the next call had cancelled it")
    }
  }
}

import BenchmarkModel
import CSyncShims
import Testing

@testable import BenchmarkRunner
@testable import SyncPrimitives
@testable import SyncSuites

// MARK: Signals and counters

/// A broken signal whose waits return immediately.
private struct NeverWaits: TurnSignal {
  func signal() {}
  func wait() {}
}

/// A broken counter that counts only every second addition.
private struct LosesHalf: CoalescingCounter, ~Copyable {
  private let value = CacheAligned<UInt64>(0)
  borrowing func makeThreadState() -> UInt64 { 0 }
  borrowing func endThreadState(_ state: UInt64) {}
  borrowing func increment(_ state: inout UInt64, workSteps: UInt64) {
    state += 1
    if state % 2 == 0 { value.pointer.pointee += 1 }
  }
  borrowing func total() -> UInt64 { value.pointer.pointee }
  borrowing func takeHandlers() -> UInt64 { 0 }
}

/// A broken counter that adds each trial's increments to its value one trial later.
private struct CountsLate: CoalescingCounter, ~Copyable {
  private let value = CacheAligned<UInt64>(0)
  private let owed = CacheAligned<UInt64>(0)
  borrowing func makeThreadState() -> UInt64 { 0 }
  borrowing func endThreadState(_ state: UInt64) {
    value.pointer.pointee += owed.pointer.pointee
    owed.pointer.pointee = state
  }
  borrowing func increment(_ state: inout UInt64, workSteps: UInt64) { state += 1 }
  borrowing func total() -> UInt64 { value.pointer.pointee }
  borrowing func takeHandlers() -> UInt64 { 0 }
}

// MARK: Events

/// Event paths that handle the first event only when a second event comes.
private final class LateAnswers: Sendable {
  private let owed = MutexProtected<[EventInstants]>([])
  private let count = MutexProtected(0)

  func path(_ record: EventInstants) -> EventPath {
    EventPath { [self] in
      record.noteCause()
      let isFirst = count.withLock { count in
        defer { count += 1 }
        return count == 0
      }
      if isFirst { return owed.withLock { $0.append(record) } }
      for late in owed.take(leaving: []) + [record] { late.noteHandler() }
    }
  }
}

extension PrimitiveTests {
  /// Tests of the dispatch suite's checks of counts, each with the fault that the check finds.
  @Suite struct DispatchCheckTests {
    @Test(arguments: [[1, 2, 3], [0, 1, 2, 3, 0]])
    func `an item that is left out of a round, or runs twice, is reported`(ran: [Int]) async throws
    {
      let program = roundsProgram(ItemWords(count: 4)) { items in
        for index in ran { addOne(to: items.words + index) }
      }
      try await Trials.expectReason(
        of: program, ends: "items did not run exactly once in their round")
    }

    @Test func `an item that runs again after its round is reported once`() {
      let items = ItemWords(count: 3)
      for index in 0..<3 { addOne(to: items.words + index) }
      items.endRound()
      #expect(items.fault(operations: 3) == nil)
      addOne(to: items.words)
      #expect(items.fault(operations: 0) == "1 of 0 items did not run exactly once in their round")
      #expect(items.fault(operations: 0) == nil)
      #expect(items.fault(operations: 3) == "0 items ran, not 3")
    }

    @Test func `a cancelled item that runs is reported`() async throws {
      let batch = ItemBatch(runsPerItem: 0) { notes in eachItem { notes.noteRun() } }
      try await Trials.expectReason(of: itemProgram(batch), ends: "items ran, not 0")
    }

    @Test func `a queue that leaves out an item that was not cancelled is reported`() async throws {
      let batch = ItemBatch(runsPerItem: 0, runsPerBatch: 1) { _ in }
      try await Trials.expectReason(of: itemProgram(batch), begins: "0 items ran, not ")
    }

    @Test func `a notification that is early, or never comes, is reported`() async throws {
      let early = ItemBatch(notificationsPerItem: 1) { notes in
        eachItem {
          notes.tally.pointee.earlyNotifications += 1
          notes.tally.pointee.notifications += 1
          notes.noteRun()
        }
      }
      try await Trials.expectReason(
        of: itemProgram(early), ends: "notifications came before their item had run")
      let silent = ItemBatch(notificationsPerItem: 1) { notes in eachItem { notes.noteRun() } }
      try await Trials.expectReason(of: itemProgram(silent), begins: "0 notifications came, not ")
    }

    @Test func `a semaphore that does not wait is reported`() async throws {
      try await Trials.expectReason(
        of: signalTurnsProgram(NeverWaits.self), ends: "turns were out of turn")
    }

    @Test func `threads with different numbers of turns are reported`() {
      #expect(fault(turns: [3, 3], outOfTurn: 0) == nil)
      #expect(fault(turns: [3, 2], outOfTurn: 0) == "one thread had 3 turns, the other 2")
      #expect(fault(turns: [3, 3], outOfTurn: 1) == "1 turns were out of turn")
    }

    @Test func `additions that no handler receives are reported`() async throws {
      let program = dataAddProgram(Trials.context("p", [("threads", 1)]), LosesHalf())
      try await Trials.expectReason(of: program, begins: "lost ")
    }

    @Test func `late additions are not counted as a gain of another trial`() async throws {
      let program = dataAddProgram(Trials.context("p", [("threads", 1)]), CountsLate())
      let rows = try await Trials.rows(program)
      for row in rows where row.operations > 0 { #expect(row.reason.hasPrefix("lost ")) }
    }

    @Test func `a wait for additions that are not handled gives up`() {
      let sum = DataAddSum(patienceNanoseconds: 1_000_000)
      // The sum waits for one addition, which never comes.
      sum.drain(adding: 1)
      #expect(sum.sum == 0)
    }

    @Test func `a thousand additions arrive in at most a thousand handlers, and none is lost`()
      async throws
    {
      let counter = SourceDataAddCounter()
      let sums = try await Trials.onThreadOfItsOwn {
        var state = counter.makeThreadState()
        for _ in 0..<1000 { counter.increment(&state, workSteps: 0) }
        counter.endThreadState(state)
        return (counter.total(), counter.takeHandlers())
      }
      #expect(sums.0 == 1000)
      #expect((1...1000).contains(sums.1))
    }

    @Test func `an event without a handler is reported`() async throws {
      let program = latencyProgram(Trials.context(), patienceNanoseconds: 100_000) { record in
        EventPath { record.noteCause() }
      }
      #expect(try await Trials.violation(of: program) == "no handler came for event 1")
    }

    @Test func `a late handler is not counted in the next trial`() async throws {
      let answers = LateAnswers()
      let program = latencyProgram(Trials.context(), patienceNanoseconds: 100_000) {
        answers.path($0)
      }
      // The warm-up loses its event.
      try await Trials.expectVerified(program)
    }

    @Test func `an event path ends with the trial that has lost its event`() async throws {
      let ends = EventInstants()
      let program = latencyProgram(Trials.context(), patienceNanoseconds: 1000) { record in
        EventPath {
          record.noteCause()
        } end: {
          ends.noteHandler()
        }
      }
      _ = try await Trials.rows(program, trials: 1)
      // One path is the warm-up's, and one is the trial's.
      #expect(ends.takeHandlers() >= 2)
    }

    @Test func `a handler that runs before its cause is reported`() async throws {
      let program = latencyProgram(Trials.context()) { record in
        EventPath {
          record.noteHandler(at: sync_monotonic_ns() - 1)
          record.noteCause()
        }
      }
      try await Trials.expectReason(of: program, ends: "handlers came before their cause")
    }

    @Test func `an event with two handlers is reported`() async throws {
      let program = latencyProgram(Trials.context()) { record in
        EventPath {
          record.noteCause()
          let now = sync_monotonic_ns()
          record.noteHandler(at: now)
          record.noteHandler(at: now)
        }
      }
      #expect(try await Trials.violation(of: program) != nil)
      var tally = EventTally()
      tally.events = 3
      #expect(fault(tally, handlers: 3) == nil)
      #expect(fault(tally, handlers: 4) == "4 handlers ran for 3 events")
    }
  }
}

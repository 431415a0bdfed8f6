import BenchmarkModel
import CSyncShims
import Testing

@testable import BenchmarkRunner
@testable import SyncPrimitives
@testable import SyncSuites
@testable import SyncWorkloads

// MARK: Groups that do not gather

/// Leaves the first item out.
private struct LeavesOneOut: FanIn {
  func run(_ words: UnsafeMutablePointer<UInt64>, count: Int) {
    for index in 1..<count { addOne(to: words + index) }
  }
}

/// Runs the first item twice.
private struct RunsOneTwice: FanIn {
  func run(_ words: UnsafeMutablePointer<UInt64>, count: Int) {
    for index in 0..<count { addOne(to: words + index) }
    addOne(to: words)
  }
}

// MARK: Items that do not live as they should

/// Runs what was cancelled.
private struct RunsCancelled: ItemLife {
  static var runsPerItem: UInt64 { 0 }
  func live(_ tally: UnsafeMutablePointer<ItemTally>) { tally.pointee.runs += 1 }
  func drain() {}
}

/// Notifies of items that have not run.
private struct NotifiesFirst: ItemLife {
  static var runsPerItem: UInt64 { 1 }
  static var notificationsPerItem: UInt64 { 1 }
  func live(_ tally: UnsafeMutablePointer<ItemTally>) {
    if tally.pointee.runs <= tally.pointee.notifications { tally.pointee.earlyNotifications += 1 }
    tally.pointee.notifications += 1
    tally.pointee.runs += 1
  }
  func drain() {}
}

/// Notifies of nothing.
private struct ForgetsToNotify: ItemLife {
  static var runsPerItem: UInt64 { 1 }
  static var notificationsPerItem: UInt64 { 1 }
  func live(_ tally: UnsafeMutablePointer<ItemTally>) { tally.pointee.runs += 1 }
  func drain() {}
}

// MARK: Signals and counters

/// Lets every wait return at once.
private struct NeverWaits: TurnSignal {
  func signal() {}
  func wait() {}
}

/// Counts every other addition.
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

// MARK: Events

/// Never handles its event.
private final class NeverAnswers: EventPath {
  private let record: EventInstants
  init(_ record: EventInstants) { self.record = record }
  func bringAbout() { record.noteCause() }
}

/// Handles its event before it is brought about.
private final class AnswersFirst: EventPath {
  private let record: EventInstants
  init(_ record: EventInstants) { self.record = record }
  func bringAbout() {
    record.noteHandler(at: sync_monotonic_ns() - 1)
    record.noteCause()
  }
}

/// Handles its event twice.
private final class AnswersTwice: EventPath {
  private let record: EventInstants
  init(_ record: EventInstants) { self.record = record }
  func bringAbout() {
    record.noteCause()
    let now = sync_monotonic_ns()
    record.noteHandler(at: now)
    record.noteHandler(at: now)
  }
}

/// Handles the first event of all when it is asked for the second, by another path.
private final class AnswersLate: EventPath {
  private static let owed = MutexProtected<[EventInstants]>([])
  private static let count = MutexProtected(0)
  private let record: EventInstants
  init(_ record: EventInstants) { self.record = record }

  func bringAbout() {
    record.noteCause()
    let isFirst = Self.count.withLock { count in
      defer { count += 1 }
      return count == 0
    }
    if isFirst { return Self.owed.withLock { $0.append(record) } }
    let owed = Self.owed.withLock { owed in
      defer { owed = [] }
      return owed
    }
    for late in owed + [record] { late.noteHandler(at: sync_monotonic_ns()) }
  }
}

/// Runs nothing of what it is given.
private struct RunsNothing: ItemLife {
  static var runsPerItem: UInt64 { 0 }
  static var runsPerBatch: UInt64 { 1 }
  func live(_ tally: UnsafeMutablePointer<ItemTally>) {}
  func endBatch(_ tally: UnsafeMutablePointer<ItemTally>) {}
  func drain() {}
}

/// Says what it was given a trial too late.
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

extension PrimitiveTests {
  /// The dispatch suite's checks of what counts: that each finds out what does not do its work.
  @Suite struct DispatchCheckTests {
    @Test func `an item that is left out of a round is told`() async throws {
      let program = fanOutProgram(Trials.context("p", [("items", 4)]), LeavesOneOut.self)
      let violation = try #require(try await Trials.violation(of: program))
      #expect(violation.hasSuffix("items did not run once in their round"))
    }

    @Test func `an item that runs twice is told`() async throws {
      let program = fanOutProgram(Trials.context("p", [("items", 4)]), RunsOneTwice.self)
      let violation = try #require(try await Trials.violation(of: program))
      #expect(violation.hasSuffix("items did not run once in their round"))
    }

    @Test func `an item that runs again after its round is told, and forgotten then`() {
      let items = ItemWords(count: 3)
      for index in 0..<3 { addOne(to: items.words + index) }
      items.endRound()
      #expect(items.conclude(operations: 3) == nil)
      addOne(to: items.words)
      #expect(items.conclude(operations: 0) == "1 of 0 items did not run once in their round")
      #expect(items.conclude(operations: 0) == nil)
      #expect(items.conclude(operations: 3) == "0 items ran, not 3")
    }

    @Test func `a cancelled item that runs is told`() async throws {
      let violation = try #require(try await Trials.violation(of: itemProgram(RunsCancelled.self)))
      #expect(violation.hasSuffix("items ran, not 0"))
    }

    @Test func `a queue that leaves out what was not cancelled is told`() async throws {
      let violation = try #require(try await Trials.violation(of: itemProgram(RunsNothing.self)))
      #expect(violation.hasPrefix("0 items ran, not "))
    }

    @Test func `a notification that comes first, or never, is told`() async throws {
      let first = try #require(try await Trials.violation(of: itemProgram(NotifiesFirst.self)))
      #expect(first.hasSuffix("notifications came before their item had run"))
      let never = try #require(try await Trials.violation(of: itemProgram(ForgetsToNotify.self)))
      #expect(never.hasPrefix("0 notifications came, not "))
    }

    @Test func `a semaphore that keeps nobody waiting is told`() async throws {
      let violation = try #require(
        try await Trials.violation(of: signalTurnsProgram(NeverWaits.self)))
      #expect(violation.hasSuffix("turns were out of turn"))
    }

    @Test func `threads that had different numbers of turns are told`() {
      #expect(fault(turns: [3, 3], outOfTurn: 0) == nil)
      #expect(fault(turns: [3, 2], outOfTurn: 0) == "one thread had 3 turns, the other 2")
      #expect(fault(turns: [3, 3], outOfTurn: 1) == "1 turns were out of turn")
    }

    @Test func `additions that no handler gets are told`() async throws {
      let program = dataAddProgram(Trials.context("p", [("threads", 1)]), LosesHalf())
      let violation = try #require(try await Trials.violation(of: program))
      #expect(violation.hasPrefix("lost "))
    }

    @Test func `additions that come late are no gain of another trial`() async throws {
      let program = dataAddProgram(Trials.context("p", [("threads", 1)]), CountsLate())
      let rows = try await Trials.rows(program)
      for row in rows where row.operations > 0 { #expect(row.reason.hasPrefix("lost ")) }
    }

    @Test func `what waits for additions that are not handled gives up`() {
      let sum = DataAddSum(patienceNanoseconds: 1_000_000)
      // Said to have been added, and never was.
      sum.drain(adding: 1)
      #expect(sum.sum == 0)
    }

    @Test func `additions that come together are handled together, and none is lost`() async throws
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

    @Test func `an event without a handler is told`() async throws {
      let program = latencyProgram(
        Trials.context(), NeverAnswers.self, patienceNanoseconds: 100_000)
      #expect(try await Trials.violation(of: program) == "no handler came for event 1")
    }

    @Test func `a handler that comes late is not taken for the next trial's`() async throws {
      let program = latencyProgram(
        Trials.context(), AnswersLate.self, patienceNanoseconds: 100_000)
      // The warm-up loses its event.
      for row in try await Trials.rows(program) { #expect(row.isVerified, "\(row.reason)") }
    }

    @Test func `a handler that comes first is told`() async throws {
      let program = latencyProgram(Trials.context(), AnswersFirst.self)
      let violation = try #require(try await Trials.violation(of: program))
      #expect(violation.hasSuffix("handlers came before their cause"))
    }

    @Test func `an event with two handlers is told`() async throws {
      let program = latencyProgram(Trials.context(), AnswersTwice.self)
      #expect(try await Trials.violation(of: program) != nil)
      var tally = EventTally()
      tally.events = 3
      #expect(fault(tally, handlers: 3) == nil)
      #expect(fault(tally, handlers: 4) == "4 handlers ran for 3 events")
    }
  }
}

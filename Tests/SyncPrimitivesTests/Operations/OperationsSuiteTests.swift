import BenchmarkModel
import CSyncShims
import Dispatch
import Foundation
import Testing

@testable import BenchmarkRunner
@testable import SyncPrimitives
@testable import SyncSuites

/// Runs of jobs; the first job makes its last attempt only after the attempts of the second.
private final class LateSuccess: Sendable {
  private let first = MutexProtected<RetriedJobRecord?>(nil)

  func run(_ record: RetriedJobRecord) {
    let first = self.first.withLock { first in
      defer { first = first ?? record }
      return first
    }
    var number = 0
    var now = sync_monotonic_ns()
    while !record.attempt(number, at: now) {
      now = record.due(after: number)
      number += 1
      if first == nil, number == record.failures { return }
    }
    if let first { _ = first.attempt(first.failures, at: now) }
    record.noteEnd()
  }
}

extension RetriedJobRecord {
  /// Records each attempt at the time at which it is due, and returns the number and the time of
  /// the last attempt.
  @discardableResult
  fileprivate func succeed() -> (number: Int, now: UInt64) {
    var number = 0
    var now = sync_monotonic_ns()
    while !attempt(number, at: now) {
      now = due(after: number)
      number += 1
    }
    return (number, now)
  }
}

/// An operation that another thread finishes.
private final class Held: AsynchronousOperation, @unchecked Sendable {
  let hasBegun = DispatchSemaphore(value: 0)
  override func main() { hasBegun.signal() }
}

extension PrimitiveTests {
  @Suite struct OperationsSuiteTests {

    // MARK: Checks

    @Test func `items that are out of order, or missing, are reported`() async throws {
      try await Trials.expectReason(
        of: roundsProgram(OrderedItemsRecord(count: 4)) { record in
          for position in (0..<record.count).reversed() { record.note(position) }
        }, ends: "items ran out of order, or not exactly once")
      try await Trials.expectReason(
        of: roundsProgram(OrderedItemsRecord(count: 4)) { record in
          for position in 0..<record.count - 1 { record.note(position) }
        }, ends: "items ran out of order, or not exactly once")
    }

    @Test func `items of a diamond that do not wait are reported`() async throws {
      let message = "items ran before those that they depend on, or not exactly once"
      try await Trials.expectReason(
        of: roundsProgram(DiamondRecord(branches: 3)) { record in
          record.noteSource()
          for branch in 0..<record.branches - 1 { record.noteBranch(branch) }
          record.noteSink()
          record.noteBranch(record.branches - 1)
        }, ends: message)
      try await Trials.expectReason(
        of: roundsProgram(DiamondRecord(branches: 3)) { record in
          record.noteBranch(0)
          record.noteSource()
          for branch in 1..<record.branches { record.noteBranch(branch) }
          record.noteSink()
        }, ends: message)
    }

    @Test func `a follower that runs before its item, twice or never is reported`() async throws {
      func violation(
        _ run: @escaping @Sendable (FollowedItemsRecord) -> Void
      ) async throws -> String? {
        let context = Trials.context("p", [("items", 1)])
        return try await Trials.violation(
          of: roundsProgram(FollowedItemsRecord(context, patienceNanoseconds: 1000), run))
      }
      let message = "ran before its item, or not exactly once"
      let first = try await violation { record in
        record.noteFollower(of: 0)
        record.noteItem(0)
      }
      #expect(try #require(first).contains(message))
      let twice = try await violation { record in
        record.noteItem(0)
        record.noteFollower(of: 0)
        record.noteFollower(of: 0)
      }
      #expect(try #require(twice).contains(message))
      let never = try await violation { $0.noteItem(0) }
      #expect(try #require(never).contains(message))
    }

    @Test func `a follower without a dependency on its operation is caught`() async throws {
      let record = FollowedItemsRecord(Trials.context("p", [("items", 64)]))
      try await Trials.expectReason(
        of: roundsProgram(record, OperationsSuite.unorderedFollowers()),
        has: "ran before its item, or not exactly once")
    }

    @Test
    func `a control that waits for a cancelled operation and takes its work as done is caught`()
      async throws
    {
      try await Trials.expectReason(
        of: roundsProgram(ItemWords(count: 4), OperationsSuite.waitForCancelled()),
        ends: "items did not run exactly once in their round")
    }

    @Test
    func `a cancelled item that runs, and an uncancelled item that does not run, are reported`()
      async throws
    {
      let context = Trials.context("p", [("items", 4)])
      try await Trials.expectReason(
        of: roundsProgram(CancelledItemsRecord(context)) { record in
          for _ in 0..<record.count { record.noteCancelled() }
          record.noteSurvivor()
        }, ends: "cancelled items ran")
      try await Trials.expectReason(
        of: roundsProgram(CancelledItemsRecord(context)) { _ in },
        begins: "0 uncancelled items ran instead of ")
    }

    @Test func `an operation that runs twice in another one's stead is reported`() async throws {
      try await Trials.expectReason(
        of: roundsProgram(PrioritizedItemsRecord(levels: mixedLevels(50, seed: 5))) { record in
          record.note(0)
          record.note(0)
          for index in 2..<record.levels.count { record.note(index) }
        }, ends: "rounds not every operation ran once")
    }

    @Test func `jobs that are not retried correctly are reported`() async throws {
      let context = Trials.context("p", [("failures", 2), ("delay", 10_000_000)])
      let short = Trials.context("p", [("failures", 2), ("delay", 1000)])
      try await Trials.expectReason(
        of: retryProgram(short, patienceNanoseconds: 1000) { record in
          _ = record.attempt(0, at: sync_monotonic_ns())
          record.waitForEnd()
        }, pace: .once, is: "attempt 2 came 0 times")
      try await Trials.expectReason(
        of: retryProgram(context) { record in
          var number = 0
          while !record.attempt(number, at: sync_monotonic_ns()) {
            _ = record.due(after: number)
            number += 1
          }
          record.noteEnd()
        }, pace: .once, ends: "came before it was due")
      try await Trials.expectReason(
        of: retryProgram(context) { record in
          let (number, now) = record.succeed()
          _ = record.attempt(number + 1, at: now)
          record.noteEnd()
        }, pace: .once, is: "an attempt came after the one that succeeded")
      try await Trials.expectReason(
        of: retryProgram(context) { record in
          record.noteEnd()
          record.succeed()
        }, pace: .once, is: "what depends on the job came before it had succeeded")
    }

    @Test func `a late attempt is not counted in the next trial`() async throws {
      let context = Trials.context("p", [("failures", 2), ("delay", 1000)])
      let late = LateSuccess()
      let program = retryProgram(context, patienceNanoseconds: 1000) { late.run($0) }
      // The warm-up loses its job.
      try await Trials.expectVerified(program, pace: .once)
    }

    // MARK: Orders

    @Test func `levels are drawn by the seed, and each level is equally frequent`() {
      let levels = mixedLevels(50, seed: 1)
      #expect(levels == mixedLevels(50, seed: 1))
      #expect(levels != mixedLevels(50, seed: 2))
      #expect(levels.sorted() == (0..<50).map { $0 / 10 })
      #expect(levels != levels.sorted())
    }

    // Neighbours are two operations that ran one right after the other.
    @Test
    func `a tally counts neighbours in order of level, and equal ones in order of addition`() {
      var tally = PriorityTally()
      tally.add([2, 0, 1, 3], levels: [1, 1, 4, 0])
      #expect(tally.neighbours == 3 && tally.inOrder == 3)
      #expect(tally.equals == 1 && tally.inAddedOrder == 1)
      tally.add([0, 2, 1, 3], levels: [1, 1, 4, 0])
      #expect(tally.neighbours == 6 && tally.inOrder == 5)
      #expect(tally.equals == 1)
      tally.add(nil, levels: [1, 1])
      #expect(tally.faults == 1)
    }

    @Test func `attempts after their due times are correct, and one armed late has no lateness`() {
      let record = RetriedJobRecord(failures: 2, delayNanoseconds: 1000)
      record.begin()
      #expect(!record.attempt(0, at: 5))
      let first = record.due(after: 0)
      record.noteArmed(1, at: first)
      #expect(!record.attempt(1, at: first + 7))
      let second = record.due(after: 1)
      record.noteArmed(2, at: second - 1)
      #expect(record.attempt(2, at: second + 9))
      record.noteEnd()
      #expect(record.findFault() == nil)
      var late: [UInt64] = []
      record.lateness { late.append($0) }
      #expect(late == [9])
    }

    // MARK: State changes

    @Test func `a queue notices that an asynchronous operation has finished`() async throws {
      let seen = try await Trials.onThreadOfItsOwn {
        let queue = OperationQueue()
        let held = Held()
        let after = BlockOperation {}
        after.addDependency(held)
        queue.addOperations([held, after], waitUntilFinished: false)
        held.hasBegun.wait()
        var seen = [held.isAsynchronous, held.isExecuting, held.isFinished, after.isFinished]
        held.finish()
        after.waitUntilFinished()
        seen += [held.isExecuting, held.isFinished, after.isFinished]
        return seen
      }
      #expect(seen == [true, true, false, false, false, true, true])
    }

    @Test func `an operation that is cancelled before its start finishes without its work`()
      async throws
    {
      let hasFinished = try await Trials.onThreadOfItsOwn {
        let queue = OperationQueue()
        let held = Held()
        held.cancel()
        queue.addOperations([held], waitUntilFinished: true)
        return held.isFinished && held.hasBegun.wait(timeout: .now()) == .timedOut
      }
      #expect(hasFinished)
    }
  }
}

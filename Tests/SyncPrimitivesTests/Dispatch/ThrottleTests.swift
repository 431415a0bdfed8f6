import BenchmarkModel
import Dispatch
import Testing

@testable import BenchmarkRunner
@testable import SyncPrimitives
@testable import SyncSuites

/// A broken throttle that lets no call pass.
private struct DropsAll: Throttle {
  func call(_ call: Int, _ record: ThrottleRecord) { record.noteCall(call, at: 1) }
  func fault(_ record: ThrottleRecord, calls: Int) -> String? { record.faultOfFirst(calls: calls) }
}

/// A broken throttle that runs only the first call and forgets the last one.
private struct ForgetsLast: Throttle {
  func call(_ call: Int, _ record: ThrottleRecord) {
    record.noteCall(call, at: 1)
    if call == 0 { record.noteAction(of: 0, at: 1) }
  }
  func fault(_ record: ThrottleRecord, calls: Int) -> String? { record.faultOfLatest(calls: calls) }
}

/// A broken group that no member leaves before its wait gives up.
private struct NobodyLeaves: TimedGroup {
  let group = DispatchGroup()
  func haveLeave(_ words: UnsafeMutablePointer<UInt64>, count: Int) {}
  func wait() -> Bool { false }
  func settle() { for _ in 0..<3 { group.leave() } }
}

extension PrimitiveTests {
  /// Tests of the checks of throttles, and of groups whose wait has a time limit.
  @Suite struct ThrottleTests {
    /// A record with a period of 10 ns, with calls at the instants `calls` and their actions at the
    /// instants `ran`.
    private func record(_ calls: [UInt64], ran: [Int: UInt64]) -> ThrottleRecord {
      let record = ThrottleRecord(capacity: calls.count, periodNanoseconds: 10)
      for (call, instant) in calls.enumerated() { record.noteCall(call, at: instant) }
      for (call, instant) in ran { record.noteAction(of: call, at: instant) }
      return record
    }

    @Test func `a throttle must pass the first call of each period, and no other call`() {
      let calls: [UInt64] = [100, 101, 109, 110, 119, 125]
      func fault(_ passed: [Int]) -> String? {
        record(calls, ran: Dictionary(uniqueKeysWithValues: passed.map { ($0, calls[$0]) }))
          .faultOfFirst(calls: 6)
      }
      #expect(fault([0, 3, 5]) == nil)
      #expect(fault([0, 1, 3, 5]) == "call 2 of 6 ran in the period of an earlier call")
      #expect(fault([0, 5]) == "call 4 of 6 was due, but was dropped")
    }

    @Test func `a throttle must run the last call once, and no two calls in one period`() {
      let calls: [UInt64] = [100, 101, 109, 112]
      func fault(_ ran: [Int: UInt64]) -> String? {
        record(calls, ran: ran).faultOfLatest(calls: 4)
      }
      #expect(fault([0: 100, 2: 110, 3: 120]) == nil)
      #expect(fault([0: 100, 3: 113]) == nil)
      #expect(
        fault([0: 100, 2: 109, 3: 120]) == "call 3 of 4 ran in the period of an earlier call")
      #expect(fault([0: 100, 2: 110]) == "the last of 4 calls ran 0 times")
      #expect(fault([3: 120]) == "the first call ran 0 times")
      #expect(fault([0: 100, 3: 111]) == "call 4 of 4 ran before it was made")
      let twice = record(calls, ran: [0: 100, 2: 110, 3: 120])
      twice.noteAction(of: 2, at: 110)
      #expect(twice.faultOfLatest(calls: 4) == "call 3 of 4 ran 2 times")
    }

    @Test
    func `the allowed number of actions is 1 + the whole periods from the first to the last`() {
      let seen = record([100, 101, 125], ran: [0: 100, 1: 110, 2: 129]).firings(of: 3)
      #expect(seen.seen == 3 && seen.allowed == 3)
      let none = record([1], ran: [:]).firings(of: 1)
      #expect(none.seen == 0 && none.allowed == 0)
    }

    @Test func `a throttle that passes too many calls, or none, or forgets the last, is caught`()
      async throws
    {
      let context = Trials.context("p", [("calls", 4), ("period", 1_000_000)])
      try await Trials.expectReason(
        of: throttleProgram(context, LeakyThrottle.self), pace: .once,
        ends: "ran in the period of an earlier call")
      try await Trials.expectReason(
        of: throttleProgram(context, DropsAll.self), pace: .once, ends: "was due, but was dropped")
      try await Trials.expectReason(
        of: throttleProgram(context, ForgetsLast.self), pace: .once, ends: "calls ran 0 times")
    }

    @Test func `a wait that ends with members inside, or gives up too early, is reported`() {
      #expect(fault(haveLeft: false, waited: 5, limit: 5) == nil)
      #expect(fault(haveLeft: false, waited: 4, limit: 5) == .early)
      #expect(fault(haveLeft: true, waited: 5, limit: 5) == .members)
    }

    @Test func `a group's wait that gives up is caught, even if its result is ignored`()
      async throws
    {
      let context = Trials.context("p", [("leaves", 64)])
      try await Trials.expectReason(
        of: timedGroupProgram(context, WaitTakenForDone.self),
        ends: "items did not run exactly once in their round")
      try await Trials.expectReason(
        of: timedGroupProgram(Trials.context("p", [("leaves", 3)]), NobodyLeaves.self),
        is: "a wait gave up after every member had left")
    }
  }
}

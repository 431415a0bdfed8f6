import BenchmarkModel
import SyncPrimitives
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

extension PrimitiveTests {
  /// Tests of the checks that a queue keeps its promises about items.
  @Suite struct ItemCounterTests {
    /// The total of a counter after one thread's submissions, and the faults of a first and a
    /// second check.
    private func outcome<Form: QueueForm & ~Copyable>(
      of count: Int, _ type: Form.Type
    ) -> (total: UInt64, fault: String?, faultAgain: String?) {
      let counter = ItemCounter<Form>()
      var state = counter.makeThreadState()
      for _ in 0..<count { counter.increment(&state, workSteps: 0) }
      counter.endThreadState(state)
      let fault = counter.takeFault()
      return (counter.total(), fault, counter.takeFault())
    }

    @Test func `items out of their submitter's order are reported once`() {
      let outcome = outcome(of: 8, RunsBackwards.self)
      #expect(outcome.total == 8)
      #expect(outcome.fault == "8 items ran out of their submitter's order")
      #expect(outcome.faultAgain == nil)
    }

    @Test func `an item that runs twice is reported`() {
      let outcome = outcome(of: 5, RunsTwice.self)
      #expect(outcome.fault == "5 runs of items are missing or in excess")
      // The total is corrected, so the fault does not affect the next trial.
      #expect(outcome.total == 5)
      #expect(outcome.faultAgain == nil)
    }

    @Test func `an item that ran in place of another is reported, although the total is correct`() {
      let outcome = outcome(of: 9, SwapsEveryFourth.self)
      #expect(outcome.total == 9)
      // Two items did not run, and two items ran twice.
      #expect(outcome.fault == "4 runs of items are missing or in excess")
    }

    @Test func `a correct form has no fault, within a batch and beyond it`() async throws {
      for count in [1, 255, 256, 600] {
        let outcome = try await Trials.onThreadOfItsOwn {
          ItemCounterTests().outcome(of: count, AsyncDrain<Serial>.self)
        }
        #expect(outcome.total == UInt64(count))
        #expect(outcome.fault == nil)
      }
    }

    @Test
    func `a later thread uses an ended thread's ring of items, and the items' numbers continue`() {
      let counter = ItemCounter<LosesEveryThird>()
      let first = counter.makeThreadState()
      counter.endThreadState(first)
      var second = counter.makeThreadState()
      counter.increment(&second, workSteps: 0)
      counter.endThreadState(second)
      let submitted = counter.makeThreadState().submitted
      let fault = counter.takeFault()
      #expect(submitted == 1)
      #expect(fault == nil)
    }

    @Test func `an item has its own cache line`() {
      #expect(MemoryLayout<QueueItem>.stride == 64)
    }

    @Test func `a queue that breaks its promises about items fails the trial`() async throws {
      let context = Trials.context("p", [("threads", 1)])
      try await Trials.expectReason(
        of: contendedProgram(context, ItemCounter<RunsBackwards>()),
        ends: "out of their submitter's order")
      try await Trials.expectReason(
        of: contendedProgram(context, ItemCounter<SwapsEveryFourth>()),
        ends: "missing or in excess")
      try await Trials.expectReason(
        of: contendedProgram(context, ItemCounter<LosesEveryThird>()), begins: "lost ")
    }

    @Test func `a queue that breaks its promises about items is caught while it is timed`()
      async throws
    {
      let context = Trials.context("p", [("threads", 1)])
      try await Trials.expectReason(
        of: submissionsProgram(context, RunsBackwards.self), ends: "out of their submitter's order")
      try await Trials.expectReason(
        of: submissionsProgram(context, LosesEveryThird.self), begins: "lost ")
    }
  }
}

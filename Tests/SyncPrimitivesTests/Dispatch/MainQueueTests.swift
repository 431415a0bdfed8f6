import BenchmarkModel
import Dispatch
import SyncPrimitives
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

extension PrimitiveTests {
  /// Tests of the checks of the main queue's workloads and of `queue-life`.
  @Suite struct MainQueueTests {
    @Test func `items out of turn, lost items and calls on other threads are reported`() {
      #expect(fault(items: 3, runs: 3, disorder: 0) == nil)
      #expect(fault(items: 3, runs: 3, disorder: 2) == "2 of 3 items ran out of their turn")
      #expect(fault(items: 3, runs: 2, disorder: 0) == "2 items ran, not 3")
      #expect(fault(strays: 0) == nil)
      #expect(fault(strays: 1) == "1 calls were not run by the thread of the main queue")
    }

    @Test func `a record of bursts counts items that are out of order`() {
      let record = BurstRecord()
      for number in [0, 1, 3, 2, 4] as [UInt64] { record.note(number) }
      let (runs, disorder) = record.take()
      #expect(runs == 5 && disorder == 2)
      let (none, orderly) = record.take()
      #expect(none == 0 && orderly == 0)
    }

    @Test func `a main queue that keeps no order is caught`() async throws {
      let program = mainQueueBurstProgram(Trials.context("p", [("items", 100)])) {
        DispatchQueue.global().async(execute: $0)
      }
      try await Trials.expectCaught(of: program, pace: .operations)
    }

    @Test func `an item that begins while its queue is suspended is caught`() async throws {
      try await Trials.expectReason(
        of: itemProgram(DispatchSuite.unheld()), has: " items began while their queue was held back"
      )
    }
  }
}

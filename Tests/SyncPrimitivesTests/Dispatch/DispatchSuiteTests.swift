import BenchmarkModel
import CSyncShims
import Dispatch
import Testing

@testable import BenchmarkRunner
@testable import SyncSuites

extension PrimitiveTests {
  /// Tests of the clock and of the timers' leeways in the dispatch suite.
  @Suite struct DispatchSuiteTests {
    private static let suite = DispatchSuite.suite()

    @Test func `Dispatch's clock is the monotonic clock`() {
      for _ in 0..<100 {
        let before = sync_monotonic_ns()
        let now = DispatchTime.now().uptimeNanoseconds
        let after = sync_monotonic_ns()
        #expect(before <= now && now <= after)
      }
    }

    @Test func `no leeway of a timer is listed twice`() throws {
      let timer = try #require(Self.suite.workloads.first { $0.name == "timer" })
      let leeway = try #require(timer.axes.last)
      #expect(leeway.values(.standard, 2, ["period": 1_000_000]) == [0, 100_000, 1_000_000])
      #expect(leeway.values(.standard, 2, ["period": 10_000_000]) == [0, 1_000_000])
      #expect(leeway.values(.headline, 2, ["period": 1_000_000]) == [0])
    }
  }
}

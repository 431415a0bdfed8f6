import BenchmarkModel
import TestSupport
import Testing

@testable import BenchmarkAnalysis

struct LaunchSummaryTests {
  private func planned(_ pace: Pace, level: Double) -> PlannedCase {
    .made(MadeRun.id("any/ticket/2"), pace: pace, level: level, placement: .unpinned)
  }

  @Test func `threads that share a window are summed up by the mean`() throws {
    let summary = LaunchSummary(of: .elapsedPerOperation, in: planned(.window, level: 0.25))
    #expect(summary == .mean)
    #expect(summary.value(of: [1, 2, 6]) == 3)
    #expect(summary.value(of: []) == nil)
  }

  @Test func `one thread alone keeps its minimum, and its greatest rate`() throws {
    let alone = planned(.window, level: 0)
    #expect(LaunchSummary(of: .elapsedPerOperation, in: alone) == .quantile(0))
    #expect(LaunchSummary(of: .operationsPerSecond, in: alone) == .quantile(1))
    #expect(LaunchSummary(of: .processorTimePerOperation, in: alone) == .quantile(0.5))
    #expect(LaunchSummary.quantile(0).value(of: [3, 1, 2]) == 1)
  }

  @Test(arguments: [Pace.operations, .once])
  func `what is not a window is summed up as in a run`(pace: Pace) throws {
    let summary = LaunchSummary(of: .elapsedPerOperation, in: planned(pace, level: 0.25))
    #expect(summary == .quantile(0.25))
  }
}

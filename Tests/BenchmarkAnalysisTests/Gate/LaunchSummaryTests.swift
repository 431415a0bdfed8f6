import BenchmarkModel
import TestSupport
import Testing

@testable import BenchmarkAnalysis

struct LaunchSummaryTests {
  private func planned(_ pace: Pace, level: Double) -> PlannedCase {
    .made(MadeRun.id("any/ticket/2"), pace: pace, level: level, placement: .unpinned)
  }

  @Test func `windows that threads share are summed up by their mean`() throws {
    let summary = LaunchSummary(of: .elapsedPerOperation, in: planned(.window, level: 0.25))
    #expect(summary == .mean)
    #expect(summary.value(of: [1, 2, 6]) == 3)
    #expect(summary.value(of: []) == nil)
  }

  @Test func `windows of one thread are summed up by the least cost and the greatest rate`() throws
  {
    let alone = planned(.window, level: 0)
    #expect(LaunchSummary(of: .elapsedPerOperation, in: alone) == .quantile(0))
    #expect(LaunchSummary(of: .operationsPerSecond, in: alone) == .quantile(1))
    #expect(LaunchSummary(of: .processorTimePerOperation, in: alone) == .quantile(0.5))
    #expect(LaunchSummary.quantile(0).value(of: [3, 1, 2]) == 1)
  }

  @Test(arguments: [Pace.operations, .once])
  func `trials that are not windows are summed up as in a run`(pace: Pace) throws {
    let summary = LaunchSummary(of: .elapsedPerOperation, in: planned(pace, level: 0.25))
    #expect(summary == .quantile(0.25))
  }
}

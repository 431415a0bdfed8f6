import BenchmarkModel
import TestSupport
import Testing

@testable import BenchmarkAnalysis

struct LaunchSummaryTests {
  private func planned(_ pace: Pace, level: Double) -> PlannedCase {
    .made(MadeRun.id("any/ticket/2"), pace: pace, level: level, placement: .unpinned)
  }

  @Test func `a launch whose threads share windows has the mean of the windows`() throws {
    let summary = LaunchSummary(of: .elapsedPerOperation, in: planned(.window, level: 0.25))
    #expect(summary == .mean)
    #expect(summary.value(of: [1, 2, 6]) == 3)
    #expect(summary.value(of: []) == nil)
  }

  @Test
  func `a launch of one thread's windows has the least cost, greatest rate and median CPU time`()
    throws
  {
    let alone = planned(.window, level: 0)
    #expect(LaunchSummary(of: .elapsedPerOperation, in: alone) == .quantile(0))
    #expect(LaunchSummary(of: .operationsPerSecond, in: alone) == .quantile(1))
    #expect(LaunchSummary(of: .processorTimePerOperation, in: alone) == .quantile(0.5))
    #expect(LaunchSummary.quantile(0).value(of: [3, 1, 2]) == 1)
  }

  @Test(arguments: [Pace.operations, .once])
  func `a launch without windows has the same quantile as in a run`(pace: Pace) throws {
    let summary = LaunchSummary(of: .elapsedPerOperation, in: planned(pace, level: 0.25))
    #expect(summary == .quantile(0.25))
  }
}

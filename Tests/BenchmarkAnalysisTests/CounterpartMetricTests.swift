import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics
import TestSupport
import Testing

@Suite struct CounterpartMetricTests {
  private var run = MadeRun()

  // The machine becomes slower from block to block, for both cases of a block.
  @Test mutating func `a case is compared with its counterpart block by block`() {
    run.columns = [
      MetricColumn("c_ns", .neutral, .referenceCost),
      MetricColumn("more_ns", .lowerIsBetter, .costBeyondReference),
      MetricColumn("ratio", .lowerIsBetter, .costOverReference),
    ]
    run.add("alone/sync-f", [10, 20, 30])
    // The width of 4 CPUs has no effect, because the metrics use wall time.
    run.add("alone/sync", reference: "alone/sync-f", width: 4, [50, 60, 150])
    #expect(run.metric("alone/sync", "c_ns")?.byBlock == [10, 20, 30])
    #expect(run.metric("alone/sync", "more_ns")?.byBlock == [40, 40, 120])
    #expect(run.metric("alone/sync", "ratio")?.byBlock == [5, 3, 5])
    #expect(run.metric("alone/sync", "ratio")?.estimate.value == 5)
    for column in ["c_ns", "more_ns", "ratio"] {
      #expect(run.metric("alone/sync-f", column) == nil)
    }
  }
}

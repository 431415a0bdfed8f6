import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics
import TestSupport
import Testing

@Suite struct RepeatedRunsTests {
  private var run = MadeRun()

  /// Three launches of each of two runs: costs agree within a run, and double between the runs.
  private static let twoRuns: [LaunchRecord?] = [10, 10.1, 9.9, 20, 20.1, 19.9]

  @Test mutating func `intervals of repeated runs hold the spread between the runs`() throws {
    run.add("contended/ticket/2", Self.twoRuns)
    let alone = try #require(run.summary("contended/ticket/2")?.metrics["ns_per_op"]).estimate
    run.repeats = RepeatedRuns(2, overNanoseconds: 0)
    let together = try #require(run.summary("contended/ticket/2")?.metrics["ns_per_op"]).estimate
    #expect(together.value == alone.value)
    let (narrow, wide) = (try #require(alone.interval), try #require(together.interval))
    #expect(wide.low < narrow.low / 5 && wide.high > narrow.high * 5)
    #expect(run.summary.runSpread?.runs == 2)
    #expect(abs((run.summary.runSpread?.most ?? 0) - 2) < 1e-9)
  }

  @Test mutating func `a case that one run alone measured keeps the interval of its launches`()
    throws
  {
    run.add("contended/ticket/2", [10, 11, 12, 13, 14] + [LaunchRecord?](repeating: nil, count: 5))
    run.repeats = RepeatedRuns(2, overNanoseconds: 0)
    let figure = try #require(run.summary("contended/ticket/2")?.metrics["ns_per_op"]).estimate
    #expect(figure.interval == Interval(low: 10, high: 14))
    #expect(run.summary.runSpread == nil)
  }
}

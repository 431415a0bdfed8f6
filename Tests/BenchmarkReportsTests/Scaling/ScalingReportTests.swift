import BenchmarkDocument
import BenchmarkModel
import TestSupport
import Testing

@testable import BenchmarkAnalysis
@testable import BenchmarkReports

@Suite struct ScalingReportTests {
  private func section(_ scaling: SuiteScaling) throws -> String {
    scaling.document.plain
  }

  /// The lines of a section with single blanks, independent of the widths of columns.
  private func lines(_ scaling: SuiteScaling) throws -> [String] {
    try section(scaling).split(separator: "\n").map { line in
      line.split(separator: " ").joined(separator: " ")
    }
  }

  @Test
  func `loops have a short table at the largest width, and the reason why nothing was fitted`()
    throws
  {
    #expect(
      try lines(ScalingFixture.loops) == [
        "loops/compute, 2 CPUs wide the size from which a loop beats serial; "
          + "the serial fraction of Karp and Flatt",
        "loop pays from 95 % serial at 1.00 µs 95 %",
        "engine 31.6 ns below 10.0 ns to 120 ns 0.25 0.20 to 0.30",
        "other above 1.00 µs –",
        "universal scalability law: not fitted: 2 widths, 4 needed",
        "in full: loops-scaling.csv, loops-usl.csv, loops-break-even.csv",
      ])
  }

  @Test func `only the fits at the coarsest grain are shown`() throws {
    #expect(
      try lines(ScalingFixture.fitted) == [
        "universal scalability law alpha: share that queues; beta: cost per pair of CPUs; "
          + "beyond the peak more CPUs do less",
        "everywhere grain_ns = 1000",
        "curve workload alpha 95 % beta 95 % peak 95 % misses by",
        "engine compute 5.00e-2 4.00e-2 to 6.00e-2 4.75e-3 0 to 6.00e-3 "
          + "14.1 9.00 to none 2.10 %",
        "in full: loops-usl.csv",
      ])
  }

  @Test
  func `pairs of primitives whose costs surely cross just once are shown, other pairs are counted`()
    throws
  {
    #expect(
      try lines(ScalingFixture.crossovers).prefix(3) == [
        "the measured shares of reads between which the cheaper primitive changes; everywhere threads = 2",
        "pair reads cheaper below",
        "a and b 99 % to 99.9 % a",
      ])
    #expect(
      try lines(ScalingFixture.crossovers).dropFirst(3).joined(separator: " ")
        == "1 of 5 pairs cross once, 1 may cross: their difference is no larger than the noise, "
        + "1 cross more than once, 1 never cross, 1 had too few shares measured "
        + "in full: barrier-crossovers.csv")
  }

  @Test func `a table of the report is at most one screen long`() throws {
    let one = ScalingFixture.loops.breakEvens[0]
    let many = SuiteScaling(
      table: ScalingFixture.loops.table, loops: [], fits: [],
      breakEvens: Array(repeating: one, count: 30), crossovers: [])
    let text = try section(many)
    #expect(text.contains("    … and 6 more\n"))
    #expect(text.split(separator: "\n").count < 30)
  }

  @Test func `no line of the report is longer than 120 columns`() throws {
    for scaling in [ScalingFixture.loops, ScalingFixture.fitted, ScalingFixture.crossovers] {
      for line in try section(scaling).split(separator: "\n") { #expect(line.count <= 120) }
    }
  }

  @Test func `the text on a suite's scaling follows the suite's rankings`() {
    let summary = ReportFixture.summary
    let alone = RankingReport(summary).document().plain
    let whole = RankingReport(summary).document(sections: [
      "locks": [.text("and this", label: "  ")]
    ]).plain
    #expect(whole == alone + "\n  and this\n")
    #expect(RankingReport(summary).document(sections: ["x": [.text("not this")]]).plain == alone)
  }
}

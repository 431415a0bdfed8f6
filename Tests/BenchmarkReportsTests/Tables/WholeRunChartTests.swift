import BenchmarkReports
import Foundation
import TestSupport
import Testing

/// Tests of charts that belong to no single suite.
@Suite(.enabled(if: Gnuplot.isInstalled, Comment(rawValue: Gnuplot.whySkipped)))
struct WholeRunChartTests {
  private func strings(_ chart: String, _ table: String) throws -> [String] {
    try DrawnSVG.of(chart, table).strings
  }

  private func text(_ chart: String, _ table: String) throws -> String {
    try strings(chart, table).joined()
  }

  // MARK: Drift

  @Test
  func `a chart of drift has the numbers of failed launches and of trials that it does not draw`()
    throws
  {
    let text = try text("drift", ChartTables.drift())
    #expect(text.contains("1 trial above, up to 90×"))
    #expect(text.contains("1 launch that failed"))
    #expect(text.contains("3 trials not drawn: no operation done"))
    #expect(text.contains("A square: a trial.") && text.contains("stolen"))
  }

  @Test func `the chart of drift says if its squares are counts of several trials`() throws {
    #expect(try text("drift", ChartTables.drift(kind: "cell")).contains("the larger the more"))
  }

  @Test func `a chart of drift with 4000 trials is below 200 kB`() throws {
    let drawing = try DrawingTable("drift")
    let outcome = try drawing.draw(ChartTables.drift(trials: 4000))
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let size = try Data(contentsOf: URL(fileURLWithPath: outcome.output)).count
    #expect(20_000 < size && size < 200_000)
  }

  // MARK: Ratios

  @Test func `ratios are counted by direction, and sorted from the worst`() throws {
    let svg = try DrawnSVG.of("ratios", ChartTables.ratios(["slow", "fast", "same"]))
    #expect(svg.strings.joined().contains("Of 3 cases 1 worse, 1 better, 1 not told"))
    let heights = ["slow", "same", "fast"].map { name in
      svg.texts.first { $0.text == "\(name), contended threads=2" }?.y ?? -1
    }
    #expect(heights[0] > 0 && heights == heights.sorted())
    #expect(svg.strings.contains { $0.contains("A: before, B: after") })
  }

  @Test func `in a chart of many ratios, only the largest changes in both directions have rows`()
    throws
  {
    let text = try text("ratios", ChartTables.ratios((0..<90).map { "lock-\($0)" }))
    #expect(text.contains("all 90 cases"))
    #expect(text.contains("50 cases that changed less have no row"))
  }

  // MARK: Pairs of a gate

  @Test func `the chart of a gate's pairs has the verdict, the looks and the limits`() throws {
    let strings = try strings("gate-pairs", ChartTables.gatePairs())
    #expect(strings.joined().contains("FAIL: locks/contended/mutex"))
    #expect(strings.joined().contains("Ratio: 1.10 (1.05 to 1.15) after 16 pairs"))
    for name in ["look at 16", "tolerance, 10 %", "effect, 5 %", "no difference"] {
      #expect(strings.contains(name), "\(name)")
    }
    #expect(strings.joined().contains("crosses: 1 measurement repeated"))
  }

  @Test func `a case's name is drawn as text, and no part of it is executed`() throws {
    for name in GnuplotDrawingTests.hostileNames {
      let drawing = try DrawingTable("gate-pairs")
      let outcome = try drawing.draw(ChartTables.gatePairs(name))
      #expect(outcome.status == 0, "\(outcome.complaint)")
      let drawn = try DrawnSVG(outcome.output).strings.joined()
      let start = name.split(separator: " ").first.map { String($0) } ?? name
      #expect(drawn.contains(start), "\(name)")
      #expect(drawing.files == ["chart.sheet", "chart.svg"])
    }
  }

  @Test func `a table that is not a gate's is refused`() throws {
    let outcome = try DrawingTable("gate-pairs").draw(ChartTables.ratios(["mutex"]))
    #expect(outcome.status != 0)
    #expect(outcome.complaint.contains("it is not the table of the chart gate-pairs"))
  }

  // MARK: Counters

  @Test
  func `each count is in a cell of its own, and a missing count has its reason in a note`() throws {
    let strings = try strings("counters", ChartTables.counts(["mutex", "ticket", "mcs"]))
    #expect(strings.contains("futex-waits") && strings.contains("run-queue, ns"))
    #expect(strings.contains("0.70") && strings.contains("1.40"))
    let text = strings.joined()
    #expect(text.contains("not counted: run-queue: never scheduled"))
    // Events below 0.001 per operation in all cases are named, and have no column.
    #expect(!strings.contains("page-faults"))
    #expect(text.contains("below 0.001 per operation in all cases, not drawn: page-faults"))
  }

  @Test(arguments: ["drift", "ratios", "gate-pairs", "counters"])
  func `the chart of a table without rows says why nothing is drawn`(chart: String) throws {
    let header =
      switch chart {
      case "drift": ChartTables.drift()
      case "ratios": ChartTables.ratios([])
      case "gate-pairs": ChartTables.gatePairs()
      default: ChartTables.counts([])
      }
    let line = header.prefix { $0 != "\n" } + "\n"
    #expect(try text(chart, String(line)).contains("the table has no row"))
  }
}

import BenchmarkReports
import Foundation
import Testing

/// Tests, run with gnuplot, that charts are readable on pages of every size.
@Suite(.enabled(if: Gnuplot.isInstalled, Comment(rawValue: Gnuplot.whySkipped)))
struct ChartSizeTests {
  /// A page's width and font size, and the number of primitives drawn on it.
  struct Page: Sendable, CustomTestStringConvertible {
    let millimetres: Double?
    let points: Double
    let primitives: Int
    var testDescription: String {
      "\(millimetres.map { "\($0)" } ?? "free") mm, \(points) pt, \(primitives)"
    }
  }

  private static let pages = [
    Page(millimetres: nil, points: 14, primitives: 12),
    Page(millimetres: 60, points: 8, primitives: 3),
    Page(millimetres: 85, points: 7, primitives: 12),
    Page(millimetres: 180, points: 11, primitives: 12),
  ]

  private static let names = [
    "mutex", "concurrent-queue-barrier-async", "pthread-mutex", "ticket", "serial-queue-sync",
    "actor",
    "user-interactive", "a-lock-of-somebody-whose-name-is-longer-than-any", "default",
    "dissemination-barrier", "concurrent-perform-strided", "x",
  ]

  @Test(arguments: GnuplotDrawingTests.allNames, pages)
  func `no text of a chart touches another text or leaves the page`(chart: String, page: Page)
    throws
  {
    var options = ChartOptions()
    options.widthMillimetres = page.millimetres
    options.fontPoints = page.points
    let svg = try DrawnSVG.of(
      chart, ChartTables.table(chart, Array(Self.names.prefix(page.primitives))),
      caption:
        "host · A Processor of a Rather Long Name, 64 CPUs · 2026-01-02 03:04 UTC · tool 0123456",
      options: options)
    if let millimetres = page.millimetres {
      #expect(abs(svg.width - millimetres / 25.4 * 96) <= 1)
    }
    let texts = svg.texts.filter { !$0.text.allSatisfy { $0 == " " } }
    #expect(texts.count > 5)
    for (index, one) in texts.enumerated() {
      #expect(svg.page.insetBy(dx: -1.5, dy: -1.5).contains(one.box), "\(one) leaves the page")
      for other in texts[..<index] where other.box.intersects(one.box) {
        Issue.record("\(one) touches \(other)")
      }
    }
  }

  @Test(arguments: GnuplotDrawingTests.names)
  func `every chart can be drawn dark, in monochrome, on linear axes and without a title`(
    chart: String
  ) throws {
    var options = ChartOptions()
    options.theme = .dark
    options.isMonochrome = true
    options.isLinear = true
    options.hasTitle = false
    options.keepsOrder = true
    let outcome = try DrawingTable(chart).draw(
      ChartTables.table(chart, ["ticket", "mutex"]), options: options)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let changed = try DrawnSVG(outcome.output)
    let usual = try DrawnSVG.of(chart, ChartTables.table(chart, ["ticket", "mutex"]))
    #expect(changed.texts.contains { $0.text.contains("mutex") })
    #expect(changed.texts.count < usual.texts.count || changed.height < usual.height)
    let text = try String(contentsOfFile: outcome.output, encoding: .utf8)
    for colour in ["rgb(213, 94, 0)", "rgb(0, 114, 178)", "rgb(  0, 114, 178)"] {
      #expect(!text.contains(colour))
    }
  }

  @Test(arguments: GnuplotDrawingTests.names)
  func `two runs are drawn in one chart, each under its name`(chart: String) throws {
    let table = ChartTables.table(chart, ["mutex", "ticket"])
    let both = ChartTable().render(
      ["before", "after"].map { NamedTable(run: $0, bytes: Array(table.utf8)) })
    let strings = try DrawnSVG.of(chart, both).strings
    #expect(strings.contains { $0.contains("before") } && strings.contains { $0.contains("after") })
  }

  @Test(arguments: GnuplotDrawingTests.names)
  func `LaTeX receives no unescaped special character`(chart: String) throws {
    let drawing = try DrawingTable(chart)
    let outcome = try drawing.draw(
      ChartTables.table(chart, ["a_b&c%d$e#f^g~h{i}j", "\\input{x}"]), into: "chart.tex",
      caption: "100 % of \\jobname_{x} & $y$")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let text = try String(contentsOfFile: outcome.output, encoding: .utf8)
    let drawn = text.split(separator: "\n").filter { $0.contains("\\strut{}") }
    #expect(drawn.contains { $0.contains("\\textbackslash{}jobname\\_\\{x\\} \\& \\$y\\$") })
    for line in drawn {
      for bare in ["a_b", "b&c", "c%d", "$e#", "\\input", "f^g"] {
        #expect(!line.contains(bare), "\(line)")
      }
    }
    #expect(drawing.files == ["chart.pdf", "chart.sheet", "chart.tex"])
  }
}

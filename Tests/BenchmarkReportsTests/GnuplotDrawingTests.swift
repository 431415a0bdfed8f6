import BenchmarkModel
import BenchmarkReports
import Foundation
import TestSupport
import Testing

/// Tests that run gnuplot, because only a drawing shows what the template does with a table.
@Suite(.enabled(if: Gnuplot.isInstalled, Comment(rawValue: Gnuplot.whySkipped)))
struct GnuplotDrawingTests {
  static let names = Chart.all.filter { $0.source.suite != nil }.map(\.name)
  /// The names of the charts that draw primitives: the suites' charts, and three of whole runs.
  static let allNames = names + ["ratios", "counters", "cores"]
  /// The charts that draw one figure of a case, with its interval.
  static let withIntervals = names.filter { $0 != "locks-waits" && $0 != "locks-fairness" }

  /// Names that look like commands; a name may be any text without control characters.
  static let hostileNames = [
    "\"; system(\"touch x\") #", "'; system('touch x') #", "`touch x`", "$(touch x)", "| touch x",
    "< touch x", "@ARG1 @table_path", "a_b ^c {/Bold d} ~e{.5f}", "%d %s %g %%", "\\n \\101 \\",
    "<b>&amp;</b>", "a,b;c", "it's \"so\"", "naïve · 日本語", "x]] >", "plain",
  ]

  @Test(arguments: allNames)
  func `a name is drawn as text, and no part of it is executed`(chart: String) throws {
    let drawing = try DrawingTable(chart)
    let outcome = try drawing.draw(
      ChartTables.table(chart, Self.hostileNames), caption: "`touch x` \" ' @ARG1 $(touch x) %d")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let svg = try DrawnSVG(outcome.output)
    for name in Self.hostileNames {
      #expect(svg.strings.contains { $0.contains(name) }, "\(name) is missing")
    }
    #expect(svg.strings.contains { $0.contains("`touch x` \" ' @ARG1 $(touch x) %d") })
    #expect(drawing.files == ["chart.sheet", "chart.svg"])
  }

  @Test(arguments: ["a]]>b", "]]>]]>", "\u{7f}\u{1}", "\u{fffd}", "\u{fffe}x"])
  func `a chart can be read even if a name has text that XML cannot hold`(name: String) throws {
    #expect(
      try DrawnSVG.of(
        "locks-cost", ChartTables.table("locks-cost", [name, "mutex"]),
        caption: ChartCaption.plain(name)
      ).strings.contains("mutex"))
  }

  @Test func `a chart can be read even if its table has bytes that are not UTF-8`() throws {
    var table = Array(ChartTables.table("locks-cost", ["XX", "mutex"]).utf8)
    for (index, byte) in table.enumerated() where byte == UInt8(ascii: "X") {
      table[index] = index.isMultiple(of: 2) ? 0xE4 : 0xFF
    }
    let outcome = try DrawingTable("locks-cost").draw(
      ChartTable().render([NamedTable(run: "run", bytes: table)]))
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(try DrawnSVG(outcome.output).strings.contains("mutex"))
  }

  @Test(arguments: [
    ("a b/t.csv", "a b/c d.svg"), ("it's \"so\"/t.csv", "it's \"so\"/c.svg"),
    ("| touch x.csv", "| touch y.svg"), ("< echo.csv", "-.svg"), ("$rows", "$rows.svg"),
    ("`touch x`.csv", "`touch y`.svg"), ("-", "~.svg"), ("é.csv", "é.svg"),
  ])
  func `a path with special characters is used unchanged`(sheet: String, output: String) throws {
    let drawing = try DrawingTable("sync")
    let outcome = try drawing.draw(
      ChartTables.table("sync", ["serial-queue-sync"]), named: sheet, into: output)
    #expect(outcome.status == 0, "\(outcome.complaint)")
    #expect(try DrawnSVG(outcome.output).strings.contains { $0.hasPrefix("serial-queue-sync") })
    #expect(Set(drawing.files) == [sheet, output])
  }

  @Test(arguments: withIntervals)
  func `a table without intervals is drawn, and the chart says that it has none`(chart: String)
    throws
  {
    let svg = try DrawnSVG.of(
      chart, ChartTables.table(chart, ["one", "two"], .init(hasIntervals: false)))
    #expect(svg.strings.contains { $0.contains("two") })
    // A line that is broken between two words ends with a blank, so lines are joined without a
    // separator.
    #expect(svg.strings.joined().contains("No intervals"))
  }

  @Test(arguments: names)
  func `the chart of a table without valid rows says why nothing is drawn`(chart: String) throws {
    let text = try DrawnSVG.of(
      chart, ChartTables.table(chart, ["one"], .init(status: "invalid", reason: "lost 3, of \"4\""))
    ).strings.joined(separator: " ")
    #expect(text.contains("Nothing to draw"))
    #expect(text.contains("lost 3, of \"4\""))
    #expect(text.contains("invalid, not drawn"))
  }

  @Test(arguments: names)
  func `the chart of a table without rows says so`(chart: String) throws {
    #expect(
      try DrawnSVG.of(chart, ChartTables.table(chart, [])).strings.joined(separator: " ")
        .contains("the table has no row"))
  }

  @Test func `an invalid or failed row is named in the note and not drawn`() throws {
    let good = ChartTables.table("locks-cost", ["mutex"])
    let bad = ChartTables.table(
      "locks-cost", ["no-lock"], .init(status: "invalid", reason: "lost 3"))
    let failed = ChartTables.table(
      "locks-cost", ["crasher"], .init(status: "failed", reason: "signal 11"))
    let strings = try DrawnSVG.of("locks-cost", good + bad.withoutHeader + failed.withoutHeader)
      .strings
    #expect(!strings.contains("no-lock") && !strings.contains("crasher"))
    let text = strings.joined(separator: " ")
    #expect(text.contains("invalid, not drawn: uncontended/no-lock, contended/no-lock"))
    #expect(text.contains("failed, not drawn: uncontended/crasher, contended/crasher"))
  }

  @Test func `rows are sorted by cost`() throws {
    let svg = try DrawnSVG.of(
      "locks-cost", ChartTables.table("locks-cost", ["first", "second", "third"]))
    let heights = ["first", "second", "third"].map { name in
      svg.texts.first { $0.text == name }?.y ?? 0
    }
    #expect(heights == heights.sorted() && Set(heights).count == 3)
  }

  @Test(arguments: names, [1, 40])
  func `primitives' names don't overlap and texts aren't cut off, with 1 or 40 primitives`(
    chart: String, count: Int
  ) throws {
    let primitives = (0..<count).map { "primitive-with-a-rather-long-name-\($0)" }
    let svg = try DrawnSVG.of(chart, ChartTables.table(chart, primitives))
    for text in svg.texts where text.anchor != "middle" {
      // In DejaVu Sans, a character of these texts is on average at most 0.52 em wide.
      let width = 0.54 * text.size * Double(text.text.count)
      let left = text.anchor == "end" ? text.x - width : text.x
      #expect(left >= 0 && left + width <= svg.width, "\(text)")
      #expect(text.y >= text.size * 0.5 && text.y <= svg.height, "\(text)")
    }
    let names = svg.texts.filter { $0.text.contains("primitive-with") && $0.size >= 11 }
    for (index, one) in names.enumerated() {
      for other in names[(index + 1)...] where other.x == one.x {
        #expect(abs(other.y - one.y) >= one.size, "\(one) \(other)")
      }
    }
  }

  @Test
  func `a panel shows one thread count and length of work, and a note says if panels lack room`()
    throws
  {
    let svg = try DrawnSVG.of(
      "locks-cost",
      ChartTables.cost(
        "locks", ["mutex", "ticket"], .init(), threads: [1, 2, 4, 8],
        inside: [0, 50, 200], outside: [0, 200, 1000]))
    #expect(svg.strings.contains("Uncontended: one thread, 50 ns inside"))
    #expect(svg.strings.contains("Contended, 8 threads, 200 ns outside"))
    #expect(svg.strings.joined(separator: " ").contains("not drawn, for lack of room"))
  }

  @Test
  func `many locks have a panel for each family, and few locks a panel for each length of work`()
    throws
  {
    let listed = [
      "no-lock", "ticket", "mcs", "clh", "mutex", "futex-mutex", "pthread-mutex", "ns-lock",
      "nio-lock",
      "sem", "actor", "serial-queue-sync", "my-own",
    ]
    let drawing = try DrawingTable("locks-threads")
    let many = try drawing.draw(ChartTables.contention(listed, .init(), inside: [0, 200]))
    let families = try DrawnSVG(many.output).strings
    for title in ["Floors", "Spinlocks", "Serial queues", "Others"] {
      #expect(families.contains(title))
    }
    #expect(families.count { $0.hasPrefix("my-own") } == 1)
    #expect(families.joined().contains("1 combination of work inside and outside not drawn"))
    let few = try drawing.draw(
      ChartTables.contention(["ticket", "mcs"], .init(), inside: [0, 200]))
    let works = try DrawnSVG(few.output).strings
    #expect(works.contains("No work inside or outside") && works.contains("With 200 ns inside"))
    #expect(works.count { $0.hasPrefix("ticket") } == 2)
  }

  @Test(arguments: ["svg", "png", "pdf"])
  func `the ending of the output's name selects the format`(format: String) throws {
    let outcome = try DrawingTable("qos-shares").draw(
      ChartTables.table("qos-shares", ["default"]), into: "chart.\(format)")
    #expect(outcome.status == 0, "\(outcome.complaint)")
    let start = try Data(contentsOf: URL(fileURLWithPath: outcome.output)).prefix(5)
    let magic = ["svg": "<?xml", "png": "\u{89}PNG", "pdf": "%PDF-"]
    #expect(start.starts(with: Array((magic[format] ?? "").unicodeScalars.map { UInt8($0.value) })))
  }

  @Test func `drawing a chart twice gives the same bytes`() throws {
    let table = ChartTables.table("barrier", ["mutex", "pthread-rwlock", "mine"])
    let charts = try (0..<2).map { _ in
      let outcome = try DrawingTable("barrier").draw(table)
      return try Data(contentsOf: URL(fileURLWithPath: outcome.output))
    }
    #expect(charts[0] == charts[1])
  }

  @Test(arguments: [
    ("locks-cost", "a,b\n1,2\n", "chart.svg", "has no column"),
    ("locks-cost", "", "chart.svg", "is empty"),
    (
      "locks-cost", ChartTables.table("locks-cost", ["mutex"]), "chart.gif",
      "must end in .svg, .png, .pdf or .tex"
    ),
    (
      "qos-shares", ChartTables.table("qos-shares", []), "svg",
      "must end in .svg, .png, .pdf or .tex"
    ),
  ])
  func `an empty table, a missing column or an unknown output format is refused with a reason`(
    chart: String, table: String, output: String, complaint: String
  ) throws {
    let drawing = try DrawingTable(chart)
    let outcome = try drawing.draw(table, into: output)
    #expect(outcome.status != 0)
    #expect(outcome.complaint.contains(complaint), "\(outcome.complaint)")
    #expect(drawing.files.allSatisfy { $0 == "chart.sheet" })
  }

  @Test func `a missing sheet is refused`() throws {
    let drawing = try DrawingTable("locks-cost")
    let outcome = try drawing.run(
      GnuplotCall(
        templateFolder: Plots.folder, sheet: "none.sheet", output: "chart.svg",
        caption: ""))
    #expect(outcome.status != 0)
    #expect(drawing.files.isEmpty)
  }

  @Test func `lines that end with CRLF are read`() throws {
    let table = ChartTables.table("locks-cost", ["mutex", "a,b"]).replacingOccurrences(
      of: "\n", with: "\r\n")
    let strings = try DrawnSVG.of("locks-cost", table).strings
    #expect(strings.count { $0 == "a,b" } == 2 && strings.count { $0 == "mutex" } == 2)
  }

  @Test func `columns are found by their names, in any order`() throws {
    let table = """
      reason,ns_per_op_high,threads,status,outside_ns,primitive,extra,ns_per_op,inside_ns,workload,case
      ,9,,valid,,mutex,x,8,0,uncontended,c

      """
    let strings = try DrawnSVG.of("locks-cost", table).strings
    #expect(strings.contains("mutex") && strings.contains("8.00 ns"))
  }
}

extension String {
  fileprivate var withoutHeader: String { String(drop { $0 != "\n" }.dropFirst()) }
}

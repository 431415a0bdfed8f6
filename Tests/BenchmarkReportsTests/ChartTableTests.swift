import BenchmarkModel
import BenchmarkReports
import Foundation
import Testing

@Suite struct ChartTableTests {
  private func named(_ run: String, _ text: String) -> NamedTable {
    NamedTable(run: run, bytes: Array(text.utf8))
  }

  private static let header =
    "case,workload,primitive,threads,status,reason,control,launches,"
    + "ns_per_op,ns_per_op_low,ns_per_op_high,fairness,fairness_low,fairness_high\n"
  private static let table =
    header + "l/w/b/1,w,b,1,valid,,,5,1,0.9,1.1,0.5,,\n"
    + "l/w/a/1,w,a,1,valid,,,5,2,1.9,2.1,0.5,,\n" + "l/v/a/1,v,a,1,invalid,\"so, so\",,5,,,,,,\n"

  @Test func `a chart's table keeps the chart's rows and columns, in the order of the run's table`()
  {
    let text = ChartTable(workloads: ["w"], metrics: ["ns_per_op"]).render([
      named("x", Self.table)
    ])
    #expect(
      text
        == "case,workload,primitive,threads,status,reason,ns_per_op,ns_per_op_low,ns_per_op_high\n"
        + "l/w/b/1,w,b,1,valid,,1,0.9,1.1\nl/w/a/1,w,a,1,valid,,2,1.9,2.1\n")
  }

  @Test func `a table is unchanged without a choice of rows or columns`() {
    #expect(ChartTable().render([named("x", Self.table)]) == Self.table)
  }

  @Test func `primitives are sorted in the order in which they are asked for`() {
    let text = ChartTable(metrics: ["ns_per_op"], primitives: ["a", "b"]).render([
      named("x", Self.table)
    ])
    #expect(
      text.split(separator: "\n").map { $0.prefix(7) } == [
        "case,wo", "l/w/a/1", "l/v/a/1", "l/w/b/1",
      ])
  }

  @Test func `globs choose cases by their whole names`() {
    let text = ChartTable(filters: ["l/v/*", "*/b/1"]).render([named("x", Self.table)])
    #expect(text.split(separator: "\n").dropFirst().map { $0.prefix(7) } == ["l/w/b/1", "l/v/a/1"])
    #expect(ChartTable(filters: ["w"]).render([named("x", Self.table)]) == Self.header)
  }

  @Test
  func `the table of several runs has a column for the run, and the rows of a case are adjacent`() {
    let other = Self.header + "l/w/a/1,w,a,1,valid,,,5,4,,,,,\nl/w/c/1,w,c,1,valid,,,5,5,,,,,\n"
    let text = ChartTable(workloads: ["w"], metrics: ["ns_per_op"]).render([
      named("A", Self.table), named("B, \"2\"", other),
    ])
    #expect(
      text.split(separator: "\n").dropFirst().map(String.init) == [
        "l/w/b/1,w,b,1,valid,,1,0.9,1.1,A", "l/w/a/1,w,a,1,valid,,2,1.9,2.1,A",
        "l/w/a/1,w,a,1,valid,,4,,,\"B, \"\"2\"\"\"", "l/w/c/1,w,c,1,valid,,5,,,\"B, \"\"2\"\"\"",
      ])
  }

  @Test func `a column that only one run has is empty in the rows of the other runs`() {
    let text = ChartTable().render([
      named("A", "case,workload,primitive,depth,status,reason\nc,w,p,3,valid,\n"),
      named("B", "case,workload,primitive,status,reason\nd,w,p,valid\n"),
    ])
    #expect(
      text == "case,workload,primitive,depth,status,reason,run\nc,w,p,3,valid,,A\nd,w,p,,valid,,B\n"
    )
  }

  @Test func `a table without rows is only its header`() {
    #expect(ChartTable(workloads: ["none"]).render([named("x", Self.table)]) == Self.header)
    #expect(ChartTable().render([named("x", "")]) == "\n")
  }
}

@Suite struct CompactSVGTests {
  private static let drawn = """
    <?xml version="1.0"?>
    <svg width="10" height="10"
     xmlns="http://www.w3.org/2000/svg">
    <g fill="none" color="black" stroke="currentColor" stroke-linecap="butt" stroke-linejoin="miter">
    \t<g transform="translate(1,2)" fill="rgb(1,2,3)" font-family="DejaVu Sans&#44; sans-serif" font-size="12">
    \t\t<text>\ta  b </text>
    \t</g>
    \t<g transform="translate(1,9)" font-family="DejaVu Sans&#44; sans-serif" font-size="12">
    \t\t<text>font-family="x"</text>
    \t</g>

    </g>
    </svg>
    """

  @Test func `the font is named once, and default attributes and indentation are removed`() {
    let compact = CompactSVG.text(Self.drawn)
    #expect(compact.utf8.count < Self.drawn.utf8.count)
    #expect(compact.contains("<svg font-family=\"DejaVu Sans&#44; sans-serif\" width=\"10\""))
    #expect(
      compact.contains("\n<g transform=\"translate(1,2)\" fill=\"rgb(1,2,3)\" font-size=\"12\">"))
    #expect(compact.contains("\n<text>\ta  b </text>\n"))
    #expect(compact.contains("\n<g fill=\"none\" stroke=\"currentColor\">\n"))
    #expect(compact.contains("<text>font-family=\"x\"</text>"))
    #expect(!compact.contains("\n\n"))
  }

  @Test func `an empty group is removed, and so is a group of nothing but empty groups`() {
    let nothing = "<g id=\"a\">\n\t<g stroke=\"none\">\n\t</g>\n</g>\n"
    let drawn = Self.drawn.replacingOccurrences(of: "</svg>", with: nothing + "</svg>")
    #expect(CompactSVG.text(drawn) == CompactSVG.text(Self.drawn))
  }

  @Test(arguments: ["", "<svg width=\"1\"/>", "no font-family=\"x\" here", "font-family=\""])
  func `text that is not a drawing of gnuplot is unchanged`(text: String) {
    #expect(CompactSVG.text(text) == text)
  }
}

import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics
import TestSupport
import Testing

@testable import BenchmarkDocument
@testable import BenchmarkReports

@Suite struct WriteUpLaTeXTests {
  private func text(
    _ summary: RunSummary, _ selection: TableSelection = TableSelection()
  ) -> String {
    WriteUp(summary, selection: selection).latex()
  }

  @Test func `each situation is a table with a caption and a label`() {
    let text = text(ReportFixture.summary)
    #expect(text.hasPrefix("% Tables to be read with \\input."))
    #expect(text.contains("\\usepackage{booktabs,textcomp,threeparttable}"))
    #expect(text.count(of: "\\begin{table}") == 2)
    #expect(text.count(of: "\\end{table}") == 2)
    #expect(text.contains("\\caption[{locks/contended/threads=2}]{locks, contended, threads 2}"))
    #expect(
      text.contains(
        "\\item locks/\\allowbreak{}contended/\\allowbreak{}threads=2: ns\\_per\\_op, lower"))
    #expect(text.contains("\\item host-1 \\textperiodcentered{} "))
    #expect(text.contains("\\label{tab:locks-contended-threads-2}"))
  }

  @Test func `a caption has the unit of a parameter that is a time`() {
    var made = MadeRun()
    made.parameterNames = ["threads": "threads_ns"]
    made.add("contended/mutex/2", [5])
    #expect(text(made.summary).contains("{locks, contended, threads 2 ns}"))
  }

  @Test func `tables that differ in a parameter have different captions`() {
    var made = MadeRun()
    made.parameters = ["threads", "inside", "outside"]
    made.parameterNames = ["inside": "inside_ns"]
    for inside in [0, 200] { made.add("contended/mutex/2/inside=\(inside)/outside=0", [5]) }
    let text = text(made.summary)
    #expect(text.contains("{locks, contended, threads 2, inside 0 ns}"))
    #expect(text.contains("{locks, contended, threads 2, inside 200 ns}"))
  }

  @Test func `figures are right-aligned, in the unit of the heading`() {
    let text = text(ReportFixture.summary)
    #expect(text.contains("\\begin{tabular}{@{}rlrrrr@{}}\n\\toprule\n"))
    #expect(
      text.contains(
        "rank & primitive & ns/op & \\multicolumn{2}{c}{95\\,\\%} & $\\times$ best \\\\\n")
    )
    #expect(text.contains("\n1 & ticket & 21.0 & "))
    #expect(text.contains("\n2 & mutex & 51.0 & "))
    #expect(text.contains(" & 2.43 \\\\\n"))
    #expect(text.contains("\n-- & broken\\tnote{b} & \\multicolumn{4}{l}{FAILED} \\\\\n"))
    #expect(text.contains("\\item[b] 8 of 8 launches: killed by SIGSEGV\n"))
  }

  @Test func `a case with one launch has no rank, no interval and no note`() {
    let text = text(ReportFixture.summary, TableSelection(workloads: ["uncontended"]))
    #expect(text.contains("\\begin{tabular}{@{}rlrrrr@{}}\n"))
    #expect(text.contains("\n-- & ticket & 7.00 &  &  & 1.00 \\\\\n\\bottomrule\n"))
  }

  @Test func `the values of a parameter are columns, with one unit for all`() {
    let text = WriteUp(ReportFixture.summary).latex(across: "threads")
    #expect(text.contains("\nprimitive / threads & 2 & $\\pm$\\% \\\\\n"), "\(text)")
    #expect(text.contains("\nticket & 21.0 & 5 \\\\\n"))
    #expect(text.contains("\\item[b] threads 2: 8 of 8 launches: killed by SIGSEGV\n"))
    #expect(
      text.contains("\\item locks/\\allowbreak{}contended, by threads: ns/\\allowbreak{}op, lower"))
    #expect(text.contains("\\label{tab:locks-contended}"))
  }

  @Test func `hostile names are printed, and no part of them is a command`() {
    let text = text(HostileRun.summary)
    let escaped =
      "a\\textbar{}b\\textasciigrave{}c\\textless{}d\\textgreater{}@e\\_f*g\\textbackslash{}h\\{i\\}\\$j"
      + "\\&k\\#l\\textasciicircum{}m\\textasciitilde{}n\\%?\\textquotedbl{}o,p\\textquotedbl{}"
    #expect(LaTeX.escaped(HostileRun.name) == escaped)
    #expect(text.contains("-- & \(escaped) & 5.00 &  &  & 1.00 \\\\\n"))
    #expect(text.contains("] \(escaped); 1 of 1"))
    #expect(!text.contains(HostileRun.name))
    for line in text.split(separator: "\n") where line.hasPrefix("\\label") {
      #expect(
        line.dropFirst("\\label{tab:".count).dropLast().allSatisfy {
          $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-")
        })
    }
  }

  @Test(arguments: [
    ("µs × ± − …", "\\textmu{}s $\\times$ $\\pm$ $-$ \\ldots{}"), ("a--b", "a-{}-b"),
    ("a,,b", "a,{},b"), ("é", "é"), ("語", "?"), ("a\u{1b}b", "a?b"),
    ("don't", "don\\textquotesingle{}t"),
  ])
  func `the escapes make LaTeX print each character unchanged, or as a question mark`(
    text: String, escaped: String
  ) {
    #expect(LaTeX.escaped(text) == escaped)
  }

  @Test(arguments: [
    ("7500000", "7\\,500\\,000"), ("12345", "12\\,345"), ("1234", "1234"), ("0.50", "0.50"),
    ("-1.50", "$-$1.50"), ("?", "?"), ("1e+16", "1e+16"),
  ])
  func `more than four digits before the point are grouped in threes, and a hyphen becomes a minus`(
    text: String, number: String
  ) {
    #expect(LaTeX.number(text) == number)
  }

  @Test(arguments: [
    ("ns_per_op", [20.3, 7_500_000], "ns/op", "20.3"),
    ("wait_p99_ns", [2500, 1000], "µs", "2.50"),
    ("wait_p99_ns", [2500, 999], "ns", "2500"),
    ("ops_per_s", [2_500_000, 1_000_000], "M ops/s", "2.50"),
    ("overtaking_percent", [2500, 1000], "%", "2500"),
    ("fairness", [0, 0.5], "", "0.00"),
    ("ns_per_op", [0, 5e12], "s/op", "0.00"),
  ])
  func `a table's unit is the largest in which the smallest figure other than 0 is at least 1`(
    column: String, values: [Double], unit: String, first: String
  ) {
    let metric = MetricColumn(column, .lowerIsBetter, .elapsedPerOperation)
    let scale = FigureScale(Table.Column(metric: metric).units, values)
    #expect(scale.unit == unit)
    #expect(scale.text(values[0]) == first)
  }
}

extension String {
  fileprivate func count(of part: String) -> Int { ranges(of: part).count }
}

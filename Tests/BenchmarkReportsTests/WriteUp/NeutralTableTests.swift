import BenchmarkAnalysis
import BenchmarkReports
import TestSupport
import Testing

@testable import BenchmarkModel

/// Tests of workloads whose metrics have no better direction.
@Suite struct NeutralTableTests {
  private var writeUp: WriteUp {
    var made = MadeRun(suite: "qos")
    made.parameters = []
    made.columns = ["nice", "wake_ns"].map { .neutral($0, .observation($0)) }
    made.add("nice/high", level: 0.5, cpus: [], [costs(1).seeing(["nice": -2, "wake_ns": 2500])])
    made.add("nice/gone", level: 0.5, cpus: [], [failure("killed")])
    return WriteUp(made.bareSummary)
  }

  @Test func `a row has the name of its metric, and nothing is ranked`() {
    let text = writeUp.markdown()
    #expect(text.contains("| primitive | metric | value | 95 % | notes |\n"))
    #expect(text.contains("| high | nice | -2.00 |  |  |\n"))
    #expect(text.contains("| high | wake\\_ns | 2.50 µs |  |  |\n"))
    #expect(text.contains("| gone |  | FAILED |  | "))
  }

  @Test func `each figure in LaTeX has its unit beside it`() {
    let text = writeUp.latex()
    #expect(text.contains("high & wake\\_ns & 2.50 \\textmu{}s &  &  \\\\\n"))
    #expect(text.contains("gone\\tnote{a} &  & \\multicolumn{3}{l}{FAILED} \\\\\n"))
  }

  @Test func `each figure in CSV has its own row`() {
    let text = writeUp.csv
    #expect(text.contains("\nqos/nice/high,qos,nice,,high,nice,,-2,,,,valid,\n"))
    #expect(text.contains("\nqos/nice/high,qos,nice,,high,wake_ns,ns,2500,,,,valid,\n"))
  }
}

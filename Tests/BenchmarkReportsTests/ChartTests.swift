import BenchmarkReports
import Testing

@Suite struct ChartTests {
  @Test func `a chart is found by its name`() {
    #expect(Chart.named("qos")?.suite == "qos")
    #expect(Chart.named("gos") == nil)
    #expect(Chart.named("") == nil)
  }

  @Test func `charts have names of their own`() {
    #expect(Set(Chart.all.map(\.name)).count == Chart.all.count)
  }

  @Test func `a run gets the charts of the suites it has, in the charts' order`() {
    let measured: [String: Set<String>] = [
      "qos": ["nice", "latency"], "my-suite": ["w"], "sync": ["alone"],
    ]
    #expect(Chart.drawable(from: measured).map(\.name) == ["sync", "qos"])
    #expect(Chart.drawable(from: ["my-suite": ["w"]]).isEmpty)
  }

  @Test func `a chart of workloads is drawn where one of them was measured`() {
    #expect(Chart.drawable(from: ["locks": ["waits"]]).map(\.name) == ["locks-waits"])
    #expect(Chart.drawable(from: ["locks": ["uncontended"]]).map(\.name) == ["locks"])
    #expect(
      Chart.drawable(from: ["locks": ["oversubscribed"]]).map(\.name)
        == ["locks-threads", "locks-fairness"])
    #expect(Chart.drawable(from: ["locks": ["handoff"]]).isEmpty)
    #expect(Chart.drawable(from: ["barrier": ["writer-waits"], "qos": ["nice"]]).isEmpty)
  }

  @Test func `every chart has a template in the executable`() {
    let files = TemplateFile.all.map(\.name)
    for chart in Chart.all { #expect(files.contains(chart.templateName)) }
  }
}

@Suite struct GnuplotCallTests {
  private let call = GnuplotCall(
    chart: Chart.all[0], templateFolder: "/tmp/t", table: "results/a b/locks.csv",
    output: "results/a b/plots/locks.svg", caption: "host \"x\" · $(y)")

  @Test func `what comes from a run is an argument of its own`() {
    #expect(
      call.arguments == [
        "--default-settings", "-c", "/tmp/t/locks.gp", "results/a b/locks.csv",
        "results/a b/plots/locks.svg", "host \"x\" · $(y)",
      ])
  }

  @Test(arguments: [
    (
      "\n\nset tics font f(x)\n             ^\n\"/tmp/a b/page.gp\" line 71: expected font\n\n",
      "page.gp line 71: expected font"
    ),
    (
      "\"read.gp\" line 3: warning: Cannot find or open file \"x\"\n\"read.gp\" line 3: No data in plot",
      "read.gp line 3: No data in plot"
    ),
    ("  something else  \nmore", "something else"),
    ("", "it gave no reason"),
    ("\n \n", "it gave no reason"),
    ("\"unfinished", "\"unfinished"),
  ])
  func `the first complaint is found, without the passing folder`(error: String, line: String) {
    #expect(GnuplotComplaint.firstLine(of: error) == line)
  }
}

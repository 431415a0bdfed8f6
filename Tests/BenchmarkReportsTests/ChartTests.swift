import Testing

@testable import BenchmarkReports

@Suite struct ChartTests {
  @Test func `a chart is found by its name`() {
    #expect(Chart.named("qos-shares")?.source.suite == "qos")
    #expect(Chart.named("gos") == nil)
    #expect(Chart.named("") == nil)
  }

  @Test func `every chart has a unique name`() {
    #expect(Set(Chart.all.map(\.name)).count == Chart.all.count)
  }

  private func drawable(_ measured: [String: Set<String>], runs: Int = 1) -> [String] {
    Chart.drawable(from: MeasuredWorkloads(bySuite: measured, runs: runs)).filter {
      $0.source.suite != nil
    }.map(\.name)
  }

  @Test func `a run has the charts of its suites, in the order of the list of charts`() {
    let measured: [String: Set<String>] = [
      "qos": ["nice", "latency"], "my-suite": ["w"], "sync": ["alone"],
    ]
    let names = drawable(measured)
    #expect(names.contains("sync-cost") && names.contains("qos-latency"))
    #expect(names == Chart.all.map(\.name).filter(names.contains))
    #expect(drawable(["my-suite": ["w"]]).isEmpty)
  }

  @Test func `a chart of workloads is drawn if one of its workloads was measured`() {
    #expect(drawable(["locks": ["waits"]]) == ["locks-waits", "locks-cost-waits"])
    #expect(drawable(["locks": ["oversubscribed"]]) == ["locks-threads", "locks-fairness"])
    #expect(drawable(["locks": ["handoff"]]).isEmpty)
    #expect(drawable(["barrier": ["writer-waits"], "qos": ["nice"]]).isEmpty)
  }

  @Test func `a chart of costs is drawn if a workload of its own suite has a cost`() {
    let costed = MeasuredWorkloads(
      bySuite: ["tasks": ["new"], "threads": ["wake"]], costed: ["tasks": ["new"], "threads": []])
    #expect(Chart.drawable(from: costed).compactMap(\.source.suite) == ["tasks"])
  }

  @Test func `a suite without charts of its own gets a chart of costs and a chart of latencies`() {
    let measured = MeasuredWorkloads(
      bySuite: ["mine": ["cache", "cache-latency"], "tasks": ["new"]],
      costed: ["mine": ["cache"], "tasks": ["new"]], timed: ["mine": ["cache-latency"]])
    let charts = Chart.drawable(from: measured)
    #expect(charts.map(\.name) == ["tasks-cost", "mine-cost", "mine-latency", "drift"])
    #expect(charts[2].source == .percentiles("mine", workloads: ["cache-latency"]))
  }

  @Test func `a row of costs is named by the parameters that vary, not by the primitive's traits`()
    throws
  {
    let columns = "case,workload,primitive,family,threads,rest_ns,callers,status,reason,control"
    let table = """
      \(columns),launches,ns_per_op
      mine/a/x/threads=2/rest=1000,a,x,,2,1000,any,valid,,,8,20
      mine/a/x/threads=2/rest=2000,a,x,,2,2000,any,valid,,,8,30
      mine/a/y/threads=2/rest=1000,a,y,,2,1000,async,valid,,,8,40

      """
    let chart = try #require(Chart.ofAnySuite("mine", timed: []).first)
    let sheet = try chart.sheet(table, options: ChartOptions())
    #expect(sheet.contains(", rest=1 µs") && sheet.contains(", rest=2 µs"))
    #expect(!sheet.contains("callers") && !sheet.contains("threads="))
  }

  @Test func `a chart of latencies has a panel for each workload and number of threads`() throws {
    let columns =
      "case,workload,primitive,family,threads,status,reason,control,launches,latency_p50_ns"
    let table = """
      \(columns),latency_p90_ns,latency_p99_ns,latency_max_ns
      mine/a-latency/x,a-latency,x,,,valid,,,8,20,30,40,50
      mine/b-latency/x/threads=2,b-latency,x,,2,valid,,,8,20,30,40,50

      """
    let chart = try #require(Chart.ofAnySuite("mine", timed: ["a-latency", "b-latency"]).last)
    let sheet = try chart.sheet(table, options: ChartOptions())
    #expect(sheet.contains("How long single operations take: mine"))
    #expect(sheet.contains(":a-latency\n") && sheet.contains(":b-latency, 2 threads\n"))
  }

  @Test func `the charts drawn depend on the number of runs, and on whether events were counted`() {
    func names(runs: Int, counts: Bool) -> [ChartSource] {
      Chart.drawable(from: MeasuredWorkloads(bySuite: [:], runs: runs, hasCounts: counts))
        .map(\.source)
    }
    #expect(names(runs: 1, counts: false) == [.trials])
    #expect(names(runs: 1, counts: true) == [.counts, .trials])
    #expect(names(runs: 2, counts: false) == [.comparison])
    #expect(names(runs: 3, counts: false).isEmpty)
  }

  @Test func `the executable contains the template of charts`() {
    #expect(TemplateFile.all.map(\.name).contains(GnuplotCall.templateName))
  }
}

@Suite struct GnuplotCallTests {
  private let call = GnuplotCall(
    templateFolder: "/tmp/t", sheet: "results/a b/locks.sheet",
    output: "results/a b/plots/locks.svg", caption: "host \"x\" · $(y)")

  @Test func `paths and the caption are arguments of gnuplot, not parts of a script`() {
    #expect(
      call.arguments == [
        "--default-settings", "-c", "/tmp/t/chart.gp", "results/a b/locks.sheet",
        "results/a b/plots/locks.svg", "host \"x\" · $(y)",
      ])
  }

  @Test func `a chart's options reach gnuplot only as numbers and fixed words`() {
    var options = ChartOptions()
    #expect(options.script.isEmpty)
    options.theme = .dark
    options.widthMillimetres = 85
    options.fontPoints = 7.5
    options.hasTitle = false
    options.hasCaption = false
    options.isMonochrome = true
    options.isLinear = true
    options.keepsOrder = true
    #expect(
      options.script == "theme = \"dark\"; width_mm = 85.0; font_px = 10.0; has_title = 0; "
        + "has_caption = 0")
    let withOptions = GnuplotCall(
      templateFolder: "/t", sheet: "a.sheet", output: "b.svg", caption: "c",
      options: options)
    #expect(withOptions.arguments.prefix(3) == ["--default-settings", "-e", options.script])
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
    ("", "it gave no reason; see whether gnuplot works by itself"),
    ("\n \n", "it gave no reason; see whether gnuplot works by itself"),
    ("\"unfinished", "\"unfinished"),
  ])
  func `gnuplot's first complaint except warnings is found, without the temporary folder`(
    error: String, line: String
  ) {
    #expect(GnuplotComplaint.firstLine(of: error) == line)
  }
}

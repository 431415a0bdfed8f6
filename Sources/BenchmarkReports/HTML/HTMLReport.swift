import BenchmarkAnalysis
import BenchmarkModel

/// A report of one run, or of several side by side, in one HTML file that needs nothing else.
public struct HTMLReport {
  private let runs: ReportRuns
  private let charts: [ReportChart]
  private let suites: [SuiteText]
  private let hosts: HostReport?

  /// Makes the report of runs, of which there must be one at least.
  ///
  /// - Parameters:
  ///   - charts: Their charts, in the order in which they are shown.
  ///   - suites: What the suites answer, as far as anybody knows.
  ///   - hosts: What is said of all machines of a fleet, of which the runs show some; nil where there is none.
  /// - Complexity: O(cases), and with several runs O(cases × resamples × trials of a case).
  public init(
    _ runs: [ReportedRun], charts: [ReportChart] = [], suites: [SuiteText] = [],
    hosts: HostReport? = nil
  ) {
    precondition(!runs.isEmpty, "a report is of one run at least")
    self.runs = ReportRuns(runs)
    self.charts = charts
    self.suites = suites
    self.hosts = hosts
  }

  /// The whole file, as HTML that is well-formed XML too.
  public func render() -> String {
    let drawn = charts.enumerated().map { (chart: $1, view: view(of: $1, at: $0)) }
    let names = runs.suiteNames
    let sections = names.map { name in
      SuiteSection(runs, name: name, text: suites.first { $0.name == name })
        .view(charts: drawn.filter { $0.chart.suite == name }.map(\.view))
    }
    let whole = drawn.filter { chart in !names.contains { $0 == chart.chart.suite } }.map(\.view)
    let machines = hosts.map { [HostSection(report: $0).view] } ?? []
    return HTMLTemplates().render(page(machines + sections, whole: whole))
  }

  private func page(_ sections: [SuiteView], whole: [ChartView]) -> PageView {
    let summary = SummarySection(runs)
    let documents = runs.runs.map(\.summary.document)
    return PageView(
      title: title, captions: documents.indices.map(caption),
      styles: HTMLTemplates.styles, script: HTMLTemplates.script,
      contents: contents(sections), tiles: summary.tiles, facts: summary.facts,
      disturbances: summary.disturbances, charts: whole,
      findings: FindingsSection(runs).view, suites: sections,
      environment: EnvironmentSection(runs).table,
      method: MethodView(plans: documents.indices.map(plan), severalRuns: runs.areSeveral),
      data: DataSection(runs).view,
      footer: "Made by \(documents[0].commandLine.first ?? "syncbench") report. "
        + "This file needs no network and no other file.")
  }

  private var title: String {
    runs.areSeveral
      ? "Synchronization and scheduling: \(runs.runs.count) runs side by side"
      : "Synchronization and scheduling on \(runs.runs[0].summary.document.host)"
  }

  private func caption(_ run: Int) -> String {
    let text = ChartCaption.text(runs.runs[run].summary.document)
    return runs.areSeveral ? "\(runs.letter(run)) \(runs.runs[run].name): \(text)" : text
  }

  private func plan(_ run: Int) -> String {
    let plan = runs.runs[run].summary.document.plan
    let whose = runs.areSeveral ? "\(runs.letter(run))" : "This run"
    return "\(whose) has \(plan.blocks) blocks, shuffled with the seed \(plan.seed)."
  }

  private func contents(_ sections: [SuiteView]) -> [LinkView] {
    [LinkView(target: "summary", name: "Summary"), LinkView(target: "findings", name: "Findings")]
      + sections.map { LinkView(target: $0.id, name: $0.name) }
      + [
        LinkView(target: "environment", name: "Environment"),
        LinkView(target: "method", name: "Method"), LinkView(target: "data", name: "Raw data"),
      ]
  }

  private func view(of chart: ReportChart, at place: Int) -> ChartView {
    var view = ChartView(id: "c\(place)", title: chart.title, text: chart.text)
    switch chart.drawing {
    case .missing(let reason): view.reason = reason
    case .svg(let source): view.drawing = ImageAddress.svg(source)
    }
    return view
  }
}

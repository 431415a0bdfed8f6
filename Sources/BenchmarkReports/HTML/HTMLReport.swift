import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel

/// A report of one run, or of several side by side, in one HTML file that needs nothing else.
package struct HTMLReport {
  private let runs: ReportRuns
  private let charts: [ReportChart]
  private let suites: [SuiteText]
  private let hosts: HostReport?

  /// Makes the report of one run or more.
  ///
  /// - Parameters:
  ///   - charts: The charts of the runs, in their order on the page.
  ///   - suites: The questions that the suites answer; a suite without an entry has a section
  ///     without a question.
  ///   - hosts: The report on all machines of a fleet; nil without a fleet. With a fleet, each run
  ///     is of one machine of a group of identical machines.
  /// - Complexity: O(cases), and with several runs O(cases × resamples × trials of a case).
  package init(
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
  package func render() -> String {
    let sections = first + machines + runs.suiteNames.map(section(ofSuite:)) + last
    return PageTemplate.page(
      title,
      captions:
        "\(runs.indices.map { run -> Markup in "<p class=\"caption\">\(caption(run))</p>\n" })",
      contents: contents(sections), main: "\(sections.map(\.markup))",
      tool: runs.runs[0].summary.document.commandLine.first ?? "syncbench")
  }

  private var first: [PageSection] {
    let summary = SummarySection(runs: runs)
    let names = runs.suiteNames
    let whole = charts { chart in !names.contains { $0 == chart.suite } }
    let findings = FindingsSection(runs).document
    return [
      PageSection(
        id: "findings", name: "Findings", content: HTML.markup(findings, id: "findings")),
      PageSection(
        id: "summary", name: "Summary",
        content: "\(summary.tiles)\(HTML.markup(summary.document, id: "summary"))\(whole)"),
    ]
  }

  private var machines: [PageSection] {
    guard let hosts else { return [] }
    return [
      PageSection(
        id: "machines", name: "Machines",
        lead: "groups of identical machines, and what differs in them and between them",
        document: hosts.document)
    ]
  }

  private func section(ofSuite name: String) -> PageSection {
    SuiteSection(runs: runs, name: name, text: suites.first { $0.name == name })
      .section(charts: charts { $0.suite == name })
  }

  private var last: [PageSection] {
    let method = PageTemplate.method([
      "plans": "\(runs.indices.map { run -> Markup in " \(plan(run))" })",
      "ratios": runs.areSeveral ? Self.ratios : "",
    ])
    return [
      PageSection(
        id: "environment", name: "Environment",
        content: HTML.markup(runs.environment, id: "machine")),
      PageSection(id: "method", name: "Method", content: method),
      PageSection(id: "data", name: "Raw data", content: runs.data),
    ]
  }

  private static let ratios: Markup = """
    <dt>Ratios of runs</dt>
    <dd>The later run's value over the first one's. Its interval holds what varied within the runs, not what the machine did between them. Chance alone tells about one in twenty unchanged cases apart.</dd>

    """

  private var title: String {
    runs.areSeveral
      ? "Synchronization and scheduling: \(runs.runs.count) runs side by side"
      : "Synchronization and scheduling on \(runs.runs[0].summary.document.host)"
  }

  private func caption(_ run: Int) -> String {
    let text = ChartCaption.text(runs.runs[run].summary.document)
    return runs.areSeveral ? "\(runs.named(run)): \(text)" : text
  }

  private func plan(_ run: Int) -> String {
    let plan = runs.runs[run].summary.document.plan
    let whose = runs.areSeveral ? "\(runs.letter(run))" : "This run"
    return "\(whose) has \(plan.blocks) blocks, shuffled with the seed \(plan.seed)."
  }

  private func contents(_ sections: [PageSection]) -> Markup {
    let links = sections.map { section -> Markup in
      "<li><a href=\"#\(section.id)\">\(section.name)</a></li>\n"
    }
    return """
      <nav aria-label="Contents">
      <ul>
      \(links)</ul>
      </nav>

      """
  }

  // MARK: Charts

  /// The charts that `isShown` picks, in their order.
  private func charts(_ isShown: (ReportChart) -> Bool) -> Markup {
    let shown = charts.enumerated().filter { isShown($0.element) }
    return "\(shown.map { Self.figure($0.element, at: $0.offset) })"
  }

  /// A chart with its text.
  static func figure(_ chart: ReportChart, at index: Int) -> Markup {
    let drawing: Markup =
      switch chart.drawing {
      case .missing(let reason):
        "<p class=\"none\"><b>\(chart.title)</b>: \(reason)</p>"
      case .svg(let source):
        """
        <div class="h"><div class="g" role="group" aria-label="\(chart.title)" tabindex="0">\
        <img alt="\(chart.text)" src='\(ImageAddress.svg(source))'/></div></div>
        """
      }
    return """
      <figure id="c\(index)">
      \(drawing)
      <figcaption>\(chart.text)</figcaption>
      </figure>

      """
  }
}

package import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel

/// A gate in one HTML file that needs nothing else: its verdicts, and charts of its launches.
package struct GatePage {
  private let report: GateReport
  private let charts: [ReportChart]
  private let toolName: String

  /// Makes the page; `toolName` is the tool's name in commands.
  package init(_ report: GateReport, charts: [ReportChart], toolName: String) {
    self.report = report
    self.charts = charts
    self.toolName = toolName
  }

  /// The whole file, as HTML that is well-formed XML too.
  package func render() -> String {
    let verdicts = GateTextReport(report, toolName: toolName, isVerbose: true).document
    let figures = charts.enumerated().map { HTMLReport.figure($0.element, at: $0.offset) }
    let sections = [
      PageSection(id: "verdicts", name: "Verdicts", content: HTML.markup(verdicts, id: "verdicts")),
      PageSection(id: "charts", name: "Charts", content: "\(figures)"),
    ]
    return PageTemplate.page(
      "Gate: \(GateRemarks(report: report).title)", main: "\(sections.map(\.markup))",
      tool: toolName)
  }
}

package import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel

/// A gate in one HTML file that needs nothing else: its verdicts, and charts of its launches.
package struct GatePage {
  private let report: GateReport
  private let charts: [ReportChart]
  private let toolName: String

  /// Makes the page; `toolName` is how its reader calls the tool.
  package init(_ report: GateReport, charts: [ReportChart], toolName: String) {
    self.report = report
    self.charts = charts
    self.toolName = toolName
  }

  /// The whole file, as HTML that is well-formed XML too.
  package func render() -> String {
    let verdicts = GateTextReport(report, toolName: toolName, isVerbose: true).document
    let figures = charts.enumerated().map { HTMLReport.figure($0.element, at: $0.offset) }
    return PageTemplate.fill(
      PageTemplate.gate,
      [
        "title": "Gate: \(GateRemarks(report).title)",
        "styles": Markup(verbatim: PageTemplate.styles),
        "script": Markup(verbatim: PageTemplate.script),
        "verdicts": HTML.markup(verdicts, id: "verdicts"),
        "charts": "\(figures)",
        "footer": "Made by \(toolName) report. This file needs no network and no other file.",
      ])
  }
}

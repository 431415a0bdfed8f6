import BenchmarkReports
import Foundation
import FoundationXML
import TestSupport

@testable import BenchmarkAnalysis
@testable import BenchmarkModel

/// Runs, charts and hostile names for the tests of reports.
enum HTMLFixture {
  /// Names that look like markup or scripts.
  static let hostileNames = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)",
    "{{title}} {{{styles}}}", "]]></style><b>", "a & b &lt; c", "\"\u{301} onclick=alert(1) x=\"",
    "--></script>", "\u{202e}desrever", "</table></section>", "naïve · 日本語",
    "line\nfeed\u{0}\u{ffff}",
  ]

  /// The summary of a run in which each primitive has a case with one thread and a case with two;
  /// each primitive costs more than the previous.
  static func run(
    _ primitives: [String], host: String = "host-1", suite: String = "locks",
    workload: String = "contended", scale: Double = 1, launches: Int = 8
  ) -> RunSummary {
    var made = MadeRun(suite: suite)
    made.host = host
    made.profile = "quick"
    made.seed = 42
    made.commandLine = ["syncbench"]
    made.warnings = ["\(host) is loaded"]
    made.primitives = primitives.map {
      ReportFixture.primitive($0, ["order": $0, "waiting": "spins"], summary: $0)
    }
    for threads in [1, 2] {
      for (index, primitive) in primitives.enumerated() {
        let id = CaseID(
          suite: suite, workload: workload, primitive: primitive,
          parameters: [Parameter("threads", threads)])
        made.add(
          .made(id),
          ReportFixture.varying(
            scale * Double(10 * (index + 1) * threads), launches: launches))
      }
    }
    return made.summary
  }

  /// A drawing in the form that gnuplot writes.
  static let svg = """
    <?xml version="1.0" encoding="utf-8"  standalone="no"?>
    <svg
     width="400" height="300"
     viewBox="0 0 400 300"
     xmlns="http://www.w3.org/2000/svg"
     xmlns:xlink="http://www.w3.org/1999/xlink"
    >
    <title>locks</title>
    <desc>Produced by GNUPLOT 5.4 patchlevel 4 </desc>
    <g id="gnuplot_canvas">
    <rect x="0" y="0" width="400" height="300" fill="#ffffff"/>
    <defs>
    \t<circle id='gpPt5' stroke-width='0.222' stroke='currentColor' cx='0' cy='0' r='1'/>
    \t<use xlink:href='#gpPt5' id='gpPt6' fill='currentColor' stroke='none'/>
    </defs>
    <g fill="none" color="black" stroke="currentColor" stroke-width="1.00">
    \t<path stroke='rgb(  0, 114, 178)'  d='M342.97,345.86 L342.97,349.46  '/>
    \t<g transform="translate(18.00,33.00)" stroke="none" fill="rgb(26,26,26)" font-family="DejaVu Sans" font-size="16.20"  text-anchor="middle">
    \t\t<text>a &lt;b&gt; &amp; &#44; c</text>
    \t</g>
    \t<use xlink:href='#gpPt6' transform='translate(97.52,286.70) scale(4.50)' color='rgb(213,  94,   0)'/>
    </g>
    </g>
    </svg>
    """

  /// The page of some runs, with a chart that is drawn and a chart that is missing.
  static func page(_ runs: [ReportedRun], suite: String = "locks") -> String {
    HTMLReport(
      runs,
      charts: [
        ReportChart(
          name: "cost", suite: suite, title: "What it costs", text: "The best is 10 ns.",
          drawing: .svg(svg)),
        ReportChart(
          name: "waits", suite: suite, title: "Waits", text: "None.",
          drawing: .missing(reason: "gnuplot is not installed")),
      ],
      suites: [
        SuiteText(name: suite, summary: "which lock", operations: ["contended": "take and release"])
      ]
    ).render()
  }

  static func reported(
    _ summary: RunSummary, name: String = "run", address: String? = nil
  ) -> ReportedRun {
    ReportedRun(
      name: name, summary: summary, stolenShare: 0.25,
      files: ["run.json", "locks.csv", "raw/trials.csv"], address: address)
  }
}

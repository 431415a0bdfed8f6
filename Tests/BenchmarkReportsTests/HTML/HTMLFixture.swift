import BenchmarkReports
import Foundation
import FoundationXML
import TestSupport

@testable import BenchmarkAnalysis
@testable import BenchmarkModel

/// Runs and charts as reports see them, with names that do their worst.
enum HTMLFixture {
  /// What a name must not do in a page.
  static let hostileNames = [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='alert(1)",
    "{{title}} {{{styles}}}", "]]></style><b>", "a & b &lt; c", "\"\u{301} onclick=alert(1) x=\"",
    "--></script>", "\u{202e}desrever", "</table></section>", "naïve · 日本語",
    "line\nfeed\u{0}\u{ffff}",
  ]

  /// A run of a case a primitive in each of two situations; each costs more than the one before it.
  static func run(
    _ primitives: [String], host: String = "host-1", suite: String = "locks",
    workload: String = "contended", scale: Double = 1, launches: Int = 8
  ) -> RunSummary {
    var cases: [PlannedCase] = []
    var records: [Invocation: InvocationRecord] = [:]
    for threads in [1, 2] {
      for (index, primitive) in primitives.enumerated() {
        let cost = scale * Double(10 * (index + 1) * threads)
        for block in 0..<launches {
          records[Invocation(caseIndex: cases.count, block: block)] = costs(
            cost + Double(block % 3))
        }
        cases.append(planned(primitive, threads, suite: suite, workload: workload))
      }
    }
    let document = RunDocument(
      tool: ToolVersion(version: "0", commit: nil, executable: "x"), commandLine: ["syncbench"],
      startNanoseconds: 0, budgetNanoseconds: nil, host: host,
      environment: MachineEnvironment(software: .init(swiftVersion: "6.3", buildMode: .release)),
      warnings: ["\(host) is loaded"],
      plan: Plan(
        profile: "quick", seed: 42, blocks: launches, cases: cases,
        tables: [
          SuiteTable(
            suite: suite, parameters: [ParameterColumn(key: "threads", name: "threads")],
            columns: [MetricColumn("ns_per_op", .lowerIsBetter, .elapsedPerOperation)],
            primitives: primitives.map {
              PrimitiveDescription(
                name: $0, summary: $0, traits: [Trait("order", $0), Trait("waiting", "spins")])
            }, workloads: MadeUpSuite.workloads, usualChoices: MadeUpSuite.usualChoices)
        ]))
    return Summarizer(Run(document: document, records: records)).summary()
  }

  private static func planned(
    _ primitive: String, _ threads: Int, suite: String, workload: String
  ) -> PlannedCase {
    PlannedCase(
      id: CaseID(
        suite: suite, workload: workload, primitive: primitive,
        parameters: [Parameter("threads", threads)]), pace: .window, summaryLevel: 0,
      expectation: .valid, placement: .pinned(cpus: [0, 1]),
      sampling: Sampling(warmups: 0, trials: 1, trialNanoseconds: 1))
  }

  private static func costs(_ nanoseconds: Double) -> InvocationRecord {
    InvocationRecord(trials: [
      TrialRow(
        trial: 0, startNanoseconds: 0, operations: 1000,
        elapsedNanoseconds: UInt64(nanoseconds * 1000))
    ])
  }

  /// A drawing as gnuplot makes them.
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

  /// A page of a run with two charts, one of them missing.
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

  static func reported(_ summary: RunSummary, name: String = "run", address: String? = nil)
    -> ReportedRun
  {
    ReportedRun(
      name: name, summary: summary, stolenShare: 0.25,
      files: ["run.json", "locks.csv", "raw/trials.csv"], address: address)
  }
}

/// A page read by a strict XML parser, and what is wrong with it as a page.
final class ParsedPage: NSObject, XMLParserDelegate {
  struct Element {
    let name: String
    let attributes: [String: String]
    /// Its place among all elements.
    let index: Int
    var text = ""
    var children: [String] = []
  }

  struct Unreadable: Error, CustomStringConvertible {
    let line: Int
    let reason: String
    var description: String { "line \(line): \(reason)" }
  }

  private(set) var elements: [Element] = []
  private var open: [Int] = []

  init(_ page: String) throws {
    super.init()
    let parser = XMLParser(data: Data(page.utf8))
    parser.delegate = self
    guard parser.parse() else {
      throw Unreadable(line: parser.lineNumber, reason: "\(parser.parserError as Any)")
    }
  }

  func all(_ name: String) -> [Element] { elements.filter { $0.name == name } }

  func texts(_ name: String) -> [String] { all(name).map(\.text) }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?,
    qualifiedName: String?, attributes: [String: String]
  ) {
    if let last = open.last { elements[last].children.append(name) }
    open.append(elements.count)
    elements.append(Element(name: name, attributes: attributes, index: elements.count))
  }

  func parser(_ parser: XMLParser, foundCharacters string: String) {
    for index in open { elements[index].text += string }
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    open.removeLast()
  }
}

import ArgumentParser
import BenchmarkAnalysis
import BenchmarkFleet
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import SystemPackage

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract:
      "Writes a run, several side by side, a gate or a fleet as one HTML file that needs nothing else.",
    discussion: """
      The page has the summary, the findings, every suite with its charts and tables, the environment and the method. \
      Without gnuplot, a sentence stands in place of the charts. All machines of a fleet are compared; of each group of \
      identical machines, the machine nearest to the group's median is shown in full.
      """)

  @Argument(
    help: ArgumentHelp(
      "The folders of runs, each compared with the first, or the folder of a fleet.",
      valueName: "run"))
  var paths: [String]

  @Option(name: .long, help: "The file to write. (default: report.html in the first run's folder)")
  var output: String?

  func run() throws {
    if let output, FileAccess.isFolder(FilePath(output)) {
      throw CommandFailure.usage(
        "--output takes a file, and '\(output)' is a folder: give '\(FilePath(output).appending("report.html"))'"
      )
    }
    if paths.count == 1, let gate = try GatePlot(paths[0]) { return try write(gate) }
    let hosts = try compared()
    let chartRuns = try ChartRun.read(hosts?.paths ?? paths)
    let target = output.map { FilePath($0) } ?? FilePath(paths[0]).appending("report.html")
    let runs = try chartRuns.map { try Self.reported($0, in: target) }
    let charts = try ReportCharts(chartRuns, runs).drawn()
    let report = HTMLReport(runs, charts: charts, suites: Self.suites, hosts: hosts?.report)
    try write(report.render(), to: target)
    for run in runs { try RunTables.throwIfInvalid(run.summary) }
  }

  private func write(_ gate: GatePlot) throws {
    let report = try RecordedGate(path: paths[0]).report()
    let page = GatePage(
      report, charts: try ReportCharts(gate).drawn(), toolName: Console.toolName)
    try write(page.render(), to: output.map { FilePath($0) } ?? gate.path.appending("report.html"))
  }

  private func write(_ page: String, to target: FilePath) throws {
    if let output {
      try FileAccess.write(page, to: output)
    } else {
      try FileAccess.replace(target, with: page.utf8)
    }
    Console.output("\(target)\n")
  }

  /// The report on all machines whose runs are in `paths`, and the folders of the runs that
  /// represent groups of machines; nil if no path is a fleet's folder.
  private func compared() throws -> (report: HostReport, paths: [String])? {
    guard paths.contains(where: FleetFolder.isOne) else { return nil }
    let runs = try HostRuns(paths)
    let comparison = try runs.compared(filter: [])
    let shown = Set(comparison.middleHosts)
    return (
      HostReport(comparison, listsAll: true),
      runs.hosts.filter { shown.contains($0.name) }.map(\.folder.path.string)
    )
  }

  /// The data of a run that the report needs.
  ///
  /// The raw rows, which are most of a run's data, are read and released here.
  private static func reported(
    _ chartRun: ChartRun, in target: FilePath
  ) throws -> ReportedRun {
    let run = try chartRun.folder.readWhole()
    let made = RunTables(run)
    let files = ReportFiles(chartRun.folder, of: run.document, report: target)
    return ReportedRun(
      name: chartRun.name, summary: made.summary, scalings: made.scalings,
      profiles: ReportProfiles(run, made.summary).profiles(),
      stolenShare: made.summary.disturbed?.stolenShare,
      files: files.names, address: files.address)
  }

  private static var suites: [SuiteText] {
    Session.catalog.suites.map { suite in
      SuiteText(
        name: suite.name, summary: suite.summary,
        operations: suite.workloads.keyed(by: \.name).mapValues(\.operation))
    }
  }
}

/// The files of a run that a report names, and whether the report can link to these files.
struct ReportFiles {
  let names: [String]
  let address: String?

  private static let raw = [
    "trials", "threads", "latency", "observations", "counters", "failures", "calibration",
  ]

  /// Looks for the run's files, and finds out whether the report will lie among them.
  init(_ folder: RunFolder, of document: RunDocument, report: FilePath) {
    let suites = document.plan.tables.flatMap { table in
      ["\(table.suite).csv"] + DerivedTable.fileNames(ofSuite: table.suite)
    }
    names = (["run.json"] + suites + ["summary.csv"] + Self.raw.map { "raw/\($0).csv" })
      .filter { FileAccess.exists(folder.path.appending($0)) }
    let parent = report.removingLastComponent()
    let isAmongThem =
      (parent.isEmpty ? FilePath(".") : parent).lexicallyNormalized()
      == folder.path.lexicallyNormalized()
    address = isAmongThem ? "" : nil
  }
}

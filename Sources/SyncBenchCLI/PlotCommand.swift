import ArgumentParser
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import SystemPackage

struct PlotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot", abstract: "Draws the charts of a run.",
    discussion: "Charts: \(Self.chartNames). The templates can be edited: see --templates.")

  @Argument(help: ArgumentHelp("The run's folder.", valueName: "run"))
  var path: String

  @Option(name: .long, help: "svg, png or pdf, or several of them. (default: svg,png)")
  var format: ListArgument<ChartFormatArgument>?

  @Option(name: .long, help: "One chart instead of all; may be repeated.")
  var chart: [String] = []

  @Option(
    name: .long,
    help: "A folder of gnuplot templates, such as an edited copy of plots/.")
  var templates: String?

  @Option(name: .long, help: "Where the charts go. (default: plots in the run's folder)")
  var output: String?

  private static let chartNames = Chart.all.map(\.name).joined(separator: ", ")

  func run() throws {
    let wanted = try wantedCharts()
    let gnuplot = try Gnuplot.installed()
    let folder = RunFolder(FilePath(path))
    let document = try folder.readDocument()
    let charts = try drawableCharts(wanted, of: document)
    try recomputeMissingTables(of: charts, in: folder)

    let target = output.map { FilePath($0) } ?? folder.path.appending("plots")
    try FileAccess.makeFolder(target)
    let templateFolder = try TemplateFolder(templates, charts: charts)
    defer { templateFolder.remove() }
    let drawings = charts.flatMap { chart in
      formats.map { format in
        Drawing(
          chart: chart, table: folder.path.appending("\(chart.suite).csv"),
          file: target.appending("\(chart.name).\(format.rawValue)"))
      }
    }
    let caption = ChartCaption.text(document)
    let isInterrupted = try Interruption.running {
      try await gnuplot.draw(drawings, templates: templateFolder.path, caption: caption) {
        Console.output("\($0.file)\n")
      }
      return Task.isCancelled
    }
    if isInterrupted { throw ExitCode(ExitStatus.interrupted.rawValue) }
  }

  private var formats: [ChartFormat] {
    let given = format?.values.map(\.format) ?? [.svg, .png]
    return ChartFormat.allCases.filter { given.contains($0) }
  }

  /// The charts that were asked for, nil for all that the run has tables for.
  private func wantedCharts() throws(CommandFailure) -> [Chart]? {
    for name in chart where Chart.named(name) == nil {
      throw CommandFailure(
        message: "there is no chart '\(name)'; the charts are: \(Self.chartNames)", status: .usage)
    }
    return chart.isEmpty ? nil : Chart.all.filter { chart.contains($0.name) }
  }

  private func drawableCharts(
    _ wanted: [Chart]?, of document: RunDocument
  ) throws(CommandFailure) -> [Chart] {
    let suites = document.plan.tables.map(\.suite)
    let drawable = Chart.drawable(from: document.measuredWorkloads)
    let measured = "'\(path)' measured: \(suites.joined(separator: ", "))"
    if let missing = wanted?.first(where: { !drawable.contains($0) }) {
      throw CommandFailure(
        message: "nothing for the chart '\(missing.name)' to draw: \(measured); "
          + "measure it with `\(Console.toolName) run \(missing.suite)\(missing.selection)`",
        status: .world)
    }
    guard !drawable.isEmpty else {
      throw CommandFailure(
        message:
          "no chart draws a table of this run: \(measured); the charts are: \(Self.chartNames)",
        status: .world)
    }
    return wanted ?? drawable
  }

  /// The raw tables are the truth: a suite table that is gone, or never was, is made again of them.
  private func recomputeMissingTables(of charts: [Chart], in folder: RunFolder) throws {
    let areThere = charts.allSatisfy { chart in
      FileAccess.exists(folder.path.appending("\(chart.suite).csv"))
    }
    if !areThere { try RunTables(try folder.read()).write(in: folder) }
  }
}

extension RunDocument {
  /// The workloads of the plan, by suite.
  var measuredWorkloads: [String: Set<String>] {
    Dictionary(grouping: plan.cases, by: \.id.suite).mapValues { Set($0.map(\.id.workload)) }
  }
}

extension Chart {
  /// What selects a workload that the chart draws.
  fileprivate var selection: String {
    workloads.min().map { " --workload \($0)" } ?? ""
  }
}

import ArgumentParser
import BenchmarkDocument
import BenchmarkModel
import BenchmarkReports
import BenchmarkRunner
import SystemPackage

struct PlotCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plot", abstract: "Draws the charts of a run, or of several side by side.",
    discussion: """
      `plot --list` says what each chart shows. The templates can be edited: see --templates and --data. Two runs get the chart of their ratios too; \
      a gate's folder gets the pairs of one of its cases (--case), and how steady the machine was.
      """)

  @Argument(
    help: ArgumentHelp("The runs' folders; several are compared.", valueName: "run"))
  var paths: [String] = []

  @Flag(name: .long, help: "Lists the charts, each with what it shows, and draws none.")
  var list = false

  @Option(name: .long, help: "svg, png, pdf or tex, or several of them. (default: svg,png)")
  var format: ListArgument<NameArgument<ChartFormat>>?

  @Option(name: .long, help: "One chart instead of all; may be repeated.")
  var chart: [String] = []

  @Option(
    name: .long,
    help:
      "The case of a gate's folder whose pairs are drawn. (default: the first that FAILs, else is INVALID, an ERROR or INCONCLUSIVE)"
  )
  var `case`: String?

  @Option(
    name: .long,
    help: "A primitive to draw, instead of all; may be repeated, and the order is kept.")
  var primitive: [String] = []

  @Option(
    name: .long,
    help: "A glob over case names, such as 'locks/contended/*/threads=4/*'; may be repeated.")
  var filter: [String] = []

  @OptionGroup(title: "Look")
  var look: LookOptions

  @Option(
    name: .long,
    help: "A folder of gnuplot templates, such as an edited copy of plots/.")
  var templates: String?

  @Option(
    name: .long,
    help:
      "A folder that keeps the charts' sheets (what gnuplot reads), for calling gnuplot by hand.")
  var data: String?

  @Option(name: .long, help: "Where the charts go. (default: plots in the first run's folder)")
  var output: String?

  private static func names(_ charts: [Chart]) -> String {
    charts.map(\.name).joined(separator: ", ")
  }

  func validate() throws {
    if paths.isEmpty, !list { throw ValidationError("Missing expected argument '<run> ...'") }
  }

  func run() throws {
    if list { return Console.output(ChartListReport.document) }
    let gate = paths.count == 1 ? try GatePlot(paths[0]) : nil
    let gnuplot = try Gnuplot.installed()
    if let gate { return try draw(gate, wantedCharts(), with: gnuplot) }
    guard `case` == nil else {
      throw CommandFailure.usage(
        "--case chooses a case of a gate's folder, and '\(paths[0])' is no such folder")
    }
    let runs = try ChartRun.read(paths)
    // Without this check, tables of a run with damaged raw rows would be drawn, while every other
    // command refuses the run.
    for run in runs { _ = try run.folder.readWhole() }
    try checkSelection(of: runs)
    let charts = try drawableCharts(of: runs)
    let tables = try ChartTables(
      runs, charts: charts, primitives: primitive, filters: filter)
    try draw(
      charts, with: gnuplot, caption: ChartRun.caption(runs), beside: runs[0].folder.path
    ) { try tables.write($0, options, in: $1) }
  }

  private func draw(_ gate: GatePlot, _ wanted: [Chart]?, with gnuplot: Gnuplot) throws {
    let charts = wanted ?? GatePlot.charts
    if let other = charts.first(where: { !GatePlot.charts.contains($0) }) {
      throw CommandFailure.usage(
        "'\(paths[0])' is a gate's folder, of which there is no chart '\(other.name)'")
    }
    try draw(charts, with: gnuplot, caption: gate.caption, beside: gate.path) {
      try gate.write($0, ofCase: `case`, options, in: $1)
    }
  }

  /// Draws charts from the sheets that `write` makes; the sheets stay if `--data` names a folder
  /// for them.
  private func draw(
    _ charts: [Chart], with gnuplot: Gnuplot, caption: String, beside folder: FilePath,
    write: (Chart, FilePath) throws -> FilePath
  ) throws {
    Interruption.listen()
    let target: FilePath
    if let output {
      target = FilePath(output)
      try FileAccess.makeFolder(target)
    } else {
      target = try FileAccess.makeFolder("plots", in: folder)
    }
    let templateFolder = try PlotFolder(templates: templates)
    defer { templateFolder.remove() }
    let dataFolder = try PlotFolder(data)
    defer { dataFolder.remove() }
    if data != nil { try FileAccess.makeFolder(dataFolder.path) }
    let drawings = try charts.flatMap { chart in
      let sheet = AbsolutePath.of(try write(chart, dataFolder.path))
      return formats.map { Drawing(chart: chart, sheet: sheet, format: $0) }
    }
    try draw(
      drawings, with: gnuplot,
      settings: Gnuplot.Settings(
        templates: templateFolder.path, caption: caption, options: options, target: target))
  }

  private func draw(
    _ drawings: [Drawing], with gnuplot: Gnuplot, settings: Gnuplot.Settings
  ) throws {
    let isInterrupted = try Interruption.running {
      try await gnuplot.draw(drawings, with: settings) {
        // `Console.output` would exit on an error and leave the gnuplot of another chart running.
        guard Console.hasOutput("\($0)\n") else { throw ExitCode(ExitStatus.world.rawValue) }
      }
      return Task.isCancelled
    }
    if isInterrupted { throw ExitCode(ExitStatus.interrupted.rawValue) }
  }

  private var formats: [ChartFormat] {
    let given = format?.values.map(\.value) ?? [.svg, .png]
    return ChartFormat.allCases.filter { given.contains($0) }
  }

  private var options: ChartOptions {
    var options = look.options
    options.keepsOrder = !primitive.isEmpty
    return options
  }

  // MARK: The chosen charts

  /// The charts that `--chart` names; nil if it names none.
  ///
  /// - Parameter further: The charts that can be named beside ``Chart/all``.
  private func wantedCharts(
    besides further: [Chart] = []
  ) throws(CommandFailure) -> [Chart]? {
    let known = Chart.all + further.filter { !Chart.all.contains($0) }
    for name in chart where !known.map(\.name).contains(name) {
      throw CommandFailure.usage(
        "there is no chart '\(name)'; the charts are: \(Self.names(known))")
    }
    return chart.isEmpty ? nil : known.filter { chart.contains($0.name) }
  }

  private func checkSelection(of runs: [ChartRun]) throws(CommandFailure) {
    let names = runs.flatMap(\.document.plan.cases).map(\.id.description)
    if let glob = filter.first(where: { glob in !names.contains { globMatches(glob, $0) } }) {
      throw CommandFailure.usage(
        """
        no case matches '\(glob)'; a glob must match a whole name, as 'locks/*/ticket/*' does
        """)
    }
    let known = Set(runs.flatMap(\.document.plan.cases).map(\.id.primitive))
    guard let unknown = primitive.first(where: { !known.contains($0) }) else { return }
    throw CommandFailure.usage(
      """
      no case measured the primitive '\(unknown)'; \(NearNames.question(
          NearNames.near(unknown, among: known),
          otherwise: "`\(Console.toolName) show \(Console.quoted(paths[0]))` shows those that were"))
      """)
  }

  private func drawableCharts(of runs: [ChartRun]) throws(CommandFailure) -> [Chart] {
    let drawable = Chart.drawable(from: ChartRun.measured(runs))
    let wanted = try wantedCharts(besides: drawable)
    let suites = runs.flatMap(\.document.plan.tables).map(\.suite).uniqued()
    let measured =
      "\(paths.map { "'\($0)'" }.joined(separator: " and ")) measured: \(suites.joined(separator: ", "))"
    if let missing = wanted?.first(where: { !drawable.contains($0) }) {
      throw CommandFailure.world(
        "nothing for the chart '\(missing.name)' to draw: \(measured); "
          + missing.source.remedy)
    }
    guard !drawable.isEmpty else {
      throw CommandFailure.world(
        "no chart draws a table of this run: \(measured); the charts are: \(Self.names(Chart.all))")
    }
    return wanted ?? drawable
  }
}

extension ChartSource {
  /// The way to get the data that the chart draws.
  fileprivate var remedy: String {
    switch self {
    case .suite(let suite, let workloads), .percentiles(let suite, let workloads):
      let selection = workloads.min().map { " --workload \($0)" } ?? ""
      return "measure it with `\(Console.toolName) run \(suite)\(selection)`"
    case .pairsOfCPUs: return "it draws one run alone: `\(Console.toolName) run cores`"
    case .costs(let suite): return "measure it with `\(Console.toolName) run \(suite)`"
    case .counts:
      return "it draws one run that counted: `\(Console.toolName) run --counters`"
    case .trials: return "it draws one run alone"
    case .comparison: return "it draws two runs: `\(Console.toolName) plot RUN-A RUN-B`"
    case .gatePairs:
      return "it draws a gate's folder: `\(Console.toolName) plot GATE --case CASE`"
    }
  }
}

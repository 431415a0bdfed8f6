/// A chart: a gnuplot template, and the table that it draws.
package struct Chart: Equatable, Sendable {
  /// The name, as `--chart` takes it and as its files are called.
  package let name: String
  /// What it shows, in a few words.
  package let summary: String
  /// Where its table comes from.
  package let source: ChartSource
  /// The metric columns that it reads of a suite's table, each with its interval; the template finds
  /// them by their names.
  package let metrics: [String]
  /// The endings of the tables beside the suite's that it reads too, such as `-crossovers`.
  package let besides: [String]
  /// What is in the names of the primitives that the template draws none of.
  let leavesOut: [String]
  /// Makes the sheet of the chart.
  private let draw: @Sendable (ChartRows) throws(ChartTableError) -> ChartSheet

  init(
    _ name: String, _ summary: String, _ source: ChartSource, metrics: [String] = [],
    besides: [String] = [], leavesOut: [String] = [],
    draw: @escaping @Sendable (ChartRows) throws(ChartTableError) -> ChartSheet
  ) {
    self.name = name
    self.summary = summary
    self.source = source
    self.metrics = metrics
    self.besides = besides
    self.leavesOut = leavesOut
    self.draw = draw
  }

  /// The sheet that the template draws, made of the chart's table and of those beside it by their endings.
  package func sheet(
    _ table: String, besides: [String: String] = [:], options: ChartOptions
  ) throws(ChartTableError) -> String {
    // The pictures of a page are told apart by a word of letters.
    let name = name.replacing("-", with: "_")
    return try "chart_name = '\(name)'\n"
      + draw(ChartRows(table, besides: besides, options: options)).script(options)
  }

  package static func == (left: Chart, right: Chart) -> Bool { left.name == right.name }

  /// The chart of a name, nil where there is none.
  package static func named(_ name: String) -> Chart? { all.first { $0.name == name } }

  /// The charts that can be drawn of runs that measured these workloads of these suites.
  package static func drawable(from measured: MeasuredWorkloads) -> [Chart] {
    all.filter { $0.source.isIn(measured) }
  }
}

/// Where the table of a chart comes from.
package enum ChartSource: Equatable, Sendable {
  /// The rows of these workloads in a suite's table.
  case suite(String, workloads: Set<String>)
  /// The rows of these workloads in the long table of a suite's percentiles.
  case percentiles(String, workloads: Set<String>)
  /// The pairs of CPUs of a run, with where on its machine they are.
  case pairsOfCPUs
  /// The rows of every workload of a suite that has a cost of one operation: a new one is drawn without a word here.
  case costs(String)
  /// What was counted in a run.
  case counts
  /// The trials of a run in the order in which they were measured.
  case trials
  /// Two runs, case by case.
  case comparison
  /// The pairs of one case of a gate.
  case gatePairs

  /// The suite, nil for what is of a whole run.
  package var suite: String? {
    switch self {
    case .suite(let suite, _), .percentiles(let suite, _), .costs(let suite): suite
    case .pairsOfCPUs, .counts, .trials, .comparison, .gatePairs: nil
    }
  }

  /// The workloads that it draws; empty for what is of a whole run, or of all that have its metrics.
  package var workloads: Set<String> {
    switch self {
    case .suite(_, let workloads), .percentiles(_, let workloads): workloads
    case .costs, .pairsOfCPUs, .counts, .trials, .comparison, .gatePairs: []
    }
  }

  fileprivate func isIn(_ measured: MeasuredWorkloads) -> Bool {
    switch self {
    case .suite(let suite, let workloads):
      !workloads.isDisjoint(with: measured.bySuite[suite] ?? [])
    case .percentiles(let suite, let workloads):
      !workloads.isDisjoint(with: measured.bySuite[suite] ?? [])
    case .pairsOfCPUs: measured.runs == 1 && measured.hasPairs
    case .costs(let suite): !(measured.costed[suite] ?? []).isEmpty
    case .counts: measured.runs == 1 && measured.hasCounts
    case .trials: measured.runs == 1
    case .comparison: measured.runs == 2
    case .gatePairs: false
    }
  }
}

/// What the runs of a plot measured, all together.
package struct MeasuredWorkloads: Equatable, Sendable {
  package var bySuite: [String: Set<String>]
  /// Those of them that have a cost of one operation.
  package var costed: [String: Set<String>]
  /// How many runs there are.
  package var runs: Int
  /// Whether any of them counted.
  package var hasCounts: Bool
  /// Whether any of them measured pairs of CPUs.
  package var hasPairs: Bool

  package init(
    bySuite: [String: Set<String>], costed: [String: Set<String>] = [:], runs: Int = 1,
    hasCounts: Bool = false, hasPairs: Bool = false
  ) {
    self.bySuite = bySuite
    self.costed = costed
    self.runs = runs
    self.hasCounts = hasCounts
    self.hasPairs = hasPairs
  }
}

/// What kind of file a chart is written as; its template tells by the ending.
package enum ChartFormat: String, CaseIterable, Sendable {
  /// For web pages: text stays text.
  case svg
  /// For everything else: two dots a pixel.
  case png
  /// For papers.
  case pdf
  /// For LaTeX, which sets the text; the lines come in a PDF of the same name beside it.
  case tex

  /// The files of a chart: what LaTeX reads would otherwise replace the PDF.
  package func fileNames(of chart: Chart) -> [String] {
    self == .tex
      ? ["\(chart.name)-latex.tex", "\(chart.name)-latex.pdf"] : ["\(chart.name).\(rawValue)"]
  }
}

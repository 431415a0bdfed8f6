/// A chart: its table, and the way in which the table is drawn.
package struct Chart: Equatable, Sendable {
  /// The name, for `--chart` and for the chart's files.
  package let name: String
  /// The subject, in a few words.
  package let summary: String
  /// The source of the chart's table.
  package let source: ChartSource
  /// The metric columns that the chart reads from a suite's table, together with their intervals.
  package let metrics: [String]
  /// The further tables that the chart reads, by the endings of their names, such as `-crossovers`.
  package let besides: [String]
  /// Parts of names: the chart leaves out a primitive whose name contains any of these parts.
  let leavesOut: [String]
  /// Makes the chart's sheet: the chart's content, in the form that the gnuplot template draws.
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

  /// The sheet that the gnuplot template draws, made from the chart's table and the further tables
  /// in `besides`, each under the ending of its name.
  package func sheet(
    _ table: String, besides: [String: String] = [:], options: ChartOptions
  ) throws(ChartTableError) -> String {
    // The name tells the pictures of a page apart; in gnuplot it must be a word without hyphens.
    let name = name.replacing("-", with: "_")
    return try "chart_name = '\(name)'\n"
      + draw(ChartRows(table, besides: besides, options: options)).script(options)
  }

  package static func == (left: Chart, right: Chart) -> Bool { left.name == right.name }

  /// The chart with a name; nil if no chart has the name.
  package static func named(_ name: String) -> Chart? { all.first { $0.name == name } }

  /// The charts for which the measured workloads suffice; a suite without charts of its own has the
  /// charts that any suite can have.
  package static func drawable(from measured: MeasuredWorkloads) -> [Chart] {
    let known = Set(all.compactMap(\.source.suite))
    let further = measured.bySuite.keys.filter { !known.contains($0) }.sorted().flatMap {
      ofAnySuite($0, timed: measured.timed[$0] ?? [])
    }
    return (ofSuites + further + wholeRuns).filter { $0.source.isIn(measured) }
  }
}

/// The source of a chart's table.
package enum ChartSource: Equatable, Sendable {
  /// The rows of the named workloads in a suite's table.
  case suite(String, workloads: Set<String>)
  /// The rows of the named workloads in the long table of a suite's percentiles.
  case percentiles(String, workloads: Set<String>)
  /// The pairs of CPUs of a run, with the CPUs' positions on the machine.
  case pairsOfCPUs
  /// The rows of those workloads of a suite that have a cost of one operation.
  case costs(String)
  /// The counts of a run.
  case counts
  /// The trials of a run in the order in which they were measured.
  case trials
  /// The ratios of two runs, case by case.
  case comparison
  /// The pairs of one case of a gate.
  case gatePairs

  /// The suite; nil for a chart of a whole run.
  package var suite: String? {
    switch self {
    case .suite(let suite, _), .percentiles(let suite, _), .costs(let suite): suite
    case .pairsOfCPUs, .counts, .trials, .comparison, .gatePairs: nil
    }
  }

  /// The drawn workloads; empty for a chart of a whole run, and for a chart of all workloads with a
  /// cost.
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

/// The measured workloads of all runs of a plot.
package struct MeasuredWorkloads: Equatable, Sendable {
  package var bySuite: [String: Set<String>]
  /// The workloads that have a cost of one operation.
  package var costed: [String: Set<String>]
  /// The workloads that have percentiles of a latency.
  package var timed: [String: Set<String>]
  /// The number of runs.
  package var runs: Int
  /// Whether any of the runs counted events.
  package var hasCounts: Bool
  /// Whether any of the runs measured pairs of CPUs.
  package var hasPairs: Bool

  package init(
    bySuite: [String: Set<String>], costed: [String: Set<String>] = [:],
    timed: [String: Set<String>] = [:], runs: Int = 1, hasCounts: Bool = false,
    hasPairs: Bool = false
  ) {
    self.bySuite = bySuite
    self.costed = costed
    self.timed = timed
    self.runs = runs
    self.hasCounts = hasCounts
    self.hasPairs = hasPairs
  }
}

/// The kind of a chart's file, which the gnuplot template recognises by the file name's ending.
package enum ChartFormat: String, CaseIterable, Sendable {
  /// For web pages: text stays text.
  case svg
  /// For other uses: two dots in each direction for each pixel of the chart's layout.
  case png
  /// For papers.
  case pdf
  /// For LaTeX, which sets the text; the lines are in a PDF of the same name.
  case tex

  /// The files of a chart; without `-latex`, the PDF for LaTeX would replace the chart's own PDF.
  package func fileNames(of chart: Chart) -> [String] {
    self == .tex
      ? ["\(chart.name)-latex.tex", "\(chart.name)-latex.pdf"] : ["\(chart.name).\(rawValue)"]
  }
}

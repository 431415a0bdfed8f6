package import BenchmarkDocument

/// The list of the charts, with a line for each chart.
package enum ChartListReport {
  /// The name, the summary and the source of each chart.
  package static var document: Document {
    [
      .table(
        Table(
          [.init("chart"), .init("shows"), .init("of")],
          cells: Chart.all.map { [.text($0.name), .text($0.summary), .text($0.source.name)] }
            + Chart.ofAnySuite("SUITE", timed: []).map {
              [.text($0.name), .text($0.summary), .text("a suite that is not named above")]
            },
          indent: 0))
    ]
  }
}

extension ChartSource {
  /// The source of a chart's data: a suite, or a run, two runs or a gate, in a few words.
  fileprivate var name: String {
    switch self {
    case .suite(let suite, _), .percentiles(let suite, _), .costs(let suite): suite
    case .pairsOfCPUs: "cores, one run"
    case .counts: "a run with --counters"
    case .trials: "one run"
    case .comparison: "two runs"
    case .gatePairs: "a gate's folder, --case"
    }
  }
}

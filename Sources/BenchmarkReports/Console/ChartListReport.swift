/// The charts for a terminal: a line each.
public enum ChartListReport {
  /// Each chart's name, what it shows and what it is drawn of.
  public static func render() -> String {
    var table = TableText([("chart", .left), ("shows", .left), ("of", .left)])
    for chart in Chart.all { table.add([chart.name, chart.summary, chart.source.name]) }
    return table.render(indent: "")
  }
}

extension ChartSource {
  /// What it is, in a few words.
  fileprivate var name: String {
    switch self {
    case .suite(let suite, _), .percentiles(let suite, _): suite
    case .counts: "a run with --counters"
    case .trials: "one run"
    case .comparison: "two runs"
    case .gatePairs: "a gate's folder, --case"
    }
  }
}

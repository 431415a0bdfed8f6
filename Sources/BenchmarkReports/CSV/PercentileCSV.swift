public import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics

/// The table of a suite's latencies: a row a percentile of a case, in the plan's order.
///
/// A case that has no figures has one row, which says why.
public enum PercentileCSV {
  /// The file with its name.
  public static func table(_ suite: SuitePercentiles) -> DerivedTable {
    let parameters = ParameterFields(suite.table)
    var text = CSV.line(
      ["case", "workload", "primitive"] + parameters.names
        + [
          "status", "reason", "percentile", "value_ns", "value_ns_low", "value_ns_high", "samples",
        ])
    for one in suite.cases {
      let key =
        [one.id.description, one.id.workload, one.id.primitive]
        + parameters.values(one.id.parameters) + [one.status.rawValue, one.reason]
      if one.percentiles.isEmpty { text += CSV.line(key + ["", "", "", "", ""]) }
      for percentile in one.percentiles {
        text += CSV.line(key + fields(percentile) + [String(one.samples)])
      }
    }
    return DerivedTable(fileName: "\(suite.table.suite)-percentiles.csv", text: text)
  }

  private static func fields(_ percentile: LatencyPercentile) -> [String] {
    let estimate = percentile.estimate
    return [percentile.percentile, estimate.value, estimate.interval?.low, estimate.interval?.high]
      .map(FigureText.significant)
  }
}

public import BenchmarkAnalysis
import BenchmarkModel
import BenchmarkStatistics

/// The wide table of a suite: a row a case, in the plan's order.
public enum SuiteCSV {
  /// The whole file.
  public static func render(_ suite: SuiteSummary) -> String {
    var text = CSV.line(header(suite.table))
    for summary in suite.cases { text += CSV.line(fields(summary, suite.table)) }
    return text
  }

  private static func header(_ table: SuiteTable) -> [String] {
    ["case", "workload", "primitive"] + table.parameters.map(\.name) + table.traits
      + [
        "status", "reason", "control", "invocations", "checked_operations", "excluded_failure_rate",
      ]
      + table.columns.flatMap { [$0.name, $0.name + "_low", $0.name + "_high"] }
  }

  /// Whether a negative control was caught; empty for what is none, and where nothing is known.
  private static func control(_ summary: CaseSummary) -> String {
    summary.isCaughtControl ? "caught" : summary.isMissedControl ? "missed" : ""
  }

  private static func fields(_ summary: CaseSummary, _ table: SuiteTable) -> [String] {
    let id = summary.id
    let primitive = table.description(of: id.primitive)
    return [id.description, id.workload, id.primitive]
      + table.parameters.map { parameter in id.text(of: parameter.key) ?? "" }
      + table.traits.map { primitive?[trait: $0] ?? "" }
      + [
        summary.status.rawValue, summary.reason, control(summary), String(summary.invocations),
        String(summary.checkedOperations), FigureText.significant(summary.excludedFailureRate),
      ]
      + table.columns.flatMap { column -> [String] in
        let estimate = summary.metrics[column.name]?.estimate
        return [estimate?.value, estimate?.interval?.low, estimate?.interval?.high]
          .map(FigureText.significant)
      }
  }
}

/// The long table of a run: a row a metric of a case, with the exact interval and the regimes.
public enum SummaryCSV {
  /// The file's name, in the run's folder.
  public static let fileName = "summary.csv"

  /// The columns, as its header names them.
  public static let columns = [
    "case", "metric", "invocations", "value", "low", "high", "order_low", "order_high", "modes",
    "place", "distance_ns",
  ]

  /// The whole file.
  public static func render(_ run: RunSummary) -> String {
    ([columns] + rows(of: run)).map(CSV.line).joined()
  }

  /// The rows, in the plan's order.
  public static func rows(of run: RunSummary) -> [[String]] {
    run.suites.flatMap { suite in
      suite.cases.flatMap { summary in
        suite.table.columns.compactMap { column in
          summary.metrics[column.name].map { fields(summary, column, $0) }
        }
      }
    }
  }

  private static func fields(
    _ summary: CaseSummary, _ column: MetricColumn, _ metric: MetricSummary
  ) -> [String] {
    let estimate = metric.estimate
    return [summary.id.description, column.name, String(metric.invocations)]
      + [
        estimate.value, estimate.interval?.low, estimate.interval?.high, metric.orderInterval?.low,
        metric.orderInterval?.high,
      ].map(FigureText.significant)
      + [
        String(metric.modes), summary.place?.kind.rawValue ?? "",
        FigureText.significant(summary.place?.distanceNanoseconds),
      ]
  }
}

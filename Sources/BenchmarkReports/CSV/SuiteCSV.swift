package import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// The wide table of a suite: a row a case, in the plan's order.
package enum SuiteCSV {
  /// The whole file.
  package static func render(_ suite: SuiteSummary) -> String {
    columns(suite.table).csv(suite.cases)
  }

  private static func columns(_ table: SuiteTable) -> TableDescription<CaseSummary> {
    TableDescription(
      table.caseColumns(\.id)
        + table.traits.map { trait in
          .text(nil, key: trait) { table.description(of: $0.id.primitive)?[trait: trait] }
        } + [
          .text(nil, key: "status") { $0.status.rawValue },
          .text(nil, key: "reason") { $0.reason }, .text(nil, key: "control", control),
          .count(nil, key: "invocations") { $0.invocations },
          .text(nil, key: "checked_operations") { String($0.checkedOperations) },
          .figure(nil, key: "excluded_failure_rate", .share) { $0.excludedFailureRate },
        ]
        + table.columns.map { column in
          .metric(column) { $0.metrics[column.name]?.estimate }
        })
  }

  /// The word for whether a negative control was caught; none for other cases, and if nothing is known.
  @Sendable private static func control(_ summary: CaseSummary) -> String? {
    summary.isCaughtControl ? "caught" : summary.isMissedControl ? "missed" : nil
  }
}

/// The long table of a run: a row a metric of a case, with the exact interval and the regimes.
package enum SummaryCSV {
  /// The file's name, in the run's folder.
  package static let fileName = "summary.csv"

  /// The columns, as its header names them.
  package static let columns = [
    "case", "metric", "invocations", "value", "low", "high", "order_low", "order_high", "modes",
    "place", "distance_ns",
  ]

  /// The whole file.
  package static func render(_ run: RunSummary) -> String {
    ([columns] + rows(of: run)).map(CSV.line).joined()
  }

  /// The rows, in the plan's order.
  package static func rows(of run: RunSummary) -> [[String]] {
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

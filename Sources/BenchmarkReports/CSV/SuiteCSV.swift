package import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// The wide table of a suite: a row for each case, in the plan's order.
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
          .count(nil, key: "launches") { $0.launches },
          .text(nil, key: "checked_operations") { String($0.checkedOperations) },
          .figure(nil, key: "excluded_failure_rate", .share) { $0.excludedFailureRate },
        ]
        + table.columns.map { column in
          .metric(column) { $0.metrics[column.name]?.estimate }
        })
  }

  /// `caught` or `missed` for a negative control; nil for other cases, or if the result is unknown.
  @Sendable private static func control(_ summary: CaseSummary) -> String? {
    summary.isCaughtControl ? "caught" : summary.isMissedControl ? "missed" : nil
  }
}

/// The long table of a run: a row for each metric of a case.
///
/// A row has the estimate with its interval, another interval of the median by order statistics,
/// the place, and the number of regimes (`modes`: 2 if the launches' values have a gap, else 1).
package enum SummaryCSV {
  /// The file's name, in the run's folder.
  package static let fileName = "summary.csv"

  /// The names of the columns, as in the header.
  package static var columns: [String] { description.header }

  /// The whole file.
  package static func render(_ run: RunSummary) -> String { description.csv(metrics(of: run)) }

  /// The rows, in the plan's order.
  package static func rows(of run: RunSummary) -> [[String]] {
    metrics(of: run).map(description.record)
  }

  private typealias Row = (summary: CaseSummary, name: String, metric: MetricSummary)

  private static func metrics(of run: RunSummary) -> [Row] {
    run.suites.flatMap { suite in
      suite.cases.flatMap { summary in
        suite.table.columns.compactMap { column in
          summary.metrics[column.name].map { (summary, column.name, $0) }
        }
      }
    }
  }

  private static let description = TableDescription<Row>(
    [
      .text(nil, key: "case") { $0.summary.id.description }, .text(nil, key: "metric") { $0.name },
      .count(nil, key: "launches") { $0.metric.launches },
    ] + TableDescription<Row>.Column.plainEstimate { $0.metric.estimate } + [
      .figure(nil, key: "order_low", .number) { $0.metric.orderInterval?.low },
      .figure(nil, key: "order_high", .number) { $0.metric.orderInterval?.high },
      .count(nil, key: "modes") { $0.metric.modes },
      .text(nil, key: "place") { $0.summary.place?.kind.rawValue },
      .figure(nil, key: "distance_ns", .duration) { $0.summary.place?.distanceNanoseconds },
    ])
}

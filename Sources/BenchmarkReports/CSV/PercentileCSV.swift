package import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel

extension SuitePercentiles {
  /// The file of a suite's latencies: a row for each percentile of a case, in the plan's order.
  ///
  /// A case that has no figures has one row, which says why.
  package var file: DerivedTable {
    let rows = cases.flatMap { one in
      one.percentiles.isEmpty ? [Row(one, nil)] : one.percentiles.map { Row(one, $0) }
    }
    return DerivedTable(
      fileName: DerivedTable.Kind.percentiles.fileName(table.suite), text: columns.csv(rows))
  }

  private struct Row {
    let summary: CasePercentiles
    let percentile: LatencyPercentile?

    init(_ summary: CasePercentiles, _ percentile: LatencyPercentile?) {
      self.summary = summary
      self.percentile = percentile
    }
  }

  private var columns: TableDescription<Row> {
    TableDescription(
      table.caseColumns { $0.summary.id } + [
        .text(nil, key: "status") { $0.summary.status.rawValue },
        .text(nil, key: "reason") { $0.summary.reason },
        .figure(nil, key: "percentile", .percent) { $0.percentile?.percentile },
        .estimate(nil, key: "value_ns", .duration) { $0.percentile?.estimate },
        .count(nil, key: "samples") { $0.percentile == nil ? nil : $0.summary.samples },
      ])
  }
}

import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

extension WriteUp {
  /// All tables as one CSV table (RFC 4180) for further computing, with a row for each figure.
  ///
  /// A case without a figure has one row.
  ///
  /// Each parameter of any case has a column, which is empty for a case without the parameter.
  package var csv: String {
    let figures: [TableDescription<RankingRow>.Column] = [
      .count(nil, key: "rank") { $0.rank }, .primitive,
      .text(nil, key: "metric") { $0.column.name },
      .text(nil, key: "unit") { MetricUnit(column: $0.column.name).text },
    ]
    let rest: [TableDescription<RankingRow>.Column] = [
      .figure(nil, key: "ratio_to_best", .number) { $0.ratioToBest },
      .text(nil, key: "status") { $0.summary.status.rawValue },
      .text(nil, key: "notes") { row in
        let role = row.role == .contender ? [] : [row.role.rawValue]
        return (role + row.notes).joined(separator: "; ")
      },
    ]
    let names: [TableDescription<RankingRow>.Column] = [
      .text(nil, key: "case") { $0.summary.id.description },
      .text(nil, key: "suite") { $0.summary.id.suite },
      .text(nil, key: "workload") { $0.summary.id.workload },
    ]
    let parameters = parameterColumns.map { column in
      TableDescription<RankingRow>.Column.parameter(column.name, key: column.name) { row in
        row.summary.id.parameters.first { $0.key == column.key }
      }
    }
    let estimate = TableDescription<RankingRow>.Column.plainEstimate(\.estimate)
    return TableDescription(names + parameters + figures + estimate + rest)
      .csv(suites.flatMap(\.tables).flatMap(\.rows))
  }

  /// The parameters that any case has, in the order of the suites' tables.
  private var parameterColumns: [ParameterColumn] {
    suites.flatMap { suite -> [ParameterColumn] in
      let keys = Set(suite.tables.flatMap(\.rows).flatMap(\.summary.id.parameters).map(\.key))
      return suite.tables[0].suite.parameters.filter { keys.contains($0.key) }
    }.grouped(by: \.key).map { $0[0] }
  }
}

import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// Tables as one long table for further computing: a row a figure, by RFC 4180.
public struct WriteUpCSV {
  private let writeUp: WriteUp

  /// Makes the text of a run's tables.
  public init(_ writeUp: WriteUp) { self.writeUp = writeUp }

  /// The header and a row for each figure, and for each case that has none.
  ///
  /// The parameters of all cases have a column each; it is empty where a case has no such parameter.
  public func render() -> String {
    let parameters = self.parameters
    let header =
      ["case", "suite", "workload"] + parameters.map(\.name)
      + [
        "place", "primitive", "metric", "unit", "value", "low", "high", "ratio_to_best", "status",
        "notes",
      ]
    var text = CSV.line(header)
    for table in writeUp.suites.flatMap(\.tables) {
      for row in table.rows { text += CSV.line(fields(row, parameters)) }
    }
    return text
  }

  /// The parameters that any case has, in the order of the suites' tables.
  private var parameters: [ParameterColumn] {
    var seen: Set<String> = []
    return writeUp.suites.flatMap { suite -> [ParameterColumn] in
      let keys = Set(suite.tables.flatMap(\.rows).flatMap(\.summary.id.parameters).map(\.key))
      return suite.tables[0].parameters.filter { keys.contains($0.key) }
    }.filter { seen.insert($0.key).inserted }
  }

  private func fields(_ row: WriteUpRow, _ parameters: [ParameterColumn]) -> [String] {
    let id = row.summary.id
    let estimate = row.estimate
    return [id.description, id.suite, id.workload]
      + parameters.map { parameter in id.text(of: parameter.key) ?? "" }
      + [
        row.place.map { String($0) } ?? "", id.primitive, row.column.name,
        MetricUnit(column: row.column.name).text,
      ]
      + [estimate?.value, estimate?.interval?.low, estimate?.interval?.high, row.ratioToBest]
      .map(FigureText.significant)
      + [row.summary.status.rawValue, (row.roleNote + row.notes).joined(separator: "; ")]
  }
}

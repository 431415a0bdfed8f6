import BenchmarkAnalysis
import BenchmarkDocument
import BenchmarkModel
import BenchmarkStatistics

/// A workload's table, whose columns are the values of one parameter.
struct WriteUpAcross {
  let id: CaseID
  let parameter: ParameterColumn
  let column: MetricColumn
  /// The values of the parameter, each with its rows.
  let columns: [(value: Int, rows: [RankingRow])]

  /// Suite, workload and the other parameters.
  var name: String {
    ([id.suite, id.workload]
      + id.parameters.filter { $0.key != parameter.key }.map(\.description))
      .joined(separator: "/")
  }

  /// The contents of the table.
  var explanation: String {
    let unit = scale.unit.isEmpty ? column.name : scale.unit
    return
      "\(name), by \(parameter.key): \(unit), \(column.direction). Each figure is followed by half the width of its 95 % interval, "
      + "in percent."
  }

  /// A row for each primitive, and two columns for each value.
  ///
  /// The rows are sorted by the first value's ranking; primitives that it lacks follow in the order
  /// of the next value's.
  var table: Table {
    let primitives = columns.flatMap { $0.rows.map(\.primitive) }.uniqued()
    let byValue = columns.map { $0.rows.keyed(by: \.primitive) }
    let heads = columns.flatMap { column -> [Table.Column] in
      [.init(Parameter.text(of: column.value, for: parameter.key), .figure), .init("±%", .figure)]
    }
    return Table(
      [.init("primitive / \(parameter.key)")] + heads,
      primitives.map { primitive in
        let found = byValue.map { $0[primitive] }
        return Table.Row(
          [.text(primitive)] + found.flatMap(cells),
          notes: zip(columns, found).flatMap { column, row in
            (row?.notes ?? []).map {
              "\(parameter.key) \(Parameter.text(of: column.value, for: parameter.key)): \($0)"
            }
          })
      }, notes: .behind)
  }

  private func cells(_ row: RankingRow?) -> [Cell] {
    guard let row else { return ["–", .empty] }
    guard let estimate = row.estimate else { return [.text(row.status.word), .empty] }
    let half = estimate.interval.map { $0.relativeHalfWidth(around: estimate.value) * 100 }
    return [
      .text(scale.text(estimate.value) ?? Quantity(column).text(estimate.value)),
      .text(half.map { $0 < 1e6 ? String(Int($0.rounded(.up))) : "none" } ?? ""),
    ]
  }

  /// One unit for all figures, because a reader compares figures across columns.
  private var scale: FigureScale {
    FigureScale(column, columns.flatMap(\.rows).compactMap { $0.estimate?.value })
  }
}

extension WriteUp {
  /// The parameters whose values can be columns.
  package var parameters: [String] {
    suites.flatMap(\.tables).flatMap { $0.shown.flatMap(\.summary.id.parameters) }.map(\.key)
      .uniqued()
  }

  /// The tables of the ranked workloads: one for each workload and setting of the parameters other
  /// than `key`.
  func across(_ key: String) -> [WriteUpAcross] {
    suites.flatMap { suite in
      let tables = suite.tables.filter {
        $0.column != nil && $0.shown.first?.summary.id[key] != nil
      }
      let groups = tables.grouped { table in
        table.shown.first.map { row in
          [row.summary.id.workload]
            + row.summary.id.parameters.filter { $0.key != key }.map(\.description)
        }
      }
      return groups.compactMap { group -> WriteUpAcross? in
        guard let id = group[0].shown.first?.summary.id, let column = group[0].column,
          let parameter = group[0].suite.parameters.first(where: { $0.key == key })
        else { return nil }
        let columns = group.compactMap { table in
          table.shown.first?.summary.id[key].map { (value: $0, rows: table.shown) }
        }.sorted { $0.value < $1.value }
        return WriteUpAcross(id: id, parameter: parameter, column: column, columns: columns)
      }
    }
  }
}

package import BenchmarkModel

/// The unit in which all figures of a column, or of several columns of one metric, are printed.
package struct FigureScale: Sendable {
  /// The unit, such as `µs/op` or `M ops/s`; empty if each figure has its own unit, or no unit.
  package let unit: String
  /// The size of ``unit`` in the smallest unit of the column; nil without a unit.
  private let divisor: Double?

  /// Chooses one unit for all figures of a metric, which stand in several columns.
  package init(_ metric: MetricColumn, _ values: [Double]) {
    self.init(Table.Column(metric: metric).units, values)
  }

  /// Chooses the largest of `units` in which the smallest figure is at least 1; each unit is a
  /// thousand times the previous unit.
  init(_ units: [String], _ values: [Double]) {
    var step = 0
    var divisor = 1.0
    let smallest = values.map(\.magnitude).filter { $0 > 0 && $0.isFinite }.min() ?? 0
    while step + 1 < units.count, smallest >= divisor * 1000 {
      step += 1
      divisor *= 1000
    }
    self.divisor = units.isEmpty ? nil : divisor
    unit = units.isEmpty ? "" : units[step]
  }

  /// A figure in the unit; nil without a unit.
  package func text(_ value: Double) -> String? { divisor.map { Quantity.number.text(value / $0) } }
}

extension Table.Column {
  /// The column of a metric, with the units that its heading may have: ns to s for a time,
  /// powers of a thousand for a rate.
  package init(metric: MetricColumn) {
    let unit = MetricUnit(column: metric.name)
    let over = unit.per.isEmpty ? "" : "/" + unit.per.joined(separator: "-")
    if unit.isTime, unit.base == .nanoseconds {
      self.init(metric.name, .figure, units: ["ns", "µs", "ms", "s"].map { $0 + over })
    } else {
      self.init(
        metric.name, .figure,
        units: unit.isRate ? ["", "k ", "M ", "G "].map { $0 + unit.text } : [unit.text])
    }
  }
}

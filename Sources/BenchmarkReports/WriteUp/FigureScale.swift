import BenchmarkModel

/// The unit in which all figures of a table are printed, so that it stands once in the heading.
struct FigureScale {
  /// How many of the column's own unit it holds.
  let divisor: Double
  /// The unit, such as `µs/op` or `M ops/s`; empty for a bare number.
  let unit: String

  /// The largest unit of which the smallest figure has one at least.
  ///
  /// Times are scaled from ns to s and rates by thousands; other figures are left as they are.
  init(_ column: MetricColumn, _ values: [Double]) {
    let metric = MetricUnit(column: column.name)
    let over = metric.per.isEmpty ? "" : "/" + metric.per.joined(separator: "-")
    let units: [String]
    if metric.isTime, metric.base == .nanoseconds {
      units = ["ns", "µs", "ms", "s"].map { $0 + over }
    } else if metric.isRate {
      units = ["", "k ", "M ", "G "].map { $0 + metric.text }
    } else {
      units = [metric.text]
    }
    var step = 0
    var divisor = 1.0
    let smallest = values.map(\.magnitude).filter { $0 > 0 && $0.isFinite }.min() ?? 0
    while step + 1 < units.count, smallest >= divisor * 1000 {
      step += 1
      divisor *= 1000
    }
    self.divisor = divisor
    unit = units[step]
  }

  /// A figure in that unit.
  func text(_ value: Double) -> String { Figures.digits(value / divisor) }
}

import Glibc

/// The interval of a figure from repeated runs, so that it holds the spread between them.
///
/// The median of each run is one value, because launches of one run share a state of the machine.
/// The interval is Student's of the mean of the medians' logarithms, or of the medians if one is
/// not positive, laid around `value`. It is nil below two runs with a value, and wide below four.
package func intervalOfRuns(
  _ runs: [[Double]], around value: Double, confidence: Double = 0.95
) -> Interval? {
  let medians = runs.compactMap { median($0) }
  guard medians.count > 1 else { return nil }
  let isPositive = value > 0 && medians.allSatisfy { $0 > 0 }
  let points = isPositive ? medians.map { log($0) } : medians
  let mean = points.reduce(0, +) / Double(points.count)
  let squares = points.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
  let freedom = points.count - 1
  let margin =
    studentT(confidence: confidence, degreesOfFreedom: freedom)
    * sqrt(squares / Double(freedom) / Double(points.count))
  return isPositive
    ? logInterval(value, margin: margin)
    : Interval(low: value - margin, high: value + margin)
}

/// The largest median of a run over the smallest; nil below two runs with a value, and unless all
/// medians are positive.
package func spreadOfRuns(_ runs: [[Double]]) -> Double? {
  let medians = runs.compactMap { median($0) }
  guard medians.count > 1, let low = medians.min(), let high = medians.max(), low > 0 else {
    return nil
  }
  return high / low
}

extension [Interval] {
  /// The least interval that holds all; nil for none.
  package var hull: Interval? {
    guard let low = map(\.low).min(), let high = map(\.high).max() else { return nil }
    return Interval(low: low, high: high)
  }
}

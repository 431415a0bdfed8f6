import Glibc

/// The interval of a figure that covers the variation between repeated runs.
///
/// Each run counts as one value, its median, because its launches share a state of the machine.
/// The interval is Student's t interval of the mean of the medians' logarithms, centred on `value`.
/// The medians themselves are used instead of their logarithms if `value` or a median is not
/// positive, or if an end of the interval would be 0 or infinite as a `Double`. The interval is nil
/// below two runs with a value, and very wide below four runs.
package func intervalOfRuns(
  _ runs: [[Double]], around value: Double, confidence: Double = 0.95
) -> Interval? {
  let medians = runs.compactMap { median($0) }
  guard medians.count > 1 else { return nil }
  if value > 0, medians.allSatisfy({ $0 > 0 }),
    let interval = logInterval(value, margin: margin(medians.map { log($0) }, confidence))
  {
    return interval
  }
  let margin = margin(medians, confidence)
  return Interval(low: value - margin, high: value + margin)
}

/// Half the width of Student's interval of the mean of `points`, of which there are at least two.
private func margin(_ points: [Double], _ confidence: Double) -> Double {
  let mean = points.reduce(0, +) / Double(points.count)
  let squares = points.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
  let freedom = points.count - 1
  return studentT(confidence: confidence, degreesOfFreedom: freedom)
    * sqrt(squares / Double(freedom) / Double(points.count))
}

/// The largest of the runs' medians over the smallest; nil below two runs with a value, or if a
/// median is not positive.
package func spreadOfRuns(_ runs: [[Double]]) -> Double? {
  let medians = runs.compactMap { median($0) }
  guard medians.count > 1, let low = medians.min(), let high = medians.max(), low > 0 else {
    return nil
  }
  return high / low
}

extension [Interval] {
  /// The smallest interval that holds all intervals; nil without intervals.
  package var hull: Interval? {
    guard let low = map(\.low).min(), let high = map(\.high).max() else { return nil }
    return Interval(low: low, high: high)
  }
}

/// An interval of the median at the given confidence, interpolated between order statistics.
///
/// `orderStatisticInterval(_:confidence:)` never holds the true median less often than `confidence`
/// asks for, but usually more often: 99 times of 100 for 8 values at 95 %. Each end of this
/// interval lies between two neighbouring order statistics: the innermost with which the interval
/// has the confidence, and the next further in. The interpolation between them is right for
/// symmetric noise. This interval holds the median 94 to 96 times of 100 for 6 to 60 values,
/// whatever the noise. For 5 values the interval is the minimum to the maximum, which holds the
/// median 94 times of 100; for fewer values it is nil. The values may come in any order and must
/// not be NaN.
///
/// Unlike a bootstrap of launches and their trials, this interval is not biased upward if each
/// value is a minimum. Hettmansperger and Sheather 1986.
///
/// - Complexity: O(n²).
package func medianInterval(_ values: [Double], confidence: Double = 0.95) -> Interval? {
  precondition(0 < confidence && confidence < 1, "a confidence lies between 0 and 1")
  let count = values.count
  guard count >= fewestReplicates else { return nil }
  let ascending = values.sorted()
  // The share of samples whose d-th least and d-th greatest value have the true median between
  // them.
  func held(_ d: Int) -> Double {
    2 * d > count ? 0 : 1 - 2 * binomialCumulative(atMost: d - 1, of: count)
  }
  guard held(1) > confidence else {
    return Interval(low: ascending[0], high: ascending[count - 1])
  }
  var depth = 1
  while held(depth + 1) >= confidence { depth += 1 }
  let step = (held(depth) - confidence) / (held(depth) - held(depth + 1))
  let inward = Double(count - depth) * step / (Double(depth) + Double(count - 2 * depth) * step)
  func between(_ outer: Double, _ inner: Double) -> Double {
    inward * inner + (1 - inward) * outer
  }
  let low = between(ascending[depth - 1], ascending[depth])
  let high = between(ascending[count - depth], ascending[count - depth - 1])
  // If the values are equal, rounding may put the ends the wrong way round.
  return Interval(low: min(low, high), high: max(low, high))
}

/// A closed interval, in the unit of the value that it bounds.
package struct Interval: Codable, Equatable, Sendable {
  /// The lower end, inside the interval.
  package let low: Double

  /// The upper end, inside the interval.
  package let high: Double

  /// Makes the interval from `low` to `high`, neither of which is NaN.
  package init(low: Double, high: Double) {
    precondition(low <= high, "an interval's low end lies above its high end, or is NaN")
    self.low = low
    self.high = high
  }

  /// Whether `value` lies inside the interval or at one of its ends.
  package func contains(_ value: Double) -> Bool {
    low <= value && value <= high
  }

  /// Whether the two intervals have a value in common.
  package func overlaps(_ other: Interval) -> Bool { low <= other.high && other.low <= high }

  /// Half the width as a share of `value`: 0.05 for ± 5 %.
  ///
  /// Around a value of 0 the result is infinite, because no precision is good enough there. For an
  /// interval without width the result is 0, around any value.
  package func relativeHalfWidth(around value: Double) -> Double {
    // 0 / 0 would be NaN, but a counter that always reads 0 is perfectly precise.
    low == high ? 0 : (high - low) / 2 / value.magnitude
  }
}

/// A closed interval, in the unit of what it bounds.
package struct Interval: Codable, Equatable, Sendable {
  /// The lower end, inside the interval.
  package let low: Double

  /// The upper end, inside the interval.
  package let high: Double

  /// The interval from `low` to `high`, neither of them NaN.
  package init(low: Double, high: Double) {
    precondition(low <= high, "an interval's low end lies above its high end, or is NaN")
    self.low = low
    self.high = high
  }

  /// Whether `value` lies inside the interval or at one of its ends.
  package func contains(_ value: Double) -> Bool {
    low <= value && value <= high
  }

  /// Whether the two have a value in common.
  package func overlaps(_ other: Interval) -> Bool { low <= other.high && other.low <= high }

  /// Half the width as a share of `value`: 0.05 for ± 5 %.
  ///
  /// Infinite around zero, where no precision is good enough, unless the interval has no width.
  package func relativeHalfWidth(around value: Double) -> Double {
    // 0 / 0 would be NaN, and a counter that always reads 0 is as precise as can be.
    low == high ? 0 : (high - low) / 2 / value.magnitude
  }
}

/// The quantile of `values` at `level`, interpolated between neighbours; nil for no values.
///
/// Level 0 is the minimum, 0.5 the median, 1 the maximum. The result has the unit of the values,
/// which may come in any order and must not be NaN. The type is 7 of Hyndman and Fan 1996, the
/// default of R and NumPy, so a reader who recomputes a figure from the raw rows gets the same
/// value.
///
/// - Complexity: O(n log n).
package func quantile(_ values: [Double], _ level: Double) -> Double? {
  quantile(sorted: values.sorted(), level)
}

/// The quantile at `level` of values that are in ascending order; nil for no values.
///
/// The quantile is of type 7, as for `quantile(_:_:)`.
package func quantile(sorted values: [Double], _ level: Double) -> Double? {
  guard !values.isEmpty else { return nil }
  return Rank(level: level, count: values.count).quantile(of: values)
}

/// The median of `values`, the mean of the middle two for an even count; nil for no values.
///
/// - Complexity: O(n log n).
package func median(_ values: [Double]) -> Double? {
  quantile(values, 0.5)
}

/// The position of a quantile in a sorted sample: at an element, or between two neighbours.
struct Rank {
  let lower: Int
  let upper: Int
  private let fraction: Double

  init(level: Double, count: Int) {
    precondition((0...1).contains(level), "a quantile's level lies between 0 and 1")
    precondition(count > 0, "an empty sample has no quantiles")
    let position = Double(count - 1) * level
    lower = Int(position)
    fraction = position - Double(lower)
    upper = fraction > 0 ? lower + 1 : lower
  }

  /// The quantile of values; the values at the rank's two indices are already where sorting would
  /// put them.
  func quantile(of values: [Double]) -> Double { interpolate(values[lower], values[upper]) }

  func interpolate(_ low: Double, _ high: Double) -> Double {
    // The difference of two equal infinities would be NaN.
    low + fraction * (low == high ? 0 : high - low)
  }
}

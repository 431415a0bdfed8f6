import Glibc

/// A ratio of two sums over launches, with the standard error of its logarithm.
///
/// The launches are independent and each adds a part to both sums. The squared error is the
/// jackknife's, from the change of the logarithm when each launch in turn is left out. The error is
/// that of the logarithm, because the ratio itself is skewed: with launches in two regimes, its
/// errors are many times larger upward than downward. Quenouille 1956, Tukey 1958.
struct RatioOfSums {
  /// One launch's part of both sums.
  struct Part {
    var over = 0.0
    var under = 0.0
  }

  /// The sum of ``Part/over`` divided by the sum of ``Part/under``, positive and finite.
  let value: Double

  /// The squared standard error of the logarithm; nil below 5 launches, and if one launch alone
  /// makes up a sum.
  let squaredError: Double?

  /// The number of launches, less one.
  let degreesOfFreedom: Int

  /// Makes the ratio; nil unless the parts are finite and not negative, and the ratio positive and
  /// finite.
  ///
  /// - Complexity: O(n).
  init?(_ parts: [Part]) {
    let isMeasured = parts.allSatisfy { $0.over >= 0 && $0.under >= 0 }
    let total = parts.reduce(into: Part()) { sum, part in
      sum.over += part.over
      sum.under += part.under
    }
    // An infinite part makes its sum infinite.
    let value = total.over / total.under
    guard isMeasured, total.under.isFinite, value > 0, value.isFinite else { return nil }
    self.value = value
    degreesOfFreedom = parts.count - 1
    let logarithms = parts.map { log((total.over - $0.over) / (total.under - $0.under)) }
    guard parts.count >= fewestReplicates, logarithms.allSatisfy(\.isFinite) else {
      squaredError = nil
      return
    }
    let count = Double(parts.count)
    let mean = logarithms.reduce(0, +) / count
    let squares = logarithms.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    squaredError = squares * (count - 1) / count
  }

  /// The ratio with its interval, if there is one.
  func estimate(confidence: Double) -> Estimate {
    Estimate(
      value: value,
      interval: squaredError.flatMap { squaredError in
        let t = studentT(confidence: confidence, degreesOfFreedom: degreesOfFreedom)
        return logInterval(value, margin: t * sqrt(squaredError))
      })
  }
}

/// The interval whose ends lie `margin` from `value` on a logarithmic scale; nil if an end is 0 or
/// infinite as a `Double`.
func logInterval(_ value: Double, margin: Double) -> Interval? {
  exponentiated(Interval(low: log(value) - margin, high: log(value) + margin), holding: value)
}

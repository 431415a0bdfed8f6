/// The exact interval of the median, with two of the values as its ends.
///
/// The interval holds the median with at least the given `confidence` for every distribution of
/// independent values. The values may come in any order and must not be NaN. The interval is nil if
/// even the minimum to the maximum falls short: below 6 values at 95 %. Thompson 1936.
///
/// - Complexity: O(n²).
package func orderStatisticInterval(_ values: [Double], confidence: Double = 0.95) -> Interval? {
  precondition(0 < confidence && confidence < 1, "a confidence lies between 0 and 1")
  let count = values.count
  // The true median lies below the k-th smallest value if fewer than k values lie below the true
  // median.
  let tail = (1 - confidence) / 2
  var below = 0
  while below < count / 2, binomialCumulative(atMost: below, of: count) <= tail {
    below += 1
  }
  guard below > 0 else { return nil }
  let ascending = values.sorted()
  return Interval(low: ascending[below - 1], high: ascending[count - below])
}

/// The two-sided probability that fair signs would be as lopsided as those of `differences`.
///
/// Zeros have no sign and are dropped; the result is 1 if nothing is left. Only signs count, so a
/// wild value weighs no more than a tame one. The probability is exact, with no normal
/// approximation. Arbuthnot 1710.
///
/// - Complexity: O(n).
package func signTest(_ differences: [Double]) -> Double {
  let positive = differences.count { $0 > 0 }
  let negative = differences.count { $0 < 0 }
  let fewer = min(positive, negative)
  // If the split is even, both tails contain the middle, so their sum exceeds 1.
  return min(1, 2 * binomialCumulative(atMost: fewer, of: positive + negative))
}

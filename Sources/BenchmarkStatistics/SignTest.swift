/// The two-sided probability that random signs would be divided at least as unevenly as those of
/// `differences`.
///
/// Zeros have no sign and are dropped; the result is 1 if nothing is left. Only signs count, so a
/// large difference weighs no more than a small difference. The probability is exact, with no
/// normal approximation. Arbuthnot 1710.
///
/// - Complexity: O(n).
package func signTest(_ differences: [Double]) -> Double {
  let positive = differences.count { $0 > 0 }
  let negative = differences.count { $0 < 0 }
  let fewer = min(positive, negative)
  // If there are as many positive as negative signs, both tails contain that split, so the sum of
  // the tails exceeds 1.
  return min(1, 2 * binomialCumulative(atMost: fewer, of: positive + negative))
}

/// The smallest share over the mean share: 1 if all shares are equal, 0 if a share is zero.
///
/// The result shows a single starved thread among many, which Jain's index hardly shows: 63 equal
/// shares and a share of 0 have an index of 0.98. The result is nil for no shares, and if all
/// shares are zero.
///
/// - Complexity: O(n).
package func smallestShare(_ shares: [Double]) -> Double? {
  precondition(shares.allSatisfy { $0 >= 0 }, "a share can't be negative or NaN")
  guard let largest = shares.max(), largest > 0, let smallest = shares.min() else { return nil }
  // The shares are scaled first, so that a sum of huge shares stays finite.
  let sum = shares.reduce(0) { $0 + $1 / largest }
  return smallest / largest * Double(shares.count) / sum
}

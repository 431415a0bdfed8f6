/// The smallest of shares over what an even split would give: 1 when all are equal, 0 where one got
/// nothing.
///
/// It tells of one that starves among many, where Jain's index hardly moves: of 64 shares, one of 0 and
/// 63 equal ones have an index of 0.98. Nil for no shares, and where all are zero.
///
/// - Complexity: O(n).
package func smallestShare(_ shares: [Double]) -> Double? {
  precondition(shares.allSatisfy { $0 >= 0 }, "a share can't be negative or NaN")
  guard let largest = shares.max(), largest > 0, let smallest = shares.min() else { return nil }
  // Scaled first, so that a sum of huge shares stays finite.
  let sum = shares.reduce(0) { $0 + $1 / largest }
  return smallest / largest * Double(shares.count) / sum
}

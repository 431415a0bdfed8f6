/// Jain's index of fairness: (Σ x)² / (n Σ x²).
///
/// 1 when all are equal, 1 / n when one has everything, k / n when k of n share equally. The shares
/// are not negative and may have any unit. Nil for no shares, and if all are zero: nothing was
/// handed out, evenly or not. Jain, Chiu and Hawe 1984.
///
/// - Complexity: O(n).
package func jainIndex(_ shares: [Double]) -> Double? {
  precondition(shares.allSatisfy { $0 >= 0 }, "a share can't be negative or NaN")
  guard let largest = shares.max(), largest > 0 else { return nil }
  // The index has no scale; without this one, the squares of tiny shares would underflow to 0.
  let scaled = shares.map { $0 / largest }
  let sum = scaled.reduce(0, +)
  let squares = scaled.reduce(0) { $0 + $1 * $1 }
  return sum * sum / (Double(shares.count) * squares)
}

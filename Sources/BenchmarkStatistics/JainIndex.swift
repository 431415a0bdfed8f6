/// Jain's index of fairness: (Σ x)² / (n Σ x²).
///
/// The index is 1 if all n shares are equal, 1 / n if all shares but one are zero, and k / n if k
/// shares are equal and the other shares are zero. The shares are not negative and may have any
/// unit. The index is nil for no shares, and if all shares are zero. Jain, Chiu and Hawe 1984.
///
/// - Complexity: O(n).
package func jainIndex(_ shares: [Double]) -> Double? {
  precondition(shares.allSatisfy { $0 >= 0 }, "a share can't be negative or NaN")
  guard let largest = shares.max(), largest > 0 else { return nil }
  // The index does not depend on the scale; unscaled, the squares of tiny shares would underflow to
  // 0.
  let scaled = shares.map { $0 / largest }
  let sum = scaled.reduce(0, +)
  let squares = scaled.reduce(0) { $0 + $1 * $1 }
  return sum * sum / (Double(shares.count) * squares)
}

import Glibc

/// The probability of at most `k` heads in `n` throws of a fair coin.
///
/// The result is 0 for a `k` below 0, and 1 for a `k` of `n` or more. The relative error is below
/// 10^-12 up to n = 1000.
///
/// - Complexity: O(n).
package func binomialCumulative(atMost k: Int, of n: Int) -> Double {
  precondition(n >= 0, "a coin can't be thrown a negative number of times")
  guard k >= 0 else { return 0 }
  guard k < n else { return 1 }
  // If k is at least n / 2, the result is 1 less the probability of more than k heads, because sums
  // near 1 are rounded coarsely.
  guard k < n - k else { return 1 - binomialCumulative(atMost: n - k - 1, of: n) }
  var term = 1.0
  var sum = 1.0
  var exponent = -n
  for i in 0..<k {
    term *= Double(n - i) / Double(i + 1)
    sum += term
    // C(1000, 500) is near 2^995 and larger n overflow, so the power of two is kept apart.
    if sum > 0x1p512 {
      term *= 0x1p-512
      sum *= 0x1p-512
      exponent += 512
    }
  }
  return Double(sign: .plus, exponent: exponent, significand: sum)
}

/// The probability of at least `k` heads in `n` throws of a fair coin.
///
/// The result is 1 for a `k` of 0 or less, and 0 for a `k` above `n`. The relative error is below
/// 10^-12 up to n = 1000.
///
/// - Complexity: O(n).
package func binomialTail(atLeast k: Int, of n: Int) -> Double {
  // At least k heads are at most n - k tails: to subtract the probability of fewer heads from 1
  // would lose a small result to rounding.
  precondition(n >= 0, "a coin can't be thrown a negative number of times")
  return k > n ? 0 : binomialCumulative(atMost: n - max(k, 0), of: n)
}

/// The upper bound of the rate of failures, with 95 % confidence, after n checked operations
/// without a failure.
///
/// The bound is 1 - 0.05^(1/n), which is about 3/n for a large n (Hanley and Lippman-Hand 1983),
/// and 1 without operations.
///
/// - Parameter trials: The number n of operations.
package func excludedRate(trials: Double) -> Double {
  trials > 0 ? -expm1(log(0.05) / trials) : 1
}

import Glibc

/// The probability of at most `k` heads in `n` throws of a fair coin.
///
/// 0 for a negative `k`, 1 from `n` up. Relative error below 10^-12 to n = 1000.
///
/// - Complexity: O(n).
package func binomialCumulative(atMost k: Int, of n: Int) -> Double {
  precondition(n >= 0, "a coin can't be thrown a negative number of times")
  guard k >= 0 else { return 0 }
  guard k < n else { return 1 }
  // The upper half is taken from the lower one: summed up to there, it would round to 1 in steps.
  guard k < n - k else { return 1 - binomialCumulative(atMost: n - k - 1, of: n) }
  var term = 1.0
  var sum = 1.0
  var exponent = -n
  for i in 0..<k {
    term *= Double(n - i) / Double(i + 1)
    sum += term
    // C(1000, 500) is near 2^995 and larger n overflow: the power of two is carried beside.
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
/// 1 down from `k` = 0, 0 above `n`. Relative error below 10^-12 to n = 1000.
///
/// - Complexity: O(n).
package func binomialTail(atLeast k: Int, of n: Int) -> Double {
  // Heads and tails change places; 1 minus the rest would lose a small tail to rounding.
  precondition(n >= 0, "a coin can't be thrown a negative number of times")
  return k > n ? 0 : binomialCumulative(atMost: n - max(k, 0), of: n)
}

/// The highest rate of failures that is excluded with 95 % confidence if none was seen in so many trials:
/// 1 - 0.05^(1/n), which is 3/n for many (Hanley and Lippman-Hand 1983); 1 without trials.
package func excludedRate(trials: Double) -> Double {
  trials > 0 ? -expm1(log(0.05) / trials) : 1
}

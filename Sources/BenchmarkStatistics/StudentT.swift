import Glibc

/// The bound below which the magnitude of a Student's t variable lies with probability
/// `confidence`.
///
/// For 95 %, the bound is 2.776 at 4 degrees of freedom, and tends to 1.960 for many. The series of
/// Gosset 1908 is exact for whole degrees of freedom. Bisection inverts the series: it needs no
/// table and always converges. Abramowitz and Stegun 1964, 26.7.3 and 26.7.4.
///
/// - Complexity: O(degrees of freedom).
package func studentT(confidence: Double, degreesOfFreedom: Int) -> Double {
  precondition(0 < confidence && confidence < 1, "a confidence lies between 0 and 1")
  precondition(degreesOfFreedom > 0, "a spread takes two values at least")
  var (low, high) = (0.0, Double.pi / 2)
  // Each step halves the error, and a double has 53 bits.
  for _ in 0..<53 {
    let middle = (low + high) / 2
    if probabilityBelow(angle: middle, degreesOfFreedom) < confidence {
      low = middle
    } else {
      high = middle
    }
  }
  return tan((low + high) / 2) * sqrt(Double(degreesOfFreedom))
}

/// The probability of a magnitude below tan(angle) × √(degrees of freedom).
private func probabilityBelow(angle: Double, _ degreesOfFreedom: Int) -> Double {
  let isOdd = degreesOfFreedom % 2 == 1
  let (sine, cosine) = (sin(angle), cos(angle))
  var term = isOdd ? sine * cosine : sine
  var sum = degreesOfFreedom == 1 ? 0 : term
  for power in stride(from: isOdd ? 3 : 2, to: degreesOfFreedom, by: 2) {
    term *= cosine * cosine * Double(power - 1) / Double(power)
    sum += term
  }
  return isOdd ? (angle + sum) * 2 / .pi : sum
}

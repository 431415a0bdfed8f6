import Glibc

/// The ratio a / b of paired values: the median of ln(aᵢ / bᵢ), exponentiated.
///
/// Element i of both arrays comes from the same pair, so drift that falls on a pair falls out of
/// its ratio. A ratio has no unit; 1.10 says that `a` is 10 % above `b`. The 95 % interval is a
/// percentile bootstrap over pairs, nil below 5 pairs. The whole result is nil without pairs,
/// and where a value is not positive and finite: leaving such a pair out after seeing it would
/// bias the rest.
///
/// - Complexity: O(resamples × n).
package func pairedRatio(
  _ a: [Double], _ b: [Double], seed: UInt64, resamples: Int = 2000
) -> Estimate? {
  precondition(a.count == b.count, "paired values come in equal numbers")
  // Logarithms make a doubling and a halving weigh the same, and a / b the inverse of b / a.
  let logarithms = zip(a, b).map { $0 > 0 && $1 > 0 ? log($0 / $1) : .nan }
  guard !logarithms.isEmpty, logarithms.allSatisfy(\.isFinite) else { return nil }
  var ratios = ResampledQuantiles()
  ratios.append(logarithms, level: 0.5)
  let observed = ratios.observed[0]
  let value = exp(observed)
  guard logarithms.count >= fewestReplicates else { return Estimate(value: value) }
  var generator = SplitMix64(seed: seed)
  let resampled = ratios.withDrawing(using: &generator) { draws in
    (0..<resamples).map { _ in draws.quantile(of: 0) }
  }
  let interval = percentileInterval(of: resampled, around: observed, confidence: 0.95)
  // The C library doesn't promise that exp never falls between neighbouring arguments.
  return Estimate(
    value: value,
    interval: interval.map {
      Interval(low: min(exp($0.low), value), high: max(exp($0.high), value))
    })
}

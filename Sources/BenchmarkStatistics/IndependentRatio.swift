import Glibc

/// The ratio of two independent groups of launches, the median of `a` over the median of `b`.
///
/// A launch is summed up by the quantile at `level` of its trials, those of `b` at `otherLevel` if
/// that differs: 0 is the minimum, 0.25 the lower quartile. Nothing pairs the groups: they may differ in size, and
/// each is resampled on its own, launches first and then the trials within each. A ratio has no unit;
/// 1.10 says that `a` is 10 % above `b`. The 95 % interval holds the variation within the groups, and no
/// change between their times. It is nil below 5
/// launches with trials in either group. The whole result is nil for a group without trials, and
/// if a trial is not positive and finite: such a group has no ratio, and leaving a trial out
/// after seeing it would bias the rest. The same input and seed give the same interval on every
/// machine.
///
/// Percentile interval of Efron 1979, over levels as in Kalibera and Jones 2013.
///
/// - Complexity: O(resamples × number of trials).
package func independentRatio(
  _ a: [[Double]], _ b: [[Double]], level: Double, otherLevel: Double? = nil, seed: UInt64,
  resamples: Int = 2000
) -> Estimate? {
  let isRatio = [a, b].allSatisfy { $0.allSatisfy { $0.allSatisfy { $0 > 0 && $0.isFinite } } }
  guard isRatio, let a = ResampledLaunches(a, level: level),
    let b = ResampledLaunches(b, level: otherLevel ?? level)
  else { return nil }
  let value = a.observed / b.observed
  // Two finite figures may lie so far apart that no number holds their ratio.
  guard value > 0, value.isFinite else { return nil }
  guard a.hasInterval, b.hasInterval else { return Estimate(value: value) }
  // Streams of their own: two equal groups must not draw the same places and always come out as 1.
  var draws = SplitMix64(seed: seed)
  var (aDraws, bDraws) = (SplitMix64(seed: draws.next()), SplitMix64(seed: draws.next()))
  let (aMedians, bMedians) = (
    a.resampledMedians(resamples, using: &aDraws), b.resampledMedians(resamples, using: &bDraws)
  )
  // Differences of logarithms: the ratio of the far ends may overflow although the logarithm does not.
  let interval = percentileInterval(
    of: zip(aMedians, bMedians).map { log($0) - log($1) }, around: log(value), confidence: 0.95)
  return Estimate(value: value, interval: interval.flatMap { exponentiated($0, holding: value) })
}

/// The interval of a ratio from that of its logarithm; nil if no number holds its ends.
func exponentiated(_ interval: Interval, holding value: Double) -> Interval? {
  // exp(log(x)) may miss x by the last bit, to either side.
  let (low, high) = (min(exp(interval.low), value), max(exp(interval.high), value))
  return low > 0 && high.isFinite ? Interval(low: low, high: high) : nil
}

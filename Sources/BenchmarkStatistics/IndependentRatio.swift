import Glibc

/// The ratio of two independent groups of launches, the median of `a` over the median of `b`.
///
/// A launch of `a` is summed up by the quantile of its trials at `level`; a launch of `b` by the
/// quantile at `otherLevel` if given, else also at `level`. Level 0 is the minimum, 0.25 the lower
/// quartile. The groups may differ in size, and each group is resampled on its own, first its
/// launches and then the trials within each launch. A ratio has no unit; 1.10 says that `a` is 10 %
/// above `b`.
///
/// The 95 % interval covers the variation within the groups, but no change of the machine between
/// the groups. The interval is nil if a group has fewer than 5 launches with trials. The whole
/// result is nil if a group has no trials, or if a trial is not positive and finite: leaving out a
/// trial because of its value would bias the result. The same input and seed give the same interval
/// on every machine.
///
/// The interval is the percentile interval (Efron 1979) of resampling in two stages, first launches
/// and then trials (Kalibera and Jones 2013).
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
  // Two finite medians may lie so far apart that their ratio overflows or is 0.
  guard value > 0, value.isFinite else { return nil }
  guard a.hasInterval, b.hasInterval else { return Estimate(value: value) }
  // Each group has its own random stream: with the same stream, two equal groups would draw the
  // same positions and always give a ratio of 1.
  var draws = SplitMix64(seed: seed)
  var (aDraws, bDraws) = (SplitMix64(seed: draws.next()), SplitMix64(seed: draws.next()))
  let (aMedians, bMedians) = (
    a.resampledMedians(resamples, using: &aDraws), b.resampledMedians(resamples, using: &bDraws)
  )
  // The statistics are differences of logarithms, because the ratio of extreme medians may
  // overflow.
  let interval = percentileInterval(
    of: zip(aMedians, bMedians).map { log($0) - log($1) }, around: log(value), confidence: 0.95)
  return Estimate(value: value, interval: interval.flatMap { exponentiated($0, holding: value) })
}

/// The interval of a ratio from the interval of its logarithm; nil if an end is 0 or infinite as a
/// `Double`.
func exponentiated(_ interval: Interval, holding value: Double) -> Interval? {
  // exp(log(x)) may differ from x in the last bit, to either side.
  let (low, high) = (min(exp(interval.low), value), max(exp(interval.high), value))
  return low > 0 && high.isFinite ? Interval(low: low, high: high) : nil
}

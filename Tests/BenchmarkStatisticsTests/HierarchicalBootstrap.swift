@testable import BenchmarkStatistics

// What intervals of medians were before they came from order statistics, and what ratios of independent runs still
// rest on: kept to hold the resampling against known truth.

/// A bootstrap interval of the median over invocations of a quantile of each one's trials.
///
/// `q` is the quantile that sums up an invocation: 0 is the minimum, 0.25 the lower quartile, 1 the
/// maximum. Each resample draws invocations with replacement, then trials within each, so that
/// the interval holds both the spread between processes and the spread inside them. The trials of
/// an invocation may differ in number and come in any order, and must not be NaN; an invocation
/// without trials is left out. The same input and seed give the same interval on every machine.
///
/// Nil below 5 invocations. At 5 the interval is about from the lowest summary to the highest, and
/// holds the truth some 93 times of 100, whatever `confidence` asks for.
///
/// At level 0, where trials spread more than processes do, every resampled minimum is biased upward
/// and a 95 % interval holds the truth some 90 times of 100 from 10 invocations, and fewer from
/// more. `orderStatisticInterval(_:confidence:)` of the summaries has no such weakness.
///
/// Percentile interval of Efron 1979, over levels as in Kalibera and Jones 2013.
///
/// - Complexity: O(resamples × number of trials).
func hierarchicalBootstrap(
  invocations: [[Double]], level q: Double, resamples: Int = 2000, confidence: Double = 0.95,
  seed: UInt64
) -> Interval? {
  guard let invocations = ResampledInvocations(invocations, level: q), invocations.hasInterval
  else {
    return nil
  }
  var generator = SplitMix64(seed: seed)
  return percentileInterval(
    of: invocations.resampledMedians(resamples, using: &generator), around: invocations.observed,
    confidence: confidence)
}

/// The median over invocations of the quantile of each one's trials; nil without any trial.
///
/// `level` is the quantile that sums up an invocation: 0 is the minimum, 0.25 the lower quartile.
/// An invocation without trials is left out. The 95 % interval is that of
/// `hierarchicalBootstrap(invocations:level:resamples:confidence:seed:)`, nil below 5 invocations.
///
/// - Complexity: O(number of trials), a few thousand times over.
func estimate(invocations: [[Double]], level: Double, seed: UInt64) -> Estimate? {
  guard let value = median(invocations.compactMap { quantile($0, level) }) else { return nil }
  return Estimate(
    value: value,
    interval: hierarchicalBootstrap(invocations: invocations, level: level, seed: seed))
}

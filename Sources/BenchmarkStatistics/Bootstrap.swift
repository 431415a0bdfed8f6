/// Replicates below which a bootstrap interval is too narrow to be shown.
///
/// From 5 values, the minimum to the maximum holds the median 94 times of 100; from 4, only 88.
let fewestReplicates = 5

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
public func hierarchicalBootstrap(
  invocations: [[Double]], level q: Double, resamples: Int = 2000, confidence: Double = 0.95,
  seed: UInt64
) -> Interval? {
  guard let invocations = ResampledInvocations(invocations, level: q), invocations.hasInterval
  else {
    return nil
  }
  var generator = SplitMix64(seed: seed)
  var scratch = invocations.scratch
  return percentileInterval(
    around: invocations.observed, resamples: resamples, confidence: confidence
  ) {
    invocations.resample(&scratch, using: &generator)
  }
}

/// The median over invocations of a quantile of each one's trials, observed and as resampling both
/// levels with replacement would give it.
struct ResampledInvocations {
  /// What a caller keeps between resamples, so that none of them allocates.
  struct Scratch {
    fileprivate var counts: [Int] = []
    fileprivate var summaries: [Double]
  }

  /// The median of the invocations themselves.
  let observed: Double

  private let samples: [ResampledQuantile]
  private let middle: Rank

  /// Keeps the invocations that have trials; nil where none has.
  init?(_ invocations: [[Double]], level: Double) {
    samples = invocations.filter { !$0.isEmpty }.map { ResampledQuantile(of: $0, level: level) }
    guard let observed = median(samples.map(\.observed)) else { return nil }
    self.observed = observed
    middle = Rank(level: 0.5, count: samples.count)
  }

  /// Whether there are invocations enough for an interval.
  var hasInterval: Bool { samples.count >= fewestReplicates }

  var scratch: Scratch { Scratch(summaries: samples.map(\.observed)) }

  /// The median of one resample.
  func resample(_ scratch: inout Scratch, using generator: inout SplitMix64) -> Double {
    for slot in scratch.summaries.indices {
      let drawn = Int(generator.next(below: UInt64(samples.count)))
      scratch.summaries[slot] = samples[drawn].resample(counts: &scratch.counts, using: &generator)
    }
    scratch.summaries.sort()
    return middle.interpolate(scratch.summaries[middle.lower], scratch.summaries[middle.upper])
  }
}

/// The interval that holds the middle share `confidence` of the resampled statistics, and `point`.
func percentileInterval(
  around point: Double, resamples: Int, confidence: Double, resample: () -> Double
) -> Interval? {
  precondition(resamples > 0, "a bootstrap takes at least one resample")
  precondition(0 < confidence && confidence < 1, "a confidence lies between 0 and 1")
  var statistics = (0..<resamples).map { _ in resample() }
  statistics.sort()
  let tail = (1 - confidence) / 2
  guard let low = quantile(sorted: statistics, tail),
    let high = quantile(sorted: statistics, 1 - tail)
  else { return nil }
  // A resample never goes below the least trial it draws from, so resampled minima lie at or above
  // the observed one and the percentiles may leave it out. An interval beside a value that it
  // does not hold can't be read: it is widened, never shifted.
  return Interval(low: min(low, point), high: max(high, point))
}

/// One quantile of a sample, observed and as resampling with replacement would give it.
struct ResampledQuantile {
  /// The quantile of the sample itself.
  let observed: Double

  private let ascending: [Double]
  private let rank: Rank

  init(of values: [Double], level: Double) {
    ascending = values.sorted()
    rank = Rank(level: level, count: values.count)
    observed = rank.interpolate(ascending[rank.lower], ascending[rank.upper])
  }

  /// The quantile of one resample; `counts` is scratch space, kept by the caller between calls.
  func resample(counts: inout [Int], using generator: inout SplitMix64) -> Double {
    // The sample is sorted once. Counting how often each position was drawn then gives any order
    // statistic of the resample in one walk, and no resample has to be sorted.
    let size = ascending.count
    for position in counts.indices { counts[position] = 0 }
    while counts.count < size { counts.append(0) }
    for _ in 0..<size {
      counts[Int(generator.next(below: UInt64(size)))] += 1
    }
    var position = 0
    var seen = counts[0]
    while seen <= rank.lower {
      position += 1
      seen += counts[position]
    }
    let low = ascending[position]
    while seen <= rank.upper {
      position += 1
      seen += counts[position]
    }
    return rank.interpolate(low, ascending[position])
  }
}

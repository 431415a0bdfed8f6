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
  return percentileInterval(
    of: invocations.resampledMedians(resamples, using: &generator), around: invocations.observed,
    confidence: confidence)
}

/// The median over invocations of a quantile of each one's trials, observed and as resampling both
/// levels with replacement would give it.
struct ResampledInvocations {
  /// The median of the invocations themselves.
  let observed: Double

  private let samples: ResampledQuantiles
  private let middle: Rank

  /// Keeps the invocations that have trials; nil where none has.
  init?(_ invocations: [[Double]], level: Double) {
    var samples = ResampledQuantiles()
    for trials in invocations where !trials.isEmpty { samples.append(trials, level: level) }
    guard let observed = median(samples.observed) else { return nil }
    self.samples = samples
    self.observed = observed
    middle = Rank(level: 0.5, count: samples.count)
  }

  /// Whether there are invocations enough for an interval.
  var hasInterval: Bool { samples.count >= fewestReplicates }

  /// The medians of so many resamples.
  func resampledMedians(_ resamples: Int, using generator: inout SplitMix64) -> [Double] {
    precondition(resamples > 0, "a bootstrap takes at least one resample")
    // Whatever is drawn of equal values, the median is that value.
    if let value = samples.onlyValue { return Array(repeating: value, count: resamples) }
    let count = samples.count
    return samples.withDrawing { drawing in
      withUnsafeTemporaryAllocation(of: Double.self, capacity: count) { summaries in
        var medians: [Double] = []
        medians.reserveCapacity(resamples)
        for _ in 0..<resamples {
          for slot in 0..<count {
            let drawn = generator.position(in: count)
            summaries.initializeElement(
              at: slot, to: drawing.quantile(of: drawn, using: &generator))
          }
          sortFew(summaries)
          medians.append(middle.interpolate(summaries[middle.lower], summaries[middle.upper]))
        }
        return medians
      }
    }
  }
}

/// Sorts values, of which there are mostly five to twenty: too few for a general sort to pay.
private func sortFew(_ values: UnsafeMutableBufferPointer<Double>) {
  guard values.count <= 32 else {
    var values = values
    return values.sort()
  }
  for index in values.indices.dropFirst() {
    let value = values[index]
    var place = index
    while place > 0, value < values[place - 1] {
      values[place] = values[place - 1]
      place -= 1
    }
    values[place] = value
  }
}

/// The interval that holds the middle share `confidence` of the resampled statistics, and `point`.
func percentileInterval(
  of statistics: [Double], around point: Double, confidence: Double
) -> Interval? {
  precondition(0 < confidence && confidence < 1, "a confidence lies between 0 and 1")
  guard !statistics.isEmpty else { return nil }
  var statistics = statistics
  let tail = (1 - confidence) / 2
  let ends = [tail, 1 - tail].map { Rank(level: $0, count: statistics.count) }
  placeOrderStatistics(ends.flatMap { [$0.lower, $0.upper] }, in: &statistics)
  let (low, high) = (ends[0].quantile(of: statistics), ends[1].quantile(of: statistics))
  // A resample never goes below the least trial it draws from, so resampled minima lie at or above
  // the observed one and the percentiles may leave it out. An interval beside a value that it
  // does not hold can't be read: it is widened, never shifted.
  return Interval(low: min(low, point), high: max(high, point))
}

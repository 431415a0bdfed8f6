/// The fewest values (launches or blocks) for which an interval of their median is shown: of fewer
/// values, even the widest interval holds the median too seldom.
///
/// The interval from the minimum to the maximum holds the median 94 times of 100 for 5 values, but
/// only 88 times of 100 for 4 values.
let fewestReplicates = 5

/// The median of the launches' summaries (a quantile of each launch's trials), observed and in
/// resamples.
///
/// A resample draws launches, and trials within each launch, with replacement.
struct ResampledLaunches {
  /// The median of the summaries of the launches themselves, without resampling.
  let observed: Double

  private let samples: ResampledQuantiles
  private let middle: Rank

  /// Keeps the launches that have trials, each to be summed up by the quantile at `level`; nil if
  /// no launch has trials.
  init?(_ launches: [[Double]], level: Double) {
    var samples = ResampledQuantiles()
    for trials in launches where !trials.isEmpty { samples.append(trials, level: level) }
    guard let observed = median(samples.observed) else { return nil }
    self.samples = samples
    self.observed = observed
    middle = Rank(level: 0.5, count: samples.count)
  }

  /// Whether there are enough launches for an interval.
  var hasInterval: Bool { samples.count >= fewestReplicates }

  /// The medians of `resamples` resamples.
  func resampledMedians(_ resamples: Int, using generator: inout SplitMix64) -> [Double] {
    precondition(resamples > 0, "a bootstrap takes at least one resample")
    // If all trials have the same value, every median is that value.
    if let value = samples.onlyValue { return Array(repeating: value, count: resamples) }
    return samples.withDrawing(using: &generator) { drawing in
      // A local copy, which nothing else can reach, stays in registers.
      var draws = drawing
      defer { drawing = draws }
      if samples.count == 5 { return mediansOfFive(resamples, &draws) }
      return samples.count > Self.fewLaunches
        ? mediansOfMany(resamples, &draws) : mediansOfFew(resamples, &draws)
    }
  }

  /// The resampled medians of five launches, found by comparisons without a sort.
  ///
  /// Five launches are the fewest with an interval, so many cases have five.
  private func mediansOfFive(
    _ resamples: Int, _ draws: inout ResampledQuantiles.Drawing
  ) -> [Double] {
    (0..<resamples).map { _ in
      let a = draws.quantile(of: draws.position(in: 5))
      let b = draws.quantile(of: draws.position(in: 5))
      let c = draws.quantile(of: draws.position(in: 5))
      let d = draws.quantile(of: draws.position(in: 5))
      let e = draws.quantile(of: draws.position(in: 5))
      // The least of four values is not above the median of all five, and the greatest is not below
      // it, so neither is needed.
      let low = greater(lesser(a, b), lesser(c, d))
      let high = lesser(greater(a, b), greater(c, d))
      return greater(lesser(low, high), lesser(greater(low, high), e))
    }
  }

  @inline(__always)
  private func lesser(_ a: Double, _ b: Double) -> Double { a < b ? a : b }

  @inline(__always)
  private func greater(_ a: Double, _ b: Double) -> Double { a > b ? a : b }

  private func mediansOfMany(
    _ resamples: Int, _ draws: inout ResampledQuantiles.Drawing
  ) -> [Double] {
    var summaries = [Double](repeating: 0, count: samples.count)
    return (0..<resamples).map { _ in
      for slot in summaries.indices {
        summaries[slot] = draws.quantile(of: draws.position(in: summaries.count))
      }
      summaries.sort()
      return middle.quantile(of: summaries)
    }
  }

  /// The resampled medians of few launches: the smallest summaries drawn so far are kept in order.
  ///
  /// Each slot keeps the lesser of its value and the new value, and passes the other value on. No
  /// branch depends on a comparison: in a sort of so few values, half of the branches are
  /// mispredicted.
  private func mediansOfFew(
    _ resamples: Int, _ draws: inout ResampledQuantiles.Drawing
  ) -> [Double] {
    let count = samples.count
    let kept = middle.upper + 1
    return withUnsafeTemporaryAllocation(of: SIMD2<Double>.self, capacity: kept) { slots in
      var medians: [Double] = []
      medians.reserveCapacity(resamples)
      for _ in 0..<resamples {
        slots.initialize(repeating: SIMD2(repeating: .infinity))
        for _ in 0..<count {
          // Compilers select from vectors without branches, but mostly not from single numbers.
          var value = SIMD2(repeating: draws.quantile(of: draws.position(in: count)))
          for slot in 0..<kept {
            let held = slots[slot]
            let isLess = value .< held
            slots[slot] = held.replacing(with: value, where: isLess)
            value.replace(with: held, where: isLess)
          }
        }
        medians.append(middle.interpolate(slots[middle.lower].x, slots[middle.upper].x))
      }
      return medians
    }
  }

  /// The most launches whose summaries cost less to keep in order than to sort.
  private static let fewLaunches = 32
}

/// The interval that holds the middle share `confidence` of the resampled statistics, widened to
/// hold `point` too.
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
  // No resample goes below the least trial, so resampled minima lie at or above the observed
  // minimum, and the percentiles may leave the minimum out. Readers expect an interval to hold the
  // value beside which it is shown, so the interval is widened to `point`, and never shifted.
  return Interval(low: min(low, point), high: max(high, point))
}

import Glibc

/// How long one window took, and what was done in it.
public struct WindowTotal: Equatable, Sendable {
  /// The time from the window's start to its end, of one clock and not of each thread.
  public let nanoseconds: Double

  /// The operations of all threads together.
  public let operations: Double

  /// A window of `nanoseconds` in which `operations` were done, neither of them negative.
  public init(nanoseconds: Double, operations: Double) {
    self.nanoseconds = nanoseconds
    self.operations = operations
  }
}

/// What an operation costs a program: the time of all windows over the operations of all of them.
///
/// In nanoseconds per operation, and positive. Where a case falls into regimes, a quantile of the
/// windows tells which regime holds the greater part of them, and turns on a coin where the parts
/// are about equal; this figure weighs each regime by what it takes. Windows may differ in length,
/// and launches in the number of windows. A launch without windows is left out.
///
/// The launch is the unit of replication, whatever number of windows it has. The interval is
/// Student's t around the logarithm, of the error that leaving out each launch in turn gives. It
/// holds the truth 93 to 97 times of 100 from 5 to 60 launches of noise with one mode, of heavy
/// tails, of processes in two regimes and of windows in two regimes; a bootstrap of five launches
/// does so 82 to 92 times. A regime that few launches enter is missed by all of a small sample, and
/// then by any interval.
///
/// The interval is nil below 5 launches, and where all operations are of one launch. The whole
/// result is nil without time or operations, and where a figure is negative or not finite.
///
/// Jackknife of a ratio: Quenouille 1956, Tukey 1958.
///
/// - Complexity: O(number of windows).
public func pooledCost(launches: [[WindowTotal]], confidence: Double = 0.95) -> Estimate? {
  RatioOfSums(costParts(launches))?.estimate(confidence: confidence)
}

/// The ratio of two independent pooled costs, that of `a` over that of `b`.
///
/// A ratio has no unit; 1.10 says that `a` is 10 % above `b`. Nothing pairs the groups, and they
/// may differ in size. Each is pooled as in `pooledCost(launches:confidence:)`; the 95 % interval
/// adds the squared errors of their logarithms, with the degrees of freedom of Welch 1947. It holds
/// what varied within the groups, and not what changed between their times.
///
/// The interval is nil where either group has none of its own, so below 5 launches; the whole
/// result is nil where either group has no cost, or no number holds their ratio.
///
/// - Complexity: O(number of windows).
public func independentPooledRatio(_ a: [[WindowTotal]], _ b: [[WindowTotal]]) -> Estimate? {
  guard let a = RatioOfSums(costParts(a)), let b = RatioOfSums(costParts(b)) else { return nil }
  let value = a.value / b.value
  guard value > 0, value.isFinite else { return nil }
  guard let aError = a.squaredError, let bError = b.squaredError else {
    return Estimate(value: value)
  }
  let sum = aError + bError
  // Whole degrees of freedom have a closed form, and fewer make the interval wider if anything.
  let freedom = max(
    min(a.degreesOfFreedom, b.degreesOfFreedom),
    sum > 0
      ? Int(
        sum * sum
          / (aError * aError / Double(a.degreesOfFreedom)
            + bError * bError / Double(b.degreesOfFreedom))) : 0)
  let t = studentT(confidence: 0.95, degreesOfFreedom: freedom)
  return Estimate(value: value, interval: logInterval(value, margin: t * sqrt(sum)))
}

/// The time and the operations of each launch that has windows.
private func costParts(_ launches: [[WindowTotal]]) -> [RatioOfSums.Part] {
  launches.filter { !$0.isEmpty }.map { windows in
    windows.reduce(into: RatioOfSums.Part()) { sum, window in
      sum.over += window.nanoseconds
      sum.under += window.operations
    }
  }
}

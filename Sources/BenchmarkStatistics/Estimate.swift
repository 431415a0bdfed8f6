/// A value, with the interval that says how far to trust it.
public struct Estimate: Equatable, Sendable {
  /// The point estimate, in the unit of what was measured.
  public let value: Double

  /// The interval around the value, in the same unit; nil where too little was measured.
  public let interval: Interval?

  /// An estimate of `value`, known to lie in `interval` where there is one.
  public init(value: Double, interval: Interval? = nil) {
    self.value = value
    self.interval = interval
  }
}

/// The median over invocations of the quantile of each one's trials; nil without any trial.
///
/// `level` is the quantile that sums up an invocation: 0 is the minimum, 0.25 the lower quartile.
/// An invocation without trials is left out. The 95 % interval is that of
/// `hierarchicalBootstrap(invocations:level:resamples:confidence:seed:)`, nil below 5 invocations.
///
/// - Complexity: O(number of trials), a few thousand times over.
public func estimate(invocations: [[Double]], level: Double, seed: UInt64) -> Estimate? {
  guard let value = median(invocations.compactMap { quantile($0, level) }) else { return nil }
  return Estimate(
    value: value,
    interval: hierarchicalBootstrap(invocations: invocations, level: level, seed: seed))
}

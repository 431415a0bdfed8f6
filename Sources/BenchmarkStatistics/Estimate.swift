/// A value, with the interval of its uncertainty.
package struct Estimate: Equatable, Sendable {
  /// The point estimate, in the unit of the measured quantity.
  package let value: Double

  /// The interval around the value, in the same unit; nil if too little was measured.
  package let interval: Interval?

  /// Makes an estimate of `value`, with `interval` if there is one.
  package init(value: Double, interval: Interval? = nil) {
    self.value = value
    self.interval = interval
  }
}

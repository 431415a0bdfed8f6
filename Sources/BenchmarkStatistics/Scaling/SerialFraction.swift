/// The experimentally determined serial fraction of a parallel loop, from its speed-up at a width,
/// a number of CPUs.
///
/// The fraction is (1 / speedup - 1 / width) / (1 - 1 / width): the share of the work that ran on
/// one CPU alone. A fraction of 0 is an ideal speed-up, 1 is no speed-up at all, more than 1 is a
/// loss, and less than 0 is a speed-up beyond the width. If the fraction is the same at every
/// width, the loop has a serial part. If the fraction grows with the width, the loop has an
/// overhead that grows with the width. The result is nil at a width of 1, and for a speed-up that
/// is not positive and finite. Karp and Flatt 1990.
package func serialFraction(speedup: Double, width: Int) -> Double? {
  guard width > 1, speedup > 0, speedup.isFinite else { return nil }
  let even = 1 / Double(width)
  return (1 / speedup - even) / (1 - even)
}

/// The serial fraction of an estimated speed-up, with the interval that belongs to it.
///
/// The fraction falls as the speed-up grows, so the upper end of the speed-up gives the lower end
/// of the fraction, and the reverse. No resampling is needed. The result is nil as for
/// `serialFraction(speedup:width:)`.
package func serialFraction(of speedup: Estimate, width: Int) -> Estimate? {
  guard let value = serialFraction(speedup: speedup.value, width: width) else { return nil }
  guard let interval = speedup.interval,
    let low = serialFraction(speedup: interval.high, width: width),
    let high = serialFraction(speedup: interval.low, width: width)
  else { return Estimate(value: value) }
  return Estimate(value: value, interval: Interval(low: low, high: high))
}

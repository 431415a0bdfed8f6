import Glibc

/// The decision of the looks at a case's differences.
package enum GateDecision: Equatable, Sendable {
  /// Not slower than the tolerance; found at that look, from 0.
  case pass(look: Int)
  /// Slower, by the effect or more; found at that look, from 0.
  case fail(look: Int)
  /// Faster, by the effect or more; found at that look, from 0.
  case improved(look: Int)
  /// The last look was taken and told nothing.
  case inconclusive
  /// The next look needs more pairs.
  case undecided

  /// The look that decided, from 0; nil if none did.
  package var look: Int? {
    switch self {
    case .pass(let look), .fail(let look), .improved(let look): look
    case .inconclusive, .undecided: nil
    }
  }

  /// Whether more pairs would change nothing.
  package var isFinal: Bool { self != .undecided }
}

/// Decides a case over its differences, in the order of its pairs: ln(candidate / baseline), where
/// above zero is worse.
///
/// The first look that decides counts; differences after it, and after the last look, are not
/// read. At a look over n differences, in this order:
///
/// - fail, if at least c are above zero and their median is at least ln(1 + `effect`);
/// - improved, if at least c are below zero and their median is at most -ln(1 + `effect`);
/// - pass, if at most k are ln(1 + `tolerance`) or more.
///
/// A difference of zero stays among the n and is on neither side: ties make a fail rarer, never likelier,
/// and the looks stay where they were planned. One of exactly the tolerance is beyond it.
///
/// The differences are finite, and 0 < `effect` <= `tolerance`.
///
/// - Complexity: O(n log n).
package func gateDecision(
  _ differences: [Double], looks: [GateLook], effect: Double, tolerance: Double
) -> GateDecision {
  precondition(0 < effect && effect <= tolerance, "a tolerance is at least the effect, above 0")
  for (index, look) in looks.enumerated() {
    guard differences.count >= look.pairs else { return .undecided }
    let ascending = differences.prefix(look.pairs).sorted()
    if let decision = decide(
      ascending, at: look, index: index, effect: effect, tolerance: tolerance)
    {
      return decision
    }
  }
  return .inconclusive
}

private func decide(
  _ ascending: [Double], at look: GateLook, index: Int, effect: Double, tolerance: Double
) -> GateDecision? {
  guard let middle = quantile(sorted: ascending, 0.5) else { return nil }
  let matters = log1p(effect)
  if ascending.count(where: { $0 > 0 }) >= look.fewestOnOneSide, middle >= matters {
    return .fail(look: index)
  }
  if ascending.count(where: { $0 < 0 }) >= look.fewestOnOneSide, middle <= -matters {
    return .improved(look: index)
  }
  // The (n - k)-th smallest: all but k of the differences are at or below it.
  let bound = ascending[look.pairs - look.mostBeyondTolerance - 1]
  return bound < log1p(tolerance) ? .pass(look: index) : nil
}

/// The ratio candidate / baseline of a case's differences, with an interval that holds at every look.
///
/// The value is the median, exponentiated. The interval lies between two of the ratios themselves, the
/// (k + 1)-th from each end, with k as in ``GateLook``: each end is missed with probability `beta` at
/// most over all looks together, so that stopping at a look that decides spoils nothing. At a look,
/// its upper end is what `pass` compares with the tolerance. No interval if there are too few
/// differences for one (below 7 at 5 %); nil for none.
///
/// - Complexity: O(n log n).
package func gateRatio(_ differences: [Double], beta: Double = 0.05) -> Estimate? {
  let ascending = differences.sorted()
  guard let middle = quantile(sorted: ascending, 0.5) else { return nil }
  let value = exp(middle)
  guard let beyond = largestCount(of: ascending.count, tail: tailPerLook(beta: beta)) else {
    return Estimate(value: value)
  }
  let low = exp(ascending[beyond])
  let high = exp(ascending[ascending.count - beyond - 1])
  // The C library doesn't promise that exp never falls between neighbouring arguments.
  return Estimate(
    value: value, interval: Interval(low: min(low, value), high: max(high, value)))
}

import Glibc

/// The decision on a case of a gate.
///
/// A look is a decision after a planned number of pairs of launches. `look` is the index, from 0,
/// of the look that decided. A case's effect is the smallest slowdown that fails, and its tolerance
/// is the slowdown below which a case may pass.
package enum GateDecision: Equatable, Sendable {
  /// The case is slower by less than the tolerance, or not slower.
  case pass(look: Int)
  /// The case is slower by the effect or more.
  case fail(look: Int)
  /// The case is faster by the effect or more.
  case improved(look: Int)
  /// The last look was taken and decided nothing.
  case inconclusive
  /// The next look needs more pairs.
  case undecided

  /// The number of the look that decided, from 0; nil if no look did.
  package var look: Int? {
    switch self {
    case .pass(let look), .fail(let look), .improved(let look): look
    case .inconclusive, .undecided: nil
    }
  }

  /// Whether further pairs can't change the decision.
  package var isFinal: Bool { self != .undecided }
}

/// Decides a case by the differences of its pairs, in the order of the pairs.
///
/// A difference is ln(candidate / baseline), or its negative if higher values are better, so a
/// difference above zero means that the candidate is worse. The first look that decides gives
/// the result; later differences, and differences after the last look, are not read. A look at n
/// differences takes the first of these decisions whose condition holds:
///
/// - fail, if at least ``GateLook/fewestOnOneSide`` differences are above zero, and the median of
///   all n is at least ln(1 + `effect`);
/// - improved, if at least ``GateLook/fewestOnOneSide`` differences are below zero, and the median
///   is at most -ln(1 + `effect`);
/// - pass, if at most ``GateLook/mostBeyondTolerance`` differences are ln(1 + `tolerance`) or more.
///
/// A difference of zero counts in n but is on neither side, so ties make a fail rarer and leave the
/// looks as planned. A difference of exactly the tolerance is beyond the tolerance.
///
/// The differences must be finite, and 0 < `effect` <= `tolerance`.
///
/// - Complexity: O(n log n).
package func gateDecision(
  _ differences: [Double], looks: [GateLook], effect: Double, tolerance: Double
) -> GateDecision {
  precondition(
    0 < effect && effect <= tolerance,
    "the effect must be above 0, and the tolerance no less than the effect")
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
  // The bound has at most `mostBeyondTolerance` differences above it.
  let bound = ascending[look.pairs - look.mostBeyondTolerance - 1]
  return bound < log1p(tolerance) ? .pass(look: index) : nil
}

/// The ratio by which a case's candidate is worse, with an interval that holds at every look.
///
/// The value is the exponential of the median of `differences`. The ends of the interval are two of
/// the pairs' ratios, the (k + 1)-th smallest and the (k + 1)-th largest, with k computed like
/// ``GateLook/mostBeyondTolerance``. Over all looks together, the true ratio is beyond each end
/// with probability `beta` at most, so the interval also holds if the gate stops at a look that
/// decides. At a look, `pass` compares the upper end with the tolerance. There is no interval for
/// too few differences (fewer than 7 if `beta` is 5 %), and no result without differences.
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
  // The C library doesn't promise that exp is monotonic.
  return Estimate(
    value: value, interval: Interval(low: min(low, value), high: max(high, value)))
}

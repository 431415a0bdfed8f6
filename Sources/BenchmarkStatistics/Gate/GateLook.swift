/// One planned look at the pairs of a case, with the counts that decide there.
public struct GateLook: Equatable, Sendable {
  /// The pairs that it looks at: the case's first so many.
  public let pairs: Int

  /// The fewest differences above zero that chance alone does not explain.
  public let fewestOnOneSide: Int

  /// The most differences at or beyond the tolerance that a true slowdown of it does not explain.
  public let mostBeyondTolerance: Int
}

/// The looks of a gate over so many cases, the first one first.
///
/// After 16, 28, 48 and 80 pairs. Where 16 equal signs can't reach `alpha` over all looks and cases,
/// or `beta` over all looks, all four grow in proportion until the first can: with 5 % and 1 %, from
/// 164 cases on. A case's counts follow from the cases that were planned, never from those that were
/// measured. Bonferroni over looks and cases; exact binomial tails.
///
/// - `alpha`: how likely any case at all fails where nothing differs.
/// - `beta`: how likely a case that is slower by its tolerance passes.
/// - Complexity: O(n log n) in the pairs of the last look.
public func gateLooks(cases: Int, alpha: Double = 0.01, beta: Double = 0.05) -> [GateLook] {
  precondition(cases > 0, "a gate without cases decides nothing")
  precondition(0 < alpha && alpha < 1, "alpha lies between 0 and 1")
  let usual = [16, 28, 48, 80]
  let failTail = alpha / Double(usual.count * cases)
  let passTail = tailPerLook(beta: beta)
  var first = usual[0]
  while binomialCumulative(atMost: 0, of: first) > min(failTail, passTail) { first += 1 }
  return usual.compactMap { usual in
    let pairs = (usual * first + 15) / 16
    guard let fewer = largestCount(of: pairs, tail: failTail),
      let beyond = largestCount(of: pairs, tail: passTail)
    else { return nil }
    // At most `fewer` on one side is as rare as at least the rest on the other.
    return GateLook(pairs: pairs, fewestOnOneSide: pairs - fewer, mostBeyondTolerance: beyond)
  }
}

/// How likely one of the four looks may pass what is slower by the tolerance.
func tailPerLook(beta: Double) -> Double {
  precondition(0 < beta && beta < 1, "beta lies between 0 and 1")
  return beta / 4
}

/// The largest k for which at most k heads in `n` throws of a fair coin are no likelier than `tail`; nil
/// where even none is likelier.
///
/// - Complexity: O(n log n).
func largestCount(of n: Int, tail: Double) -> Int? {
  var known = -1
  var excluded = n + 1
  while excluded - known > 1 {
    let middle = (known + excluded) / 2
    if binomialCumulative(atMost: middle, of: n) <= tail {
      known = middle
    } else {
      excluded = middle
    }
  }
  return known >= 0 ? known : nil
}

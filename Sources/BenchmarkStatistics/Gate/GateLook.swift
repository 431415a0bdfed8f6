/// A planned look (a decision after a number of pairs of a case), with the counts that decide.
///
/// Each pair has a difference, the logarithm of candidate / baseline, or its negative if higher
/// values are better; see ``gateDecision(_:looks:effect:tolerance:)``.
package struct GateLook: Equatable, Sendable {
  /// The number of pairs that the look reads, from the case's first pair on.
  package let pairs: Int

  /// The fewest differences on one side of zero that chance alone does not explain.
  package let fewestOnOneSide: Int

  /// The most differences at or beyond the tolerance with which a case passes; a case that is
  /// slower by the tolerance seldom has so few such differences.
  package let mostBeyondTolerance: Int
}

/// The default numbers of pairs of the looks.
///
/// Each number is some 1.7 times the number before. The last two looks are for cases whose threads
/// hand over through the kernel: many such cases are undecided after 80 pairs. These two looks cost
/// the other cases next to nothing.
private let usualLooks = [16, 28, 48, 80, 140, 240]

/// The looks of a gate over `cases` cases, the first look first.
///
/// The looks are after 16, 28, 48, 80, 140 and 240 pairs, unless chance too easily puts all 16
/// differences of the first look on a given side of zero. That probability, 2^-16, must not exceed
/// `alpha`, divided among all looks and cases, nor `beta`, divided among all looks; otherwise all
/// looks grow in proportion until the first look is large enough. With an `alpha` of 1 % and a
/// `beta` of 5 %, they grow from 110 cases on. The looks depend on the number of planned cases,
/// never on the number of measured cases. The divisions are Bonferroni's, and the binomial tails
/// are exact.
///
/// - `alpha`: the probability that any case fails although nothing differs.
/// - `beta`: the probability that a case that is slower by its tolerance passes.
/// - Complexity: O(n log n) in the pairs of the last look.
package func gateLooks(cases: Int, alpha: Double = 0.01, beta: Double = 0.05) -> [GateLook] {
  precondition(cases > 0, "a gate without cases decides nothing")
  precondition(0 < alpha && alpha < 1, "alpha lies between 0 and 1")
  let failTail = alpha / Double(usualLooks.count * cases)
  let passTail = tailPerLook(beta: beta)
  var first = usualLooks[0]
  while binomialCumulative(atMost: 0, of: first) > min(failTail, passTail) { first += 1 }
  return usualLooks.compactMap { usual in
    let pairs = (usual * first + usualLooks[0] - 1) / usualLooks[0]
    guard let fewer = largestCount(of: pairs, tail: failTail),
      let beyond = largestCount(of: pairs, tail: passTail)
    else { return nil }
    // By symmetry, at most `fewer` differences on one side are as rare as at least `pairs - fewer`
    // on the other side.
    return GateLook(pairs: pairs, fewestOnOneSide: pairs - fewer, mostBeyondTolerance: beyond)
  }
}

/// The probability that one look passes a case that is slower by the tolerance.
func tailPerLook(beta: Double) -> Double {
  precondition(0 < beta && beta < 1, "beta lies between 0 and 1")
  return beta / Double(usualLooks.count)
}

/// The largest k for which the probability of at most k heads in `n` throws of a fair coin is
/// `tail` or less; nil if no k has so small a probability.
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

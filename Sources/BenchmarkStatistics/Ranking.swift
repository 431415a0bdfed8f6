/// Whether the blocks that two cases share tell the two apart.
///
/// Element i of a series is the value of the launch in block i, nil if it is missing. Blocks that
/// are missing in either series don't count. The test is an exact two-sided sign test on the ratio
/// within each block, at the significance level `alpha`. Fewer than 6 shared blocks never tell
/// cases apart at 5 %: even if 5 blocks agree, they agree by chance once in 16 times.
///
/// - Complexity: O(number of blocks).
package func toldApart(_ a: [Double?], _ b: [Double?], alpha: Double = 0.05) -> Bool {
  // a - b has the sign of ln(a / b) if a and b are positive, and also has a sign if they are not.
  let differences = zip(a, b).compactMap { a, b in
    if let a, let b { a - b } else { nil as Double? }
  }
  return signTest(differences) < alpha
}

/// The rank of each case of a ranking: one more than the number of cases in better ranks.
///
/// No two cases of a rank are told apart by the sign test, or by intervals that do not overlap. A
/// case that is told apart from any case of the rank begins the next rank, even if it is not told
/// apart from the case before it. The cases are in the order of their estimates, and each case's
/// series is indexed by block as in `toldApart(_:_:alpha:)`. The tests are not corrected for their
/// number: among many cases that do not differ, one test in twenty tells two cases apart by chance
/// if `alpha` is 5 %.
///
/// - Complexity: O(number of cases² × number of blocks).
package func ranks(
  _ ordered: [(byBlock: [Double?], interval: Interval?)], alpha: Double = 0.05
) -> [Int] {
  var first = 0
  return ordered.indices.map { index in
    let own = ordered[index]
    let isApart = ordered[first..<index].contains { other in
      if let a = own.interval, let b = other.interval, !a.overlaps(b) { return true }
      return toldApart(other.byBlock, own.byBlock, alpha: alpha)
    }
    if isApart { first = index }
    return first + 1
  }
}

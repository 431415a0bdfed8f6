/// Whether the blocks that two cases share tell the two apart.
///
/// Element i of a series is what the launch in block i gave, nil if it is missing; blocks
/// that either lacks don't count, and neither do those past the end of the shorter series.
/// Exact two-sided sign test on the ratio within each block, at level `alpha`. Fewer than 6 shared
/// blocks never tell anything apart at 5 %: even if all agree, chance does that once in 16.
///
/// - Complexity: O(number of blocks).
package func toldApart(_ a: [Double?], _ b: [Double?], alpha: Double = 0.05) -> Bool {
  // ln(a / b) has the sign of a - b where both are positive, and a - b has one where they are not.
  let differences = zip(a, b).compactMap { a, b in
    if let a, let b { a - b } else { nil as Double? }
  }
  return signTest(differences) < alpha
}

/// The places of a ranking's cases: 1 for the first, and for each next one that of the cases before it, or one more
/// than their number.
///
/// A place holds cases of which no two are told apart, and whose intervals all have a value in common. A case that
/// differs from any of them begins the next place, though it may not be told apart from its neighbour. The series are
/// indexed by block as in `toldApart(_:_:alpha:)`, in the order of their estimates. Each pair is a test of its own:
/// among many that do not differ, one in twenty is told apart by chance at 5 %.
///
/// - Complexity: O(number of cases² × number of blocks).
package func places(
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

/// Whether the blocks that two cases share tell the two apart.
///
/// Element i of a series is what the invocation in block i gave, nil where it is missing; blocks
/// that either lacks don't count, and neither do those past the end of the shorter series.
/// Exact two-sided sign test on the ratio within each block, at level `alpha`. Fewer than 6 shared
/// blocks never tell anything apart at 5 %: even if all agree, chance does that once in 16.
///
/// - Complexity: O(number of blocks).
public func toldApart(_ a: [Double?], _ b: [Double?], alpha: Double = 0.05) -> Bool {
  // ln(a / b) has the sign of a - b where both are positive, and a - b has one where they are not.
  let differences = zip(a, b).compactMap { a, b in
    if let a, let b { a - b } else { nil as Double? }
  }
  return signTest(differences) < alpha
}

/// Whether each case of a ranking is told apart from the next: one answer fewer than cases.
///
/// The series are indexed by block as in `toldApart(_:_:alpha:)`, in the order of their estimates.
/// Answer i stands between rank i and rank i + 1. Each is a test of its own: among many
/// neighbours that do not differ, one in twenty is told apart by chance at 5 %.
///
/// - Complexity: O(number of cases × number of blocks).
public func rankGroups(_ ordered: [[Double?]], alpha: Double = 0.05) -> [Bool] {
  zip(ordered, ordered.dropFirst()).map { toldApart($0, $1, alpha: alpha) }
}

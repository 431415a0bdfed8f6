/// A position at which a curve through points changes its sign.
package struct Crossing: Equatable, Sendable {
  /// The position, in the unit of the curve's ``PolygonalCurve/positions``.
  package let position: Double
  /// Whether the curve goes from below zero to above zero.
  package let isRising: Bool
}

/// A curve of straight lines through points.
package struct PolygonalCurve: Equatable, Sendable {
  /// The positions of the points, ascending and each once.
  package let positions: [Double]
  /// The value at each position, not NaN.
  package let values: [Double]

  /// Makes the curve through points; there are as many values as positions.
  package init(positions: [Double], values: [Double]) {
    precondition(positions.count == values.count, "a curve has a value at each position")
    precondition(
      zip(positions, positions.dropFirst()).allSatisfy { $0 < $1 }, "a curve's positions ascend")
    self.positions = positions
    self.values = values
  }

  /// The positions at which the curve crosses zero, from left to right.
  ///
  /// A curve that touches zero and turns back does not cross it, nor does a curve that ends at
  /// zero. If the curve stays at zero on its way from one side to the other, the crossing is in the
  /// middle of that stretch.
  ///
  /// - Complexity: O(n).
  package var crossings: [Crossing] {
    let signed = values.indices.filter { values[$0] != 0 }
    return zip(signed, signed.dropFirst()).compactMap { left, right in
      let (before, after) = (values[left], values[right])
      guard (before < 0) != (after < 0) else { return nil }
      let position =
        right == left + 1
        ? positions[left] + (positions[right] - positions[left]) * (before / (before - after))
        : (positions[left + 1] + positions[right - 1]) / 2
      return Crossing(position: position, isRising: before < 0)
    }
  }

  /// The position after which the curve is first above zero; minus infinity if the curve is above
  /// zero before it is ever below, infinity if the curve is never above zero.
  package var firstRise: Double {
    guard let first = values.first(where: { $0 != 0 }) else { return .infinity }
    return first > 0 ? -.infinity : crossings.first?.position ?? .infinity
  }

  /// The position of this curve's crossing that is nearest to `crossing` and has its direction.
  ///
  /// This curve comes from a resample, and `crossing` from the original curve. If this curve has no
  /// crossing in that direction, the crossing is taken to lie beyond the curve's points: the result
  /// is infinity if the curve begins on the side of zero from which the crossing comes, else minus
  /// infinity. For a curve that is zero throughout, the result is the position of `crossing`.
  package func counterpart(of crossing: Crossing) -> Double {
    let alike = crossings.filter { $0.isRising == crossing.isRising }
    let nearest = alike.min {
      ($0.position - crossing.position).magnitude < ($1.position - crossing.position).magnitude
    }
    if let nearest { return nearest.position }
    guard let first = values.first(where: { $0 != 0 }) else { return crossing.position }
    return (first < 0) == crossing.isRising ? .infinity : -.infinity
  }
}

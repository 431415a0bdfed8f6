/// A place at which a curve through points changes its sign.
package struct Crossing: Equatable, Sendable {
  /// The place, in the unit of the points' places.
  package let position: Double
  /// Whether it goes from below zero to above it.
  package let isRising: Bool
}

/// A curve of straight lines through points.
package struct PolygonalCurve: Equatable, Sendable {
  /// The places, ascending and each once.
  package let places: [Double]
  /// The value at each place, not NaN.
  package let values: [Double]

  /// Makes the curve through as many values as places.
  package init(places: [Double], values: [Double]) {
    precondition(places.count == values.count, "a curve has a value at each place")
    precondition(
      zip(places, places.dropFirst()).allSatisfy { $0 < $1 }, "a curve's places ascend")
    self.places = places
    self.values = values
  }

  /// The places at which it crosses zero, from left to right.
  ///
  /// A curve that touches zero and turns back does not cross it, nor does a curve that ends at zero. If it stays
  /// at zero on its way from one side to the other, it crosses in the middle of that.
  ///
  /// - Complexity: O(n).
  package var crossings: [Crossing] {
    let signed = values.indices.filter { values[$0] != 0 }
    return zip(signed, signed.dropFirst()).compactMap { left, right in
      let (before, after) = (values[left], values[right])
      guard (before < 0) != (after < 0) else { return nil }
      let position =
        right == left + 1
        ? places[left] + (places[right] - places[left]) * (before / (before - after))
        : (places[left + 1] + places[right - 1]) / 2
      return Crossing(position: position, isRising: before < 0)
    }
  }

  /// The first place from which on it is above zero, for a stretch at least; minus infinity if it
  /// begins above, infinity if it never is.
  package var firstRise: Double {
    guard let first = values.first(where: { $0 != 0 }) else { return .infinity }
    return first > 0 ? -.infinity : crossings.first?.position ?? .infinity
  }

  /// The crossing of this curve, a resample of another, in place of one of the other's crossings: the nearest of the
  /// same direction.
  ///
  /// Infinite if the curve has no crossing: such a curve is on one side throughout, so that any crossing lies beyond
  /// its places.
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

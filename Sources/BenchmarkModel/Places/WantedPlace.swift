/// A place that a user asks for, instead of the place that ``RunPlaces`` chooses for each case.
package struct WantedPlace: Hashable, Sendable {
  package let kind: PlaceKind
  /// The distance in ns; nil for the nearest place of the kind.
  package let distanceNanoseconds: Double?

  /// Reads a kind alone, such as `siblings`, or a kind with a distance, as tables show a place:
  /// `own-cores 150 ns`; nil for anything else.
  package init?(_ text: String) {
    let words = text.replacing("ns", with: " ns").split(separator: " ")
    guard let first = words.first, let kind = PlaceKind(rawValue: String(first)) else { return nil }
    self.kind = kind
    switch words.dropFirst() {
    case []: distanceNanoseconds = nil
    case let rest where rest.count == 1 || (rest.count == 2 && rest.last == "ns"):
      guard let distance = Double(rest[1]), distance.isFinite, distance > 0 else { return nil }
      distanceNanoseconds = distance
    default: return nil
    }
  }

  /// Whether a place is of the wanted kind and near the wanted distance.
  func includes(_ place: Place) -> Bool {
    kind == place.kind
      && distanceNanoseconds.map { PlaceRule.areNear($0, place.distanceNanoseconds) } ?? true
  }

  /// The place nearest to the wanted distance, or the first place of the kind if no distance is
  /// wanted; nil if no place is of the wanted kind and near the wanted distance.
  ///
  /// - Parameter places: The places, the nearest of each kind first.
  func nearest(of places: [Place]) -> Place? {
    let included = places.filter(includes)
    guard let distanceNanoseconds else { return included.first }
    func factor(_ place: Place) -> Double {
      max(
        place.distanceNanoseconds / distanceNanoseconds,
        distanceNanoseconds / place.distanceNanoseconds)
    }
    return included.min { factor($0) < factor($1) }
  }

  /// A place of the wanted kind and distance, in which no launch was: the place of all figures if
  /// the CPUs were never in a wanted place.
  var unseen: Place { Place(kind: kind, distanceNanoseconds: distanceNanoseconds ?? 0) }
}

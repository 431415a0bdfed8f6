/// The rule that separates places: fixed, and blind to what a case cost.
public enum PlaceRule {
  /// The factor by which two distances may differ in one place.
  ///
  /// Readings of one place spread by a half on a shared guest. The next place is four times as far there.
  public static let largestRatio = 1.6
  /// The sharing from which two CPUs are of one core: on cores of their own it is 1.05 at most, on one core 1.2 at least.
  public static let largestSharing = 1.12
  /// The share of a set's launches that a place must have to be the reference: repeats can make up for three times as many.
  public static let leastShare = 0.25

  /// Whether two readings may be of one place.
  public static func isOne(_ one: PlaceReading, _ other: PlaceReading) -> Bool {
    one.kind == other.kind && areNear(one.distanceNanoseconds, other.distanceNanoseconds)
  }

  static func areNear(_ one: Double, _ other: Double) -> Bool {
    max(one, other) <= largestRatio * min(one, other)
  }
}

/// How CPUs stand to each other.
public enum PlaceKind: String, Codable, Sendable {
  /// Each has a core of its own.
  case ownCores = "own-cores"
  /// Two of them at least share a core.
  case siblings
}

extension PlaceReading {
  /// What the sharing says.
  public var kind: PlaceKind { sharing > PlaceRule.largestSharing ? .siblings : .ownCores }
}

/// A place in which the host had a set of CPUs.
public struct Place: Hashable, Codable, Sendable {
  /// How the CPUs stand to each other.
  public var kind: PlaceKind
  /// The median of the readings, in ns.
  public var distanceNanoseconds: Double

  /// The kind and the distance, as in `own-cores 27 ns`.
  public var text: String {
    "\(kind.rawValue) \(Int(distanceNanoseconds.rounded())) ns"
  }

  /// Whether figures of the two may stand beside each other.
  public func isLike(_ other: Place) -> Bool {
    kind == other.kind
      && PlaceRule.areNear(distanceNanoseconds, other.distanceNanoseconds)
  }
}

extension Place {
  /// The places that readings fall into: those of own cores from the nearest, then that of siblings.
  ///
  /// A place of own cores ends where the next reading is farther than the last by more than ``PlaceRule/largestRatio``.
  ///
  /// - Complexity: O(n log n).
  static func separate(_ readings: [PlaceReading]) -> [SeparatedPlace] {
    func distances(_ kind: PlaceKind) -> [Double] {
      readings.filter { $0.kind == kind }.map(\.distanceNanoseconds).sorted()
    }
    var places: [SeparatedPlace] = []
    var group: [Double] = []
    func close(_ kind: PlaceKind) {
      guard let first = group.first, let last = group.last else { return }
      places.append(
        SeparatedPlace(
          place: Place(kind: kind, distanceNanoseconds: group[group.count / 2]),
          distances: first...last))
      group = []
    }
    for distance in distances(.ownCores) {
      if let last = group.last, !PlaceRule.areNear(last, distance) { close(.ownCores) }
      group.append(distance)
    }
    close(.ownCores)
    group = distances(.siblings)
    close(.siblings)
    return places
  }
}

/// A place with the distances that were read in it.
struct SeparatedPlace: Equatable {
  let place: Place
  let distances: ClosedRange<Double>

  func holds(_ reading: PlaceReading) -> Bool {
    reading.kind == place.kind && distances.contains(reading.distanceNanoseconds)
  }
}

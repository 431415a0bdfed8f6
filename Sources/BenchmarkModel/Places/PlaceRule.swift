/// The rule that separates places: fixed, and blind to the cost of a case.
package enum PlaceRule {
  /// The factor by which two distances may differ in one place.
  ///
  /// Readings of one place spread by a half on a shared guest. The next place is four times as far there.
  package static let largestRatio = 1.6
  /// Between two places there may be one stray reading for so many.
  static let readingsForOneStray = 200
  /// The sharing from which two CPUs are of one core: on cores of their own it is 1.05 at most, on one core 1.2 at least.
  package static let largestSharing = 1.12
  /// By how much independent steps may take longer than on a core without a neighbour: there they vary by 2 %, and a
  /// neighbour costs them 11 % and more.
  package static let largestCrowding = 1.08
  /// The share of a set's launches that a place must have to be the reference: repeats can make up for three times as many.
  package static let leastShare = 0.25

  /// Whether two readings may be of one place.
  package static func isOne(_ one: PlaceReading, _ other: PlaceReading) -> Bool {
    one.kind == other.kind && areNear(one.distanceNanoseconds, other.distanceNanoseconds)
  }

  static func areNear(_ one: Double, _ other: Double) -> Bool {
    max(one, other) <= largestRatio * min(one, other)
  }
}

/// The relation of CPUs to each other and to the CPUs of other guests.
package enum PlaceKind: String, Codable, CaseIterable, Sendable {
  /// Each has a core of its own.
  case ownCores = "own-cores"
  /// No two share a core, but at least one shares its core with another guest's CPU.
  case besideNeighbour = "beside-neighbour"
  /// At least two CPUs share a core.
  case siblings
}

extension PlaceReading {
  /// The kind according to the sharing; a neighbour shows in a trial's crowding alone.
  package var kind: PlaceKind { sharing > PlaceRule.largestSharing ? .siblings : .ownCores }

  /// Whether the CPUs stand to each other as in a place, with a neighbour or without.
  package func mayBe(of place: Place) -> Bool {
    switch place.kind {
    case .siblings: kind == .siblings
    case .ownCores, .besideNeighbour:
      kind == .ownCores && PlaceRule.areNear(distanceNanoseconds, place.distanceNanoseconds)
    }
  }
}

extension TrialWitness {
  /// The kind and the distance of the trial alone; nil if its place was not read.
  package var readPlace: Place? {
    place.map { reading in
      let hasNeighbour = crowding ?? 1 > PlaceRule.largestCrowding
      return Place(
        kind: reading.kind == .ownCores && hasNeighbour ? .besideNeighbour : reading.kind,
        distanceNanoseconds: reading.distanceNanoseconds)
    }
  }
}

/// A place in which the host had a set of CPUs.
package struct Place: Hashable, Codable, Sendable {
  /// The relation of the CPUs to each other.
  package var kind: PlaceKind
  /// The median of the readings, in ns.
  package var distanceNanoseconds: Double

  /// The kind and the distance, as in `own-cores 27 ns`.
  package var text: String {
    "\(kind.rawValue) \(Int(distanceNanoseconds.rounded())) ns"
  }

  /// Whether figures of the two may stand beside each other.
  package func isLike(_ other: Place) -> Bool {
    kind == other.kind
      && PlaceRule.areNear(distanceNanoseconds, other.distanceNanoseconds)
  }
}

extension Place {
  /// The places that the readings of trials fall into, in the order of the kinds, the nearest of a kind first.
  ///
  /// A place ends where the next reading is farther than the last by more than ``PlaceRule/largestRatio``. Siblings
  /// always have the distance of one core, so all readings of siblings are one place.
  ///
  /// - Complexity: O(n log n).
  static func separate(_ readings: [Place]) -> [SeparatedPlace] {
    PlaceKind.allCases.flatMap { kind in
      let distances = readings.filter { $0.kind == kind }.map(\.distanceNanoseconds).sorted()
      let groups = kind == .siblings ? [distances[...]] : groups(distances)
      return groups.filter { !$0.isEmpty }.map { group in
        SeparatedPlace(
          place: Place(
            kind: kind, distanceNanoseconds: group[group.startIndex + group.count / 2]),
          distances: group[group.startIndex]...group[group.endIndex - 1])
      }
    }
  }

  /// The distances as groups, each with hardly a reading within the factor behind it.
  ///
  /// - Parameter distances: The distances, in ascending order.
  private static func groups(_ distances: [Double]) -> [ArraySlice<Double>] {
    // One reading between two places, out of thousands, must not join the places.
    let few = distances.count / PlaceRule.readingsForOneStray
    var (starts, last, beyond) = ([0], 0, 0)
    while last < distances.count {
      while beyond < distances.count, PlaceRule.areNear(distances[last], distances[beyond]) {
        beyond += 1
      }
      guard beyond < distances.count else { break }
      if beyond - last - 1 <= few {
        let gaps = last..<beyond
        last =
          gaps.max { distances[$0 + 1] / distances[$0] < distances[$1 + 1] / distances[$1] } ?? last
        starts.append(last + 1)
      }
      last += 1
    }
    return zip(starts, starts.dropFirst() + [distances.count]).map { distances[$0..<$1] }
  }
}

/// A place with the distances that were read in it.
struct SeparatedPlace: Equatable {
  let place: Place
  let distances: ClosedRange<Double>

  func holds(_ reading: Place) -> Bool {
    reading.kind == place.kind && distances.contains(reading.distanceNanoseconds)
  }
}

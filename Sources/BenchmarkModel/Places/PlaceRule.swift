/// The rule that divides readings into places; the rule is fixed and does not read the costs of
/// cases.
package enum PlaceRule {
  /// The largest factor between two distances that count as one place.
  ///
  /// In a guest on a shared host, the largest readings of one place exceed the smallest by about a
  /// half, and the next place is four times as far.
  package static let largestRatio = 1.6
  /// The number of readings among which one may be a stray reading, which lies between two places.
  static let readingsForOneStray = 200
  /// The largest ``PlaceReading/sharing`` of CPUs on cores of their own; readings are at most 1.05
  /// on cores of their own, and at least 1.2 on one core.
  package static let largestSharing = 1.12
  /// The largest ``TrialWitness/crowding`` of a core without a neighbour; readings without a
  /// neighbour vary by 2 %, and a neighbour adds 11 % or more.
  package static let largestCrowding = 1.08
  /// A place can be the reference of a set of CPUs if at least this share of the CPUs' launches was
  /// in the place.
  ///
  /// The reference is the place that is preferred for figures. If it has this share, launches in
  /// other places are at most three times as many as launches in the reference, and repeats can
  /// replace them.
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
  /// Each CPU has a core of its own.
  case ownCores = "own-cores"
  /// No two CPUs share a core, but at least one CPU shares its core with another guest's CPU.
  case besideNeighbour = "beside-neighbour"
  /// At least two CPUs share a core.
  case siblings
}

extension PlaceReading {
  /// The kind that follows from ``sharing``; a neighbour shows only in a trial's crowding.
  package var kind: PlaceKind { sharing > PlaceRule.largestSharing ? .siblings : .ownCores }

  /// Whether the CPUs may be in a place, with or without a neighbour.
  package func mayBe(of place: Place) -> Bool {
    switch place.kind {
    case .siblings: kind == .siblings
    case .ownCores, .besideNeighbour:
      kind == .ownCores && PlaceRule.areNear(distanceNanoseconds, place.distanceNanoseconds)
    }
  }
}

extension TrialWitness {
  /// The place by the readings of this trial alone; nil if its place was not read.
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
  /// The distance that was read, in ns; for several readings their median.
  package var distanceNanoseconds: Double

  /// The kind and the distance, as in `own-cores 27 ns`.
  package var text: String {
    "\(kind.rawValue) \(Int(distanceNanoseconds.rounded())) ns"
  }

  /// Whether figures of the two places are comparable.
  package func isLike(_ other: Place) -> Bool {
    kind == other.kind
      && PlaceRule.areNear(distanceNanoseconds, other.distanceNanoseconds)
  }
}

extension Place {
  /// The places that the readings of trials fall into, in the order of the kinds, the nearest of a
  /// kind first.
  ///
  /// If hardly any reading of a kind lies between a distance and ``PlaceRule/largestRatio`` times
  /// that distance, one place ends there and the next begins. Siblings always have the distance of
  /// one core, so all readings of siblings are one place.
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

  /// The distances in groups.
  ///
  /// If hardly any reading lies between a distance and ``PlaceRule/largestRatio`` times that
  /// distance, a group ends at the widest gap in that range.
  ///
  /// - Parameter distances: The distances, in ascending order.
  private static func groups(_ distances: [Double]) -> [ArraySlice<Double>] {
    // A stray reading between two places must not join the places.
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

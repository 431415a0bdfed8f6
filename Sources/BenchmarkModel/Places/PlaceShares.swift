/// The places of a run's trials on a set of CPUs, with the share of each place.
package struct PlaceShares: Equatable, Sendable {
  /// A place, and the number of trials in it.
  private struct Share: Equatable, Sendable {
    let place: Place
    let count: Int
  }

  package let cpus: CPUList
  /// The number of trials, or of readings outside of trials (as `doctor --watch` takes them).
  package let count: Int
  /// The places, the most frequent first.
  private let shares: [Share]

  /// Whether all trials were in one place.
  package var isOne: Bool { shares.count < 2 }

  /// Counts the places of trials, which are in any order.
  package init(cpus: CPUList, _ places: [Place]) {
    self.cpus = cpus
    count = places.count
    shares = Dictionary(grouping: places) { $0 }
      .map { Share(place: $0.key, count: $0.value.count) }
      .sorted {
        ($1.count, $0.place.text, $0.place.distanceNanoseconds)
          < ($0.count, $1.place.text, $1.place.distanceNanoseconds)
      }
  }

  /// Counts the places of readings outside of trials, which do not show whether a neighbour was
  /// there.
  package init(cpus: CPUList, readings: [PlaceReading]) {
    let read = readings.map {
      Place(kind: $0.kind, distanceNanoseconds: $0.distanceNanoseconds)
    }
    let separated = Place.separate(read)
    self.init(
      cpus: cpus, read.compactMap { one in separated.first { $0.holds(one) }?.place })
  }

  /// The share of the trials in which CPUs shared a core; 0 without trials.
  package var siblingShare: Double {
    let siblings = shares.filter { $0.place.kind == .siblings }.reduce(0) { $0 + $1.count }
    return Double(siblings) / Double(max(1, count))
  }

  /// The places with their shares, as in `own-cores 27 ns 75 %, siblings 28 ns 25 %`.
  package var text: String {
    shares.prefix(Self.mostShown).map {
      "\($0.place.text) \((100 * $0.count + count / 2) / count) %"
    }
    .joined(separator: ", ")
      + (shares.count > Self.mostShown ? " and \(shares.count - Self.mostShown) more" : "")
  }

  private static let mostShown = 6
}

/// The rule by which a pair is measured once more, fixed before the first launch.
///
/// The rule reads the disturbances of the launches and none of their figures, and exchanging the two launches changes
/// nothing: so it can favour neither side.
package enum RepeatRule {
  /// The largest share of the CPUs' time that the hypervisor may take while the trials of a pair run.
  package static let largestStolenShare = 0.05
  /// The stolen time from which the share is believed, in ns: two ticks.
  ///
  /// The kernel counts steal in ticks of 10 ms, and one tick may have been stolen before the trial in which
  /// it is counted.
  package static let leastStolenNanoseconds: Double = 20_000_000
  /// The most repeats of a pair because of disturbances.
  static let mostDisturbed = 1
  /// The most repeats of a pair: the host may move CPUs again meanwhile.
  package static let mostRepeats = 3
  /// The pairs from which it is believed that a machine is never quiet.
  private static let fewestPairs = 20

  /// Whether pairs are repeated at all: not after more than half of them were, because then a second try is no
  /// quieter than the first.
  package static func isUseful(pairs: Int, repeated: Int) -> Bool {
    pairs < fewestPairs || 2 * repeated <= pairs
  }

  /// The reason why a pair is to be measured again; nil if its values count.
  ///
  /// Launches of two places of the host can't be compared. A launch whose witnesses saw it disturbed is reason
  /// enough, on either side, and so is time stolen from the whole machine. A trial's steal is that of all CPUs
  /// together, so it is held against its elapsed time on each of the machine's online CPUs. Where the kernel does not
  /// report steal for some trial, nothing is repeated.
  ///
  /// - Parameter attempt: The number of repeats of the pair so far.
  package static func reason(
    _ one: LaunchRecord, _ other: LaunchRecord, _ attempt: Int = 0, onlineCPUs: Int
  ) -> String? {
    if attempt < mostRepeats, let places = places(one, other) { return places }
    guard attempt < mostDisturbed else { return nil }
    let states = [one.disturbance, other.disturbance]
    // The first in their order, not of the pair's: the sides are alike to this rule.
    if let state = TrialState.allCases.first(where: { states.contains($0) }) { return state.text }
    guard let first = StolenTime(one), let second = StolenTime(other) else { return nil }
    let stolen = first.stolen + second.stolen
    let available = (first.elapsed + second.elapsed) * Double(max(1, onlineCPUs))
    guard stolen >= leastStolenNanoseconds, stolen > largestStolenShare * available else {
      return nil
    }
    // A tick is counted whole, so that short trials can seem to lose more than there was.
    let percent = Int((100 * min(1, stolen / available)).rounded())
    return "\(percent) % of the CPUs' time was stolen"
  }

  /// The two places in which the launches of a pair lie, each by most of its trials; nil for one place, and if none was
  /// read.
  static func places(_ one: LaunchRecord, _ other: LaunchRecord) -> String? {
    let read = [one, other].map { $0.trials.compactMap(\.witness?.place) }
    let readings = read.map { $0.map { Place(kind: $0.kind, $0) } }
    let separated = Place.separate(readings.flatMap(\.self))
    let places = readings.compactMap { launch in
      separated.max { first, second in
        launch.count { first.holds($0) } < launch.count { second.holds($0) }
      }?.place
    }
    guard readings.allSatisfy({ !$0.isEmpty }), places[0] != places[1] else { return nil }
    // The nearer one first: the sides are alike to this rule.
    let texts = places.sorted { $0.distanceNanoseconds < $1.distanceNanoseconds }.map(\.text)
    return "one launch was in \(texts[0]), the other in \(texts[1])"
  }
}

extension Place {
  /// The place that a reading alone says.
  fileprivate init(kind: PlaceKind, _ reading: PlaceReading) {
    self.init(kind: kind, distanceNanoseconds: reading.distanceNanoseconds)
  }
}

/// The length of the trials of a launch and the time that they lost, in ns.
private struct StolenTime {
  let stolen: Double
  let elapsed: Double

  /// Adds trials up; nil if the steal of some trial is unknown, or there are none.
  init?(_ record: LaunchRecord) {
    let known = record.trials.compactMap(\.stealNanoseconds)
    guard !known.isEmpty, known.count == record.trials.count else { return nil }
    stolen = known.reduce(0) { $0 + Double($1) }
    elapsed = record.trials.reduce(0) { $0 + Double($1.elapsedNanoseconds) }
  }
}

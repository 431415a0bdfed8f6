/// The rule by which a pair is measured once more, fixed before the first launch.
///
/// The rule reads the disturbances and places of the launches, but not their costs. Exchanging the
/// two launches changes nothing, so the rule can't favour a side.
package enum RepeatRule {
  /// The largest share of the CPUs' time that the hypervisor may take while the trials of a pair
  /// run.
  package static let largestStolenShare = 0.05
  /// The least stolen time, in ns, whose share of the CPUs' time is trusted: two ticks.
  ///
  /// The kernel counts steal in ticks of 10 ms, and one tick may have been stolen before the trial
  /// in which it is counted.
  package static let leastStolenNanoseconds: Double = 20_000_000
  /// The number of repeats, for any reason, after which a disturbance causes no repeat.
  static let mostDisturbed = 1
  /// The most repeats of a pair for any reason: the host may move CPUs again during a repeat.
  package static let mostRepeats = 3
  /// The fewest pairs that can show that a machine is never quiet.
  private static let fewestPairs = 20

  /// Whether pairs are still repeated.
  ///
  /// If there were more than half as many repeats as pairs, the machine is never quiet, and a
  /// repeat is no quieter than the first try.
  package static func isUseful(pairs: Int, repeated: Int) -> Bool {
    pairs < fewestPairs || 2 * repeated <= pairs
  }

  /// The reason why a pair is to be measured again; nil if its values count.
  ///
  /// A pair is measured again if its launches were in two places of the host, if a launch on either
  /// side was disturbed, or if much time was stolen from the whole machine. A trial's steal is the
  /// sum over all CPUs, so it is compared with the trial's elapsed time on all online CPUs
  /// together. If the kernel does not report the steal of some trial, steal is ignored.
  ///
  /// - Parameter attempt: The number of repeats of the pair so far.
  package static func reason(
    _ one: LaunchRecord, _ other: LaunchRecord, _ attempt: Int = 0, onlineCPUs: Int
  ) -> String? {
    if attempt < mostRepeats, let places = places(one, other) { return places }
    guard attempt < mostDisturbed else { return nil }
    let states = [one.disturbance, other.disturbance]
    // The reason is the state that comes first in `TrialState`, not in the pair, because the rule
    // treats both sides alike.
    if let state = TrialState.allCases.first(where: { states.contains($0) }) { return state.text }
    guard let first = StolenTime(one), let second = StolenTime(other) else { return nil }
    let stolen = first.stolen + second.stolen
    let available = (first.elapsed + second.elapsed) * Double(max(1, onlineCPUs))
    guard stolen >= leastStolenNanoseconds, stolen > largestStolenShare * available else {
      return nil
    }
    // A tick is counted whole, so the stolen time of short trials can exceed the available time.
    let percent = Int((100 * min(1, stolen / available)).rounded())
    return "\(percent) % of the CPUs' time was stolen"
  }

  /// The text of the places of a pair's two launches; nil if both launches were in one place, or if
  /// a launch has no reading.
  ///
  /// The place of a launch is the most frequent place of its trials.
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
    // The place with the shorter distance is first, because the rule treats both sides alike.
    let texts = places.sorted { $0.distanceNanoseconds < $1.distanceNanoseconds }.map(\.text)
    return "one launch was in \(texts[0]), the other in \(texts[1])"
  }
}

extension Place {
  /// Makes the place of a single reading.
  fileprivate init(kind: PlaceKind, _ reading: PlaceReading) {
    self.init(kind: kind, distanceNanoseconds: reading.distanceNanoseconds)
  }
}

/// The elapsed time of a launch's trials, and the time that was stolen during the trials, in ns.
private struct StolenTime {
  let stolen: Double
  let elapsed: Double

  /// Adds up the trials of a launch; nil if there are none, or if the steal of some trial is
  /// unknown.
  init?(_ record: LaunchRecord) {
    let known = record.trials.compactMap(\.stealNanoseconds)
    guard !known.isEmpty, known.count == record.trials.count else { return nil }
    stolen = known.reduce(0) { $0 + Double($1) }
    elapsed = record.trials.reduce(0) { $0 + Double($1.elapsedNanoseconds) }
  }
}

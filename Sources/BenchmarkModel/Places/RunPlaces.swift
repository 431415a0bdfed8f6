/// The places in which a run's cases of several CPUs were measured, and the place of each figure.
///
/// Cases on the same CPUs have the same places, and the same reference: the place that is preferred
/// for their figures. The places are computed from the raw rows, with the same result each time.
package struct RunPlaces: Sendable {
  /// The places of one case.
  package struct CasePlaces: Equatable, Sendable {
    /// The place of each trial, by block and by the trial's number.
    package let trials: [Int: [Int: Place]]
    /// The place that is preferred for the figures of all cases on these CPUs.
    package let reference: Place
    /// The place of the case's figures.
    package let figure: Place

    /// Whether the case has its figures in another place than the reference.
    package var isElsewhere: Bool { figure != reference }

    /// Whether at least half of the trials of a block's launch were in a place.
    package func has(_ place: Place, inBlock block: Int) -> Bool {
      guard let read = trials[block], !read.isEmpty else { return false }
      return 2 * read.values.count { $0 == place } >= read.count
    }

    /// The launch with only its trials in `place`, or a failed launch as it is; nil if no trial was
    /// in that place.
    ///
    /// Latencies are recorded for the whole launch, and are kept if at least half of its trials
    /// were in the place.
    fileprivate func part(of record: LaunchRecord, block: Int, in place: Place)
      -> LaunchRecord?
    {
      guard record.failure == nil else { return record }
      let there = trials[block, default: [:]].filter { $0.value == place }
      guard record.trials.contains(where: { there[$0.trial] != nil }) else { return nil }
      var part = record
      part.trials.removeAll { there[$0.trial] == nil }
      part.observations.removeAll { there[$0.trial] == nil }
      if 2 * part.trials.count < record.trials.count { part.latencies = [] }
      return part
    }

    /// All places that trials were in, in no order.
    package var places: Set<Place> { Set(trials.values.joined().map(\.value)) }

    /// The places other than the place of the figures, the place of the most launches first.
    package var others: [Place] {
      places.filter { $0 != figure }
        .map { place in (place, trials.count { $0.value.values.contains(place) }) }
        .sorted {
          ($1.1, $0.0.text, $0.0.distanceNanoseconds) < ($0.1, $1.0.text, $1.0.distanceNanoseconds)
        }
        .map(\.0)
    }
  }

  private let cases: [Int: CasePlaces]

  /// The places of a case; nil for a case of one CPU, and if no place was read.
  package subscript(caseIndex: Int) -> CasePlaces? { cases[caseIndex] }

  /// The share of trials in each place, for each set of CPUs; the set with the most trials comes
  /// first.
  package let shares: [PlaceShares]

  /// Reads the places of a run.
  ///
  /// - Parameters:
  ///   - run: The run.
  ///   - wanted: The place of all figures; nil to choose a place for each case.
  /// - Complexity: O(n log n) in the number of trials.
  package init(_ run: Run, wanted: WantedPlace? = nil) {
    let plan = run.document.plan
    let sets = Dictionary(
      grouping: plan.cases.indices.filter { Set(plan.cases[$0].placement.cpus).count > 1 }
    ) { Set(plan.cases[$0].placement.cpus) }
    cases = sets.reduce(into: [:]) { cases, set in
      cases.merge(Self.cases(set.value, on: set.key, of: run, wanted)) { first, _ in first }
    }
    let read = cases
    shares = sets.compactMap { cpus, indices in
      let places = indices.flatMap { read[$0]?.trials.values.flatMap(\.values) ?? [] }
      return places.isEmpty ? nil : PlaceShares(cpus: CPUList(cpus), places)
    }.sorted { ($1.count, $0.cpus.description) < ($0.count, $1.cpus.description) }
  }

  private static func cases(
    _ indices: [Int], on cpus: Set<Int>, of run: Run, _ wanted: WantedPlace?
  ) -> [Int: CasePlaces] {
    // The places of disturbed trials count only if disturbed launches count in figures.
    let onlyQuiet = run.leavesOutDisturbed
    let readings = indices.map { index in
      (0..<run.document.plan.launchedBlocks).reduce(into: [Int: [Int: Place]]()) { read, block in
        read[block] = run.records[Launch(caseIndex: index, block: block)]?
          .readPlaces(onlyQuiet: onlyQuiet)
      }
    }
    let separated = Place.separate(readings.flatMap { $0.values.flatMap(\.values) })
    guard !separated.isEmpty else { return [:] }
    let trials = readings.map { launches in
      launches.mapValues { launch in
        launch.compactMapValues { read in separated.first { $0.holds(read) }?.place }
      }
    }
    let launches = trials.map { $0.mapValues { Set($0.values) } }
    let chosen = wanted.map { wanted in
      wanted.nearest(of: separated.map(\.place)) ?? wanted.unseen
    }
    let reference =
      chosen
      ?? reference(
        separated.map(\.place), of: launches.map { Array($0.values) },
        prefersSiblings: run.document.environment.topology.haveSiblings(cpus))
    return Dictionary(
      uniqueKeysWithValues: zip(indices, trials).enumerated().compactMap { number, found in
        // A case without readings has no place: around a trial with the pace `once`, no place is
        // read.
        guard !found.1.isEmpty else { return nil }
        let figure = chosen ?? figure(Array(launches[number].values), reference)
        return (found.0, CasePlaces(trials: found.1, reference: reference, figure: figure))
      })
  }

  /// Chooses the reference place of cases on the same CPUs.
  ///
  /// The reference is the nearest place of the preferred kind that at least a quarter of the
  /// launches had, and in which at least half of the cases have a figure (see `hasFigure`). The
  /// preferred kind is own cores, or siblings if the kernel says that the CPUs share a core. If
  /// there is no such place, the reference is the place that most launches had.
  ///
  /// - Parameters:
  ///   - places: The places, the nearest of each kind first.
  ///   - cases: The places of each launch of each case.
  ///   - prefersSiblings: Whether the kernel says that the CPUs share a core.
  private static func reference(
    _ places: [Place], of cases: [[Set<Place>]], prefersSiblings: Bool
  ) -> Place {
    let launches = cases.flatMap(\.self)
    let read = cases.filter { !$0.isEmpty }
    let wanted: PlaceKind = prefersSiblings ? .siblings : .ownCores
    let first = places.first { place in
      let there = launches.count { $0.contains(place) }
      return place.kind == wanted && there > 0
        && Double(there) >= PlaceRule.leastShare * Double(launches.count)
        && 2 * read.count { hasFigure($0, in: place) } >= read.count
    }
    return first ?? mostFrequent(of: launches, among: places) ?? places[0]
  }

  /// Whether a case has at least half of its launches in a place, or enough launches there for an
  /// interval.
  private static func hasFigure(_ launches: [Set<Place>], in place: Place) -> Bool {
    launches.count { $0.contains(place) } >= min(fewestLaunches, (launches.count + 1) / 2)
  }

  /// The reference if the case has a figure there; else the place that most of its launches had.
  private static func figure(_ launches: [Set<Place>], _ reference: Place) -> Place {
    if hasFigure(launches, in: reference) { return reference }
    return mostFrequent(of: launches, among: Array(Set(launches.joined()))) ?? reference
  }

  /// The fewest launches with which a figure has an interval.
  private static let fewestLaunches = 5

  private static func mostFrequent(of launches: [Set<Place>], among places: [Place]) -> Place? {
    places.sorted { ($0.distanceNanoseconds, $0.text) < ($1.distanceNanoseconds, $1.text) }
      .max { one, other in
        launches.count { $0.contains(one) } < launches.count { $0.contains(other) }
      }
  }
}

extension RunPlaces {
  /// Whether the figures of two cases, given by their indices in the plan, are of one place; a case
  /// without a place is comparable with every case.
  package func areFiguresAlike(_ one: Int, _ other: Int) -> Bool {
    guard let own = self[one]?.figure, let others = self[other]?.figure else { return true }
    return own.isLike(others)
  }

  /// The part of a launch from which figures are made: its trials in one place.
  ///
  /// - Parameters:
  ///   - launch: The launch.
  ///   - run: The run from which these places were read.
  ///   - place: The place; nil for that of the case's figures. All trials of a case without a place
  ///     count.
  package func figures(
    of launch: Launch, in run: Run, at place: Place? = nil
  ) -> LaunchRecord? {
    let record = run.figures(of: launch)
    guard let record, let found = self[launch.caseIndex] else { return record }
    return found.part(of: record, block: launch.block, in: place ?? found.figure)
  }
}

extension CPUTopology {
  /// Whether the kernel says that two of the CPUs share a core.
  package func haveSiblings(_ cpus: Set<Int>) -> Bool {
    cpus.contains { cpus.intersection(siblings(of: $0)).count > 1 }
  }
}

extension LaunchRecord {
  /// The places of the trials that count, by trial; nil if there are none.
  fileprivate func readPlaces(onlyQuiet: Bool) -> [Int: Place]? {
    let read = trials.reduce(into: [Int: Place]()) { read, row in
      if row.isQuiet || !onlyQuiet { read[row.trial] = row.witness?.readPlace }
    }
    return read.isEmpty ? nil : read
  }
}

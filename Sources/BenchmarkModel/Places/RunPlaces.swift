/// The places in which a run's cases of several CPUs were measured, and the one that each figure speaks of.
///
/// Cases on the same CPUs share their places and their reference. They are recomputed from the raw rows, in the same way each
/// time.
public struct RunPlaces: Sendable {
  /// The places of one case.
  public struct OfCase: Equatable, Sendable {
    /// The place of each launch that lies in one place, by block.
    public let launches: [Int: Place]
    /// The place that all cases on these CPUs aim at.
    public let reference: Place
    /// The place that the case's figures speak of.
    public let figure: Place

    /// Whether the launch of a block lies in the place of the case's figures.
    public func holds(_ block: Int) -> Bool { launches[block] == figure }

    /// Whether the case could not be had in the reference place.
    public var isElsewhere: Bool { figure != reference }

    /// The places beside that of the figures, with the blocks launched there; the one with the most launches first.
    public var others: [(place: Place, blocks: [Int])] {
      Dictionary(grouping: launches.filter { $0.value != figure }) { $0.value }
        .map { (place: $0.key, blocks: $0.value.map(\.key).sorted()) }
        .sorted { ($1.blocks.count, $0.place.text) < ($0.blocks.count, $1.place.text) }
    }
  }

  private let cases: [Int: OfCase]

  /// The places of a case; nil for a case of one CPU, and where no place was read.
  public subscript(caseIndex: Int) -> OfCase? { cases[caseIndex] }

  /// Reads the places of a run.
  ///
  /// - Complexity: O(n log n) in the number of trials.
  public init(_ run: Run) {
    let plan = run.document.plan
    let sets = Dictionary(
      grouping: plan.cases.indices.filter { Set(plan.cases[$0].placement.cpus).count > 1 }
    ) { Set(plan.cases[$0].placement.cpus) }
    cases = sets.reduce(into: [:]) { cases, set in
      cases.merge(Self.cases(set.value, on: set.key, of: run)) { first, _ in first }
    }
  }

  private static func cases(_ indices: [Int], on cpus: Set<Int>, of run: Run) -> [Int: OfCase] {
    // If disturbed launches count, so do their places.
    let quietAlone = run.leavesOutDisturbed
    let readings = indices.map { index in
      (0..<run.document.plan.launchedBlocks).compactMap { block in
        run.records[Invocation(caseIndex: index, block: block)].map {
          (block, $0.readings(quietAlone: quietAlone))
        }
      }
    }
    let separated = Place.separate(readings.joined().flatMap { $0.1 })
    guard !separated.isEmpty else { return [:] }
    let launches = readings.map { readings in
      readings.reduce(into: [Int: Place]()) { places, launch in
        places[launch.0] = launch.1.place(among: separated)
      }
    }
    let blocks = run.document.plan.blocks
    let first = launches.flatMap { $0.filter { $0.key < blocks }.values }
    let reference = reference(
      separated.map(\.place), of: first.isEmpty ? launches.flatMap(\.values) : first,
      prefersSiblings: run.document.environment.topology.haveSiblings(cpus))
    // A case that was not read, because it ends by itself, has no place among the others.
    let isRead = readings.map { $0.contains { !$0.1.isEmpty } }
    return Dictionary(
      uniqueKeysWithValues: zip(indices, zip(launches, isRead)).compactMap { index, found in
        let (launches, isRead) = found
        guard isRead else { return nil }
        return
          (
            index,
            OfCase(
              launches: launches, reference: reference,
              figure: figure(launches.values.map { $0 }, reference))
          )
      })
  }

  /// The nearest place that a quarter of the launches had: of own cores, but where the kernel says that the CPUs share
  /// one; else the place that most had.
  private static func reference(
    _ places: [Place], of launches: [Place], prefersSiblings: Bool
  ) -> Place {
    func count(_ place: Place) -> Int { launches.count { $0 == place } }
    let wanted: PlaceKind = prefersSiblings ? .siblings : .ownCores
    let least = PlaceRule.leastShare * Double(launches.count)
    let first = places.first { $0.kind == wanted && count($0) > 0 && Double(count($0)) >= least }
    return first ?? mostFrequent(of: launches, among: places) ?? places[0]
  }

  /// The reference where the case has launches enough for an interval there, or half of them; else the place that most
  /// have.
  private static func figure(_ launches: [Place], _ reference: Place) -> Place {
    let there = launches.count { $0 == reference }
    if launches.isEmpty || there >= min(fewestLaunches, (launches.count + 1) / 2) {
      return reference
    }
    return mostFrequent(of: launches, among: Array(Set(launches))) ?? reference
  }

  /// The launches from which a figure has an interval.
  private static let fewestLaunches = 5

  private static func mostFrequent(of launches: [Place], among places: [Place]) -> Place? {
    places.sorted { $0.distanceNanoseconds < $1.distanceNanoseconds }
      .max { one, other in
        launches.count { $0 == one } < launches.count { $0 == other }
      }
  }
}

extension CPUTopology {
  /// Whether the kernel says that two of the CPUs share a core.
  fileprivate func haveSiblings(_ cpus: Set<Int>) -> Bool {
    cpus.contains { cpus.intersection(siblings(of: $0)).count > 1 }
  }
}

extension InvocationRecord {
  /// The readings around its trials that count.
  fileprivate func readings(quietAlone: Bool) -> [PlaceReading] {
    trials.compactMap { $0.isQuiet || !quietAlone ? $0.witness?.place : nil }
  }
}

extension [PlaceReading] {
  /// The place in which all readings lie; nil if they lie in several, and without any.
  fileprivate func place(among places: [SeparatedPlace]) -> Place? {
    let found = Set(map { reading in places.first { $0.holds(reading) }?.place })
    return found.count == 1 ? found.first ?? nil : nil
  }
}

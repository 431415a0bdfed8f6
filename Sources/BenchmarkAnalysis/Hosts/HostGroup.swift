package import BenchmarkModel
package import BenchmarkStatistics
import Glibc

/// Identical machines, with the spread between them and the spread within each.
package struct HostGroup: Equatable, Sendable {
  /// The group's letter.
  package let name: String
  /// The properties that all machines of the group share.
  package let identity: HostIdentity
  /// The machines, as the reader named them.
  package let hosts: [String]
  /// The places of each machine's CPUs, in the hosts' order; nil if nothing was read.
  package let places: [String?]
  /// The cases that have a figure on every machine, in the plan's order.
  package let cases: [GroupedCase]
  /// The cases that should have a comparable figure on a machine and have none.
  package let faults: [HostFault]
  /// Each machine's cost relative to the other machines', as the median over the cases, in the
  /// hosts' order: 1.1 is 10 % more expensive.
  package let middleRatios: [Double]
  /// The machines that differ from the other machines of the group.
  package let standingOut: [StandingOut]

  /// Joins identical machines.
  init(name: String, _ hosts: [HostFigures]) {
    self.name = name
    identity = hosts[0].identity
    self.hosts = hosts.map(\.name)
    places = hosts.map(\.places)
    let figures = hosts.map(\.figures)
    let cases = hosts[0].cases.compactMap { GroupedCase($0, figures) }
    self.cases = cases
    faults = hosts[0].cases.flatMap { id in
      hosts.compactMap { host in
        (host.faults[id] ?? host.otherPlace(of: id, among: hosts)).map {
          HostFault(id: id, host: host.name, reason: $0)
        }
      }
    }
    let ratios = hosts.indices.map { index in
      median(cases.map { $0.costOverOthers(ofHost: index) }) ?? 1
    }
    middleRatios = ratios
    standingOut =
      hosts.count < StandingOut.fewestHosts
      ? []
      : hosts.indices.compactMap { StandingOut(index: $0, ratios: ratios, hosts) }
  }

  /// The cost on one machine relative to another's, as the median over the cases.
  ///
  /// - Complexity: O(cases × log cases).
  package func middleRatio(of host: Int, over other: Int) -> Double {
    median(
      cases.map { found in
        let ratio = found.estimates[host].value / found.estimates[other].value
        return found.column.polarity == .higherIsBetter ? 1 / ratio : ratio
      }) ?? 1
  }

  /// The median over the cases of the spread between the machines; nil for one machine.
  package var spreadBetween: Double? {
    hosts.count > 1 ? median(cases.compactMap(\.spreadBetween)) : nil
  }

  /// The median over the cases of the spread within a machine; nil if no run has intervals.
  package var spreadWithin: Double? { median(cases.compactMap(\.spreadWithin)) }
}

/// A case without a comparable figure on a machine: the figure is missing, or was measured in
/// another place than most machines' figures.
package struct HostFault: Equatable, Sendable {
  package let id: CaseID
  /// The machine.
  package let host: String
  /// The reason why there is no comparable figure.
  package let reason: String
}

/// A case on all machines of a group.
package struct GroupedCase: Equatable, Sendable {
  package let id: CaseID
  package let column: MetricColumn
  /// The figures, in the hosts' order.
  package let estimates: [Estimate]
  /// The group's figure: the median over its machines.
  package let estimate: Estimate
  /// The kind of place that all figures share; nil for a case of one CPU, or if the first machine's
  /// place was not read.
  let placeKind: PlaceKind?

  /// The fewest machines whose figures give an interval without the machines' own intervals.
  private static let fewestReplicates = 6

  init?(_ id: CaseID, _ hosts: [[CaseID: HostFigures.Figure]]) {
    let found = hosts.compactMap { $0[id] }
    guard found.count == hosts.count, let column = found.first?.column,
      found.allSatisfy({ $0.column == column }), found.areOfOnePlace,
      let middle = median(found.map(\.estimate.value))
    else { return nil }
    self.id = id
    self.column = column
    estimates = found.map(\.estimate)
    estimate = Estimate(value: middle, interval: Self.interval(estimates))
    placeKind = found[0].place?.kind
  }

  /// The interval of the group's figure: from six machines on, the exact interval of their median
  /// by order statistics; for fewer, the range of the machines' own intervals.
  private static func interval(_ estimates: [Estimate]) -> Interval? {
    if estimates.count >= fewestReplicates {
      return orderStatisticInterval(estimates.map(\.value))
    }
    let own = estimates.compactMap(\.interval)
    guard own.count == estimates.count, let low = own.map(\.low).min(),
      let high = own.map(\.high).max()
    else { return nil }
    return Interval(low: low, high: high)
  }

  /// Half of the range of the machines' figures, divided by the group's figure; nil for one
  /// machine.
  package var spreadBetween: Double? {
    let values = estimates.map(\.value)
    guard values.count > 1, let low = values.min(), let high = values.max() else { return nil }
    return (high - low) / 2 / estimate.value
  }

  /// Half the width of a machine's interval divided by the machine's figure, as the median over the
  /// machines; nil if no run has intervals.
  package var spreadWithin: Double? {
    median(estimates.compactMap { own in own.interval?.relativeHalfWidth(around: own.value) })
  }

  /// The cost of the case on a machine divided by the median cost on the other machines.
  func costOverOthers(ofHost index: Int) -> Double {
    let others = estimates.indices.filter { $0 != index }.map { estimates[$0].value }
    guard let middle = median(others) else { return 1 }
    let ratio = estimates[index].value / middle
    return column.polarity == .higherIsBetter ? 1 / ratio : ratio
  }
}

extension [HostFigures.Figure] {
  /// The place of most figures; if two places are equally frequent, the first.
  fileprivate var usualPlace: Place? {
    let places = compactMap(\.place)
    let counts = places.map { place in places.count { $0.isLike(place) } }
    return counts.max().flatMap { most in counts.firstIndex(of: most).map { places[$0] } }
  }

  fileprivate var areOfOnePlace: Bool {
    let usual = usualPlace
    return allSatisfy { figure in figure.place.map { usual?.isLike($0) ?? false } ?? true }
  }
}

extension HostFigures {
  /// The reason why this machine's figure can't be compared, if it was measured in another place
  /// than most machines' figures; nil otherwise.
  fileprivate func otherPlace(of id: CaseID, among hosts: [HostFigures]) -> String? {
    guard let own = figures[id]?.place,
      let usual = hosts.compactMap({ $0.figures[id] }).usualPlace, !own.isLike(usual)
    else { return nil }
    return "measured in another place: \(own.text), not \(usual.text)"
  }
}

/// A machine that differs from the other machines of its group.
package struct StandingOut: Equatable, Sendable {
  /// A fact in which the machine differs from what is usual on the other machines.
  package struct Fact: Equatable, Sendable {
    /// The fact's name, such as `microcode`.
    package let name: String
    /// The value on this machine; nil if the machine does not say.
    package let value: String?
    /// The most frequent value on the other machines; for the stolen share, the median.
    package let usual: String?
  }

  /// The machine.
  package let host: String
  /// The machine's cost relative to the other machines', as the median over the cases.
  package let ratio: Double
  /// The facts that differ; none if no known fact differs.
  package let facts: [Fact]

  /// The fewest machines among which one can stand out; of two machines that differ, neither is the
  /// usual one.
  static let fewestHosts = 3
  /// A machine stands out if its ratio differs from 1 by more than the share `least`, and by more
  /// than `timesUsual` times the median of the other ratios' differences from 1.
  private static let least = 0.05
  private static let timesUsual = 3.0

  /// Makes the entry of a machine that stands out; nil if it does not.
  init?(index: Int, ratios: [Double], _ hosts: [HostFigures]) {
    let own = log(ratios[index]).magnitude
    let others = ratios.indices.filter { $0 != index }.map { log(ratios[$0]).magnitude }
    guard own > log(1 + Self.least), own > Self.timesUsual * (median(others) ?? 0) else {
      return nil
    }
    host = hosts[index].name
    ratio = ratios[index]
    facts = Self.facts(hosts[index], others: hosts.indices.filter { $0 != index }.map { hosts[$0] })
  }

  private static func facts(_ host: HostFigures, others: [HostFigures]) -> [Fact] {
    var found = host.facts.indices.compactMap { index -> Fact? in
      let fact = host.facts[index]
      guard fact.isCompared, fact.name != "machine" else { return nil }
      let usual = mostCommon(others.map { $0.facts[index].value })
      return fact.value == usual ? nil : Fact(name: fact.name, value: fact.value, usual: usual)
    }
    if let stolen = host.stolenShare, let usual = median(others.compactMap(\.stolenShare)),
      (stolen - usual).magnitude > 0.01
    {
      found.append(
        Fact(
          name: "stolen while measured", value: ProfileText.percent(stolen),
          usual: ProfileText.percent(usual)))
    }
    return found
  }

  private static func mostCommon(_ values: [String?]) -> String? {
    values.grouped { $0 }.max { $0.count < $1.count }?.first ?? nil
  }
}
